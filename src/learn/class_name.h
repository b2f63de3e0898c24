/* class_name.h - a name for a class of pages, made from what its pages' addresses and titles have in common. */
#ifndef HUSK_LEARN_CLASS_NAME_H
#define HUSK_LEARN_CLASS_NAME_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct class_page {
    slice address; /* a URL or a path */
    slice title;
} class_page;

/* Append "shop/STAR.html", and the words that most of the class's titles have and half as many others at most:
 * `api/STAR/class-use/STAR.html (Uses of Class)`. STAR is an asterisk and stands for what differs. The class is
 * pages[first .. first + n) of all `n_all`. At most the last three parts of an address are told. */
void class_name(const class_page *pages, uint32_t n_all, uint32_t first, uint32_t n, buffer *out);

#endif
