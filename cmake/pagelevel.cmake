# pagelevel.cmake - embed papers/chakrabarti-2007/pagelevel.txt in libhusklab unchanged, so that `husk label --segments` needs no file.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS papers/chakrabarti-2007/pagelevel.txt)
file(READ papers/chakrabarti-2007/pagelevel.txt PAGELEVEL_BYTES HEX)
string(REGEX REPLACE "(..)" "0x\\1," PAGELEVEL_BYTES "${PAGELEVEL_BYTES}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" PAGELEVEL_BYTES
  "${PAGELEVEL_BYTES}")
file(CONFIGURE OUTPUT pagelevel_built_in.c @ONLY CONTENT
"/* Made from papers/chakrabarti-2007/pagelevel.txt by cmake/pagelevel.cmake. */
#include \"chakrabarti-2007/logistic.h\"
static const unsigned char bytes[] = {
@PAGELEVEL_BYTES@};
const slice logistic_built_in = { (const char *)bytes, sizeof bytes };
")
list(APPEND LAB_SOURCES ${PROJECT_BINARY_DIR}/pagelevel_built_in.c)
