/* endings.c - file name extensions: a sorted list and a binary search. */
#include "base/endings.h"

#include <string.h>
#include <strings.h>

#define MAX_ENDING 11 /* webmanifest */

typedef struct known_ending {
    const char *name;
    ending meaning;
} known_ending;

/* Sorted. */
static const known_ending endings[] = {
    { "7z", ENDING_OTHER },   { "apk", ENDING_OTHER },         { "asp", ENDING_PAGE },    { "aspx", ENDING_PAGE },
    { "avi", ENDING_OTHER },  { "avif", ENDING_OTHER },        { "bin", ENDING_OTHER },   { "bmp", ENDING_OTHER },
    { "bz2", ENDING_OTHER },  { "cfm", ENDING_PAGE },          { "css", ENDING_OTHER },   { "csv", ENDING_OTHER },
    { "deb", ENDING_OTHER },  { "dmg", ENDING_OTHER },         { "doc", ENDING_OTHER },   { "docx", ENDING_OTHER },
    { "eot", ENDING_OTHER },  { "epub", ENDING_OTHER },        { "exe", ENDING_OTHER },   { "flac", ENDING_OTHER },
    { "gif", ENDING_OTHER },  { "gz", ENDING_OTHER },          { "htm", ENDING_PAGE },    { "html", ENDING_PAGE },
    { "ico", ENDING_OTHER },  { "iso", ENDING_OTHER },         { "jar", ENDING_OTHER },   { "jpeg", ENDING_OTHER },
    { "jpg", ENDING_OTHER },  { "js", ENDING_OTHER },          { "json", ENDING_OTHER },  { "jsonl", ENDING_JSONL },
    { "jsp", ENDING_PAGE },   { "m4a", ENDING_OTHER },         { "m4v", ENDING_OTHER },   { "mid", ENDING_OTHER },
    { "mjs", ENDING_OTHER },  { "mkv", ENDING_OTHER },         { "mov", ENDING_OTHER },   { "mp3", ENDING_OTHER },
    { "mp4", ENDING_OTHER },  { "mpeg", ENDING_OTHER },        { "mpg", ENDING_OTHER },   { "ndjson", ENDING_JSONL },
    { "odp", ENDING_OTHER },  { "ods", ENDING_OTHER },         { "odt", ENDING_OTHER },   { "ogg", ENDING_OTHER },
    { "otf", ENDING_OTHER },  { "pdf", ENDING_OTHER },         { "php", ENDING_PAGE },    { "png", ENDING_OTHER },
    { "ppt", ENDING_OTHER },  { "pptx", ENDING_OTHER },        { "ps", ENDING_OTHER },    { "rar", ENDING_OTHER },
    { "rpm", ENDING_OTHER },  { "rss", ENDING_OTHER },         { "shtml", ENDING_PAGE },  { "svg", ENDING_OTHER },
    { "svgz", ENDING_OTHER }, { "swf", ENDING_OTHER },         { "tar", ENDING_OTHER },   { "text", ENDING_TEXT },
    { "tgz", ENDING_OTHER },  { "tif", ENDING_OTHER },         { "tiff", ENDING_OTHER },  { "ttf", ENDING_OTHER },
    { "txt", ENDING_TEXT },   { "warc", ENDING_WARC },         { "wasm", ENDING_OTHER },  { "wav", ENDING_OTHER },
    { "webm", ENDING_OTHER }, { "webmanifest", ENDING_OTHER }, { "webp", ENDING_OTHER },  { "whl", ENDING_OTHER },
    { "wmv", ENDING_OTHER },  { "woff", ENDING_OTHER },        { "woff2", ENDING_OTHER }, { "xht", ENDING_PAGE },
    { "xhtml", ENDING_PAGE }, { "xls", ENDING_OTHER },         { "xlsx", ENDING_OTHER },  { "xpi", ENDING_OTHER },
    { "xz", ENDING_OTHER },   { "zip", ENDING_OTHER },         { "zst", ENDING_OTHER },
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
    size_t low = 0, high = sizeof endings / sizeof *endings;
    char word[MAX_ENDING + 1] = { 0 };
    if (last.len == 0 || last.len > MAX_ENDING)
        return ENDING_UNKNOWN;
    memcpy(word, last.data, last.len);
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcasecmp(word, endings[middle].name);
        if (order == 0)
            return endings[middle].meaning;
        *(order < 0 ? &high : &low) = order < 0 ? middle : middle + 1;
    }
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
