/* class_name.h - a readable name for a class of pages, from what their URLs and titles have in common. */
#ifndef HUSK_LEARN_CLASS_NAME_H
#define HUSK_LEARN_CLASS_NAME_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct class_page {
    slice address; /* a URL or a path */
    slice title;
} class_page;

/* Append "shop/STAR.html", and the words that most of the class's titles have and at most half as many others:
 * `api/STAR/class-use/STAR.html (Uses of Class)`. STAR is an asterisk and stands for what varies. The class is
 * pages[first .. first + n) of all `n_all`. At most the last three segments of a URL are shown, and not the folder that
 * holds the whole site. */
void class_name(const class_page *pages, uint32_t n_all, uint32_t first, uint32_t n, buffer *out);

#endif
