/* filter.c - which pages of a run are written, and how many are not, and why. */
#include "filter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "talk.h"

const choice kinds_of_pages[] = {
    { "article", 1 },  { "collection", 2 }, { "documentation", 4 }, { "forum", 8 },
    { "listing", 16 }, { "product", 32 },   { "service", 64 },      { NULL, 0 },
};

bool filter_is_set(const filter_settings *f)
{
    return f->kinds || f->min_confidence > 0 || f->languages || f->min_words || f->dedup;
}

static bool has_kind(const filter_settings *f, const char *kind)
{
    for (const choice *c = kinds_of_pages; kind != NULL && c->name != NULL; c++)
        if (strcmp(c->name, kind) == 0)
            return f->kinds & (unsigned)c->value;
    return false;
}

/* Is it one of the languages, or a variety of one: de-DE of de? */
static bool has_language(const char *languages, husk_string tag)
{
    for (size_t len; *languages; languages += len + (languages[len] == ',')) {
        len = strcspn(languages, ",");
        if (len > 0 && tag.len >= len && strncasecmp(languages, tag.data, len) == 0 &&
            (tag.len == len || tag.data[len] == '-' || tag.data[len] == '_'))
            return true;
    }
    return false;
}

/* As detected; if that is unsure, as declared. */
static husk_string language_of(husk_verdict *verdict, int64_t now)
{
    const char *detected = husk_verdict_language(verdict);
    const husk_metadata *declared = detected ? NULL : husk_page_metadata(husk_verdict_page(verdict), now);
    if (detected != NULL)
        return (husk_string){ detected, strlen(detected) };
    return declared != NULL ? declared->language : (husk_string){ "", 0 };
}

int filter_check(const filter_settings *f, husk_verdict *verdict, int64_t now)
{
    const husk_judgement *j = husk_verdict_judgement(verdict);
    const double *signals = husk_verdict_signals(verdict);
    if (f->kinds && !has_kind(f, j->kind))
        return DROP_KIND;
    if (f->min_confidence > 0 && (j->kind == NULL || j->confidence < f->min_confidence))
        return DROP_CONFIDENCE;
    if (f->languages != NULL && !has_language(f->languages, language_of(verdict, now)))
        return DROP_LANGUAGE;
    if (f->min_words && (signals == NULL || signals[HUSK_SIGNAL_WORDS] < f->min_words))
        return DROP_WORDS;
    return DROP_NONE;
}

void filter_report(const filter_settings *f, const uint64_t *counts)
{
    char words[64], line[512] = "";
    const char *why[N_DROPS] = { NULL,  "of another kind",     "below --min-confidence", "in another language",
                                 words, "nearly a page before" };
    uint64_t all = 0;
    size_t len = 0;
    snprintf(words, sizeof words, "of fewer than %u words", f->min_words);
    for (int i = DROP_KIND; i < N_DROPS; i++) {
        all += counts[i];
        if (counts[i])
            len +=
                (size_t)snprintf(line + len, sizeof line - len, "%s%" PRIu64 " %s", len ? ", " : "", counts[i], why[i]);
    }
    if (filter_is_set(f))
        talk("%" PRIu64 " page%s left out%s%s", all, all == 1 ? "" : "s", all ? ": " : "", line);
}
