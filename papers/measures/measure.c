/* measure.c - public API for the measures: the text of two files in, a table or JSON out. */
#include <stdio.h>

#include "api/api.h"
#include "base/status.h"
#include "husk/lab.h"
#include "measures/clusters.h"
#include "measures/duplicates.h"
#include "measures/labels.h"
#include "measures/tables.h"

OPTIONS_INIT(husk_measure_options, .format = HUSK_FORMAT_TEXT)

/* One figure; in JSON its name has no spaces or dashes. */
static void put(buffer *out, bool json, const char *name, const char *key, double value)
{
    if (json)
        buffer_format(out, ", \"%s\": %.6f", key, value);
    else
        buffer_format(out, "%-18s %7.4f\n", name, value);
}

static void put_count(buffer *out, bool json, bool first, const char *name, const char *key, uint64_t value)
{
    if (json)
        buffer_format(out, "%s\"%s\": %llu", first ? "{" : ", ", key, (unsigned long long)value);
    else
        buffer_format(out, "%-18s %7llu\n", name, (unsigned long long)value);
}

static husk_status clusters(slice answer, slice truth, const husk_measure_options *o, buffer *out, husk_error *error)
{
    cluster_measures m;
    uint32_t left_out;
    bool json = o->format == HUSK_FORMAT_JSON;
    husk_status status = measure_cluster_files(answer, truth, o->partial, &m, &left_out, error);
    if (status != HUSK_OK)
        return status;
    put_count(out, json, true, "pages", "pages", m.n_pages);
    put_count(out, json, false, "left out", "left_out", left_out);
    put_count(out, json, false, "classes", "classes", m.n_classes);
    put_count(out, json, false, "clusters", "clusters", m.n_clusters);
    put(out, json, "F", "f", m.f);
    put(out, json, "macro-F", "macro_f", m.macro_f);
    put(out, json, "purity", "purity", m.purity);
    put(out, json, "entropy, bits", "entropy", m.entropy);
    put(out, json, "NMI", "nmi", m.nmi);
    put(out, json, "NCE", "nce", m.nce);
    put(out, json, "NCE as printed", "nce_printed", m.nce_printed);
    put(out, json, "ARI", "ari", m.ari);
    buffer_text(out, json ? "}\n" : "");
    return out->status;
}

static void put_agreement(buffer *out, bool json, const char *label, agreement a)
{
    char name[32], key[32];
    static const char *const names[] = { "precision", "recall", "F" }, *const keys[] = { "precision", "recall", "f" };
    const double values[] = { agreement_precision(a), agreement_recall(a), agreement_f(a) };
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s %s", label, names[i]);
        snprintf(key, sizeof key, "%s_%s", label, keys[i]);
        put(out, json, name, key, values[i]);
    }
}

static husk_status labels(slice answer, slice truth, const husk_measure_options *o, buffer *out, husk_error *error)
{
    label_measures m;
    bool json = o->format == HUSK_FORMAT_JSON;
    husk_status status = measure_label_files(answer, truth, o->partial, &m, error);
    if (status != HUSK_OK)
        return status;
    put_count(out, json, true, "pages", "pages", m.n_pages);
    put_count(out, json, false, "left out", "left_out", m.left_out);
    put_count(out, json, false, "word by word", "word_by_word", m.n_in_order);
    put_count(out, json, false, "template words", "template_words", m.template.truth);
    put_count(out, json, false, "content words", "content_words", m.content.truth);
    put_agreement(out, json, "template", m.template);
    put_agreement(out, json, "content", m.content);
    put(out, json, "mean page F", "page_f", m.page_f);
    buffer_text(out, json ? "}\n" : "");
    return out->status;
}

static husk_status duplicates(slice answer, slice truth, const husk_measure_options *o, buffer *out, husk_error *error)
{
    duplicate_measures m;
    bool json = o->format == HUSK_FORMAT_JSON;
    husk_status status = measure_duplicate_files(answer, truth, &m, error);
    if (status != HUSK_OK)
        return status;
    put_count(out, json, true, "same pairs", "same", m.same);
    put_count(out, json, false, "different pairs", "different", m.different);
    if (m.same)
        put(out, json, "same found", "same_found", (double)m.same_found / (double)m.same);
    if (m.different)
        put(out, json, "different found", "different_found", (double)m.different_found / (double)m.different);
    buffer_text(out, json ? "}\n" : "");
    return out->status;
}

husk_status husk_measure(husk_measure_kind kind, const char *answer, size_t answer_len, const char *truth,
                         size_t truth_len, const husk_measure_options *options, husk_output *output, husk_error *error)
{
    husk_measure_options o;
    husk_measure_options_init(&o, sizeof o);
    husk_status status = OPTIONS_TAKE(&o, options, husk_measure_options, partial, error);
    if (status != HUSK_OK)
        return status;
    slice a = { answer, answer_len }, t = { truth, truth_len };
    switch (kind) {
    case HUSK_MEASURE_CLUSTERS:
        return clusters(a, t, &o, &output->bytes, error);
    case HUSK_MEASURE_LABELS:
        return labels(a, t, &o, &output->bytes, error);
    case HUSK_MEASURE_DUPLICATES:
        return duplicates(a, t, &o, &output->bytes, error);
    }
    return error_set(error, HUSK_BAD_ARGUMENT, "unknown measure");
}
