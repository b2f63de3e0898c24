# report.cmake - the web page as one file around a gap for the data: what `husk report` writes (src/api/report.c).
# The modules of web/ go one after the other into one script, without their import lines; so no two of them may use the same name
# at the top level (tests/browser opens a report). The policy allows this one script by its hash, and no other.
set(REPORT_MODULES dom api safe frame markdown link_blocks why methods page_view svg_map template_sketch compare table page_list plot jobs site_view app)
set(REPORT_STYLES style site)

set(script "")
set(style "")
set(inputs web/index.html)
foreach(name ${REPORT_MODULES})
  file(READ web/${name}.js text)
  string(REGEX REPLACE "(^|\n)import [^\n]*" "" text "${text}")
  string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
  string(APPEND script "${text}")
  list(APPEND inputs web/${name}.js)
endforeach()
foreach(name ${REPORT_STYLES})
  file(READ web/${name}.css text)
  string(APPEND style "${text}")
  list(APPEND inputs web/${name}.css)
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})
if(script MATCHES "</script|<!--")
  message(FATAL_ERROR "web/: a module has what ends a script element")
endif()

# The hash in base64, three bytes (six hex digits) to four letters.
string(SHA256 hex "${script}")
set(letters "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
set(hash "")
foreach(at RANGE 0 60 6)
  string(SUBSTRING "${hex}0000" ${at} 6 part)
  foreach(shift 18 12 6 0)
    math(EXPR letter "(0x${part} >> ${shift}) & 63")
    string(SUBSTRING "${letters}" ${letter} 1 letter)
    string(APPEND hash "${letter}")
  endforeach()
endforeach()
string(SUBSTRING "${hash}" 0 43 hash)

file(READ web/index.html html)
string(REGEX REPLACE "<(link|script)[^\n]*\n" "" html "${html}")
string(REPLACE "<title>Husk</title>" "<title>Husk report</title>" html "${html}")
string(REPLACE "</head>" "<style>\n${style}</style>\n</head>" html "${html}")
string(REPLACE "<meta charset=\"utf-8\">" "<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-${hash}='; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">"
  html "${html}")
string(REPLACE "</body>" "<script type=\"application/json\" id=\"husk-data\">@</script>
<script type=\"module\">${script}</script>
</body>" html "${html}")
string(FIND "${html}" ">@</script>" gap)
math(EXPR gap "${gap} + 1")
string(SUBSTRING "${html}" 0 ${gap} before)
math(EXPR gap "${gap} + 1")
string(SUBSTRING "${html}" ${gap} -1 after)
foreach(part before after)
  string(HEX "${${part}}" bytes)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n" REPORT_${part} "${bytes}")
endforeach()
file(CONFIGURE OUTPUT report_shell.c @ONLY CONTENT
"/* Made from web/ by cmake/report.cmake. */
#include \"write/judged.h\"
static const unsigned char before[] = {
@REPORT_before@};
static const unsigned char after[] = {
@REPORT_after@};
const slice report_before = { (const char *)before, sizeof before };
const slice report_after = { (const char *)after, sizeof after };
")
list(APPEND HUSK_SOURCES ${PROJECT_BINARY_DIR}/report_shell.c)
