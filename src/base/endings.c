/* endings.c - file name extensions: a list of words for each meaning. */
#include "base/endings.h"

/* The extensions of each meaning, with a space after each. */
static const char *const endings[] = {
    [ENDING_PAGE] = "asp aspx cfm htm html jsp php shtml xht xhtml ",
    [ENDING_TEXT] = "text txt ",
    [ENDING_WARC] = "warc ",
    [ENDING_JSONL] = "jsonl ndjson ",
    [ENDING_INDEX] = "cdx cdxj paths ",
    [ENDING_OTHER] =
        "7z apk avi avif bin bmp bz2 css csv deb dmg doc docx eot epub exe flac gif gz ico iso jar jpeg jpg "
        "js json m4a m4v mid mjs mkv mov mp3 mp4 mpeg mpg odp ods odt ogg otf pdf png ppt pptx ps rar rpm "
        "rss svg svgz swf tar tgz tif tiff ttf wasm wav webm webmanifest webp whl wmv woff woff2 xls xlsx "
        "xpi xz zip zst ",
};

/* The part after the last dot, unless the dot starts the name or belongs to a directory. */
static slice last_ending(slice name)
{
    size_t at = name.len;
    while (at > 0 && name.data[at - 1] != '.' && name.data[at - 1] != '/')
        at--;
    bool is_ending = at > 1 && name.data[at - 1] == '.';
    return is_ending ? (slice){ name.data + at, name.len - at } : (slice){ "", 0 };
}

ending ending_of(slice name)
{
    slice last = last_ending(name);
    char small[16];
    size_t len = last.len <= sizeof small ? last.len : 0;
    for (size_t i = 0; i < len; i++)
        small[i] = lower(last.data[i]);
    for (unsigned meaning = ENDING_PAGE; meaning < sizeof endings / sizeof *endings; meaning++)
        if (slice_is_in((slice){ small, len }, endings[meaning]))
            return (ending)meaning;
    return ENDING_UNKNOWN;
}

packing packing_take(slice *name)
{
    slice last = last_ending(*name);
    packing p = slice_is_nocase(last, "gz") ? PACKING_GZIP : slice_is_nocase(last, "zst") ? PACKING_ZSTD : PACKING_NONE;
    name->len -= p == PACKING_NONE ? 0 : last.len + 1;
    return p;
}

ending ending_of_file(slice name)
{
    packing_take(&name);
    return ending_of(name);
}
