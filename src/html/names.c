/* names.c - properties of each tag. */
#include "html/names.h"

const uint8_t tag_kinds[TAG_OWN] = {
#define TAG_KIND(c_name, name, kind) [TAG_##c_name] = (kind),
    PAGE_TAGS(TAG_KIND) PAGE_TAGS_MORE(TAG_KIND)
#undef TAG_KIND
};
