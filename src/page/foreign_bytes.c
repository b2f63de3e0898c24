/* foreign_bytes.c - recognise formats other than HTML by their first bytes.
 * Only signatures that no text starts with, so that a page is never refused. Signatures: section 6 of the MIME
 * Sniffing standard, and the formats' specifications. Cost: a few comparisons per page. */
#include "page/foreign_bytes.h"

typedef struct signature {
    slice bytes;
    size_t at;
    const char *what;
} signature;

static const signature signatures[] = {
    { { "%PDF-", 5 }, 0, "a PDF, not a web page" },
    { { "\x89PNG\r\n\x1a\n", 8 }, 0, "a PNG image, not a web page" },
    { { "\xff\xd8\xff", 3 }, 0, "a JPEG image, not a web page" },
    { { "GIF87a", 6 }, 0, "a GIF image, not a web page" },
    { { "GIF89a", 6 }, 0, "a GIF image, not a web page" },
    { { "WEBPVP8", 7 }, 8, "a WebP image, not a web page" },
    { { "ftypavif", 8 }, 4, "an AVIF image, not a web page" },
    { { "II*\0", 4 }, 0, "a TIFF image, not a web page" },
    { { "MM\0*", 4 }, 0, "a TIFF image, not a web page" },
    { { "\0\0\1\0", 4 }, 0, "an icon, not a web page" },
    { { "ftyp", 4 }, 4, "a video or sound file, not a web page" },
    { { "\x1a\x45\xdf\xa3", 4 }, 0, "a video or sound file, not a web page" },
    { { "OggS\0", 5 }, 0, "a video or sound file, not a web page" },
    { { "ID3\3", 4 }, 0, "a sound file, not a web page" },
    { { "ID3\4", 4 }, 0, "a sound file, not a web page" },
    { { "PK\3\4", 4 }, 0, "a ZIP archive or office document, not a web page" },
    { { "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8 }, 0, "an office document, not a web page" },
    { { "{\\rtf1", 6 }, 0, "an RTF document, not a web page" },
    { { "%!PS-Adobe", 10 }, 0, "a PostScript document, not a web page" },
    { { "Rar!\x1a\7", 6 }, 0, "an archive, not a web page" },
    { { "7z\xbc\xaf\x27\x1c", 6 }, 0, "an archive, not a web page" },
    { { "BZh91AY&SY", 10 }, 0, "an archive, not a web page" },
    { { "\xfd\x37zXZ\0", 6 }, 0, "an archive, not a web page" },
    { { "wOFF\0", 5 }, 0, "a font, not a web page" },
    { { "wOF2\0", 5 }, 0, "a font, not a web page" },
    { { "\x7f\x45LF", 4 }, 0, "a program, not a web page" },
    { { "SQLite format 3\0", 16 }, 0, "a SQLite database, not a web page" },
};

const char *foreign_bytes(slice bytes)
{
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        const signature *s = &signatures[i];
        if (bytes.len >= s->at + s->bytes.len && memcmp(bytes.data + s->at, s->bytes.data, s->bytes.len) == 0)
            return s->what;
    }
    return NULL;
}
