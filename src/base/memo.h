/* memo.h - answers to questions that are asked again and again, shared by threads without a lock.
 * A question is a hash and has one slot; a new answer replaces the one there. A slot stores the question mixed with the
 * answer, so that a slot that two threads write at once answers neither of their questions, or with the right answer.
 * Cost: two loads. Limits: MEMO_SLOTS answers. */
#ifndef HUSK_BASE_MEMO_H
#define HUSK_BASE_MEMO_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { MEMO_SLOTS = 2048 }; /* 32 KB; a site's pages together have some hundred class and id attributes */

typedef struct memo_slot {
    _Atomic uint64_t mixed, answer;
} memo_slot;

/* All zero at first. */
typedef struct memo {
    memo_slot slots[MEMO_SLOTS];
} memo;

static inline bool memo_find(const memo *m, uint64_t question, uint64_t *answer)
{
    const memo_slot *slot = &m->slots[question % MEMO_SLOTS];
    *answer = atomic_load_explicit(&slot->answer, memory_order_relaxed);
    return question != 0 && (atomic_load_explicit(&slot->mixed, memory_order_relaxed) ^ *answer) == question;
}

/* Prefetch the slot of a question. */
static inline void memo_fetch(const memo *m, uint64_t question)
{
    __builtin_prefetch(&m->slots[question % MEMO_SLOTS]);
}

static inline void memo_keep(memo *m, uint64_t question, uint64_t answer)
{
    memo_slot *slot = &m->slots[question % MEMO_SLOTS];
    atomic_store_explicit(&slot->mixed, question ^ answer, memory_order_relaxed);
    atomic_store_explicit(&slot->answer, answer, memory_order_relaxed);
}

#endif
