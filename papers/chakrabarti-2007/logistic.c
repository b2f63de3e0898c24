/* logistic.c - scores of the logistic models, and the model file.
 * Numbers are written and read as decimals with six places, by integer arithmetic: no locale, no double rounding.
 * Cost: one product per feature. Limits: HUSK_MAX_PAGELEVEL_BYTES per file. */
#include "chakrabarti-2007/logistic.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"

/* --- scores ------------------------------------------------------------------------------------------------------- */

static const logistic_part *part_of(const logistic_model *model, float area)
{
    uint32_t k = 0;
    while (k < LOGISTIC_MODELS - 1 && area >= model->area[k])
        k++;
    return &model->part[k];
}

float logistic_score(const logistic_model *model, float area, const float *features)
{
    const logistic_part *part = part_of(model, area);
    float sum = part->bias;
    for (int i = 0; i < N_NODE_FEATURES; i++)
        sum += part->weight[i] * features[i];
    return 1 / (1 + expf(-sum));
}

/* The feature that moves the score most from an average node's, in the direction of the answer. */
const char *logistic_reason(const logistic_model *model, float area, const float *features, const float *usual,
                            bool is_template)
{
    const logistic_part *part = part_of(model, area);
    float most = 0;
    const char *reason = is_template ? "looks like a template" : "looks like content";
    for (int i = 0; i < N_NODE_FEATURES; i++) {
        float away = features[i] - usual[i], push = part->weight[i] * away * (is_template ? 1 : -1);
        if (push > most) {
            most = push;
            reason = away > 0 ? node_feature_names[i].high : node_feature_names[i].low;
        }
    }
    return reason;
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static void write_number(buffer *out, float value)
{
    long long millionths = llrint((double)value * 1e6);
    unsigned long long size = millionths < 0 ? -(unsigned long long)millionths : (unsigned long long)millionths;
    buffer_format(out, "%s%llu.%06llu", millionths < 0 ? "-" : "", size / 1000000, size % 1000000);
}

static void write_line(buffer *out, const char *name, float value)
{
    buffer_text(out, name);
    buffer_byte(out, ' ');
    write_number(out, value);
    buffer_byte(out, '\n');
}

static void write_part(buffer *out, const logistic_model *model, int k)
{
    const logistic_part *part = &model->part[k];
    buffer_format(out, "\nmodel %d\nnodes %u\ntemplate-nodes %u\n", k + 1, part->n_nodes, part->n_template);
    write_line(out, "below-area", k < LOGISTIC_MODELS - 1 ? model->area[k] : 0);
    write_line(out, "regularisation", part->c);
    write_line(out, "held-out-loss", part->held_out_loss);
    write_line(out, "held-out-f", part->held_out_f);
    write_line(out, "bias", part->bias);
    for (int i = 0; i < N_NODE_FEATURES; i++)
        write_line(out, node_feature_names[i].name, part->weight[i]);
}

void logistic_write(const logistic_model *model, slice origin, buffer *out)
{
    size_t start = out->len;
    buffer_format(out, "husk-pagelevel %d\nmade-by husk %s\nsites %u\npages %u\n", LOGISTIC_FORMAT, HUSK_VERSION,
                  model->n_sites, model->n_pages);
    write_line(out, "theta", model->theta);
    write_line(out, "template-share", model->template_share);
    write_line(out, "least-area", model->least_area);
    write_line(out, "penalty", model->penalty);
    write_line(out, "threshold", model->threshold);
    buffer_text(out, model->without_stop_words ? "stop-words removed\n" : "stop-words kept\n");
    buffer_append(out, origin.data, origin.len);
    for (int k = 0; k < LOGISTIC_MODELS; k++)
        write_part(out, model, k);
    if (!out->status)
        buffer_format(out, "\nsum %016" PRIx64 "\n", hash_bytes(out->data + start, out->len - start));
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef struct reader {
    const char *at, *end;
    bool ok;
} reader;

static void read_text(reader *r, const char *text)
{
    size_t len = strlen(text);
    if (!r->ok || (size_t)(r->end - r->at) < len || memcmp(r->at, text, len) != 0)
        r->ok = false;
    else
        r->at += len;
}

static bool digit(const reader *r)
{
    return r->ok && r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

static uint64_t read_digits(reader *r, int *n)
{
    uint64_t value = 0;
    for (*n = 0; digit(r) && *n < 12; (*n)++)
        value = value * 10 + (uint64_t)(*r->at++ - '0');
    r->ok = r->ok && *n > 0 && !digit(r);
    return value;
}

/* "name 12\n" */
static uint32_t read_count(reader *r, const char *name)
{
    int n;
    read_text(r, name);
    read_text(r, " ");
    uint64_t value = read_digits(r, &n);
    read_text(r, "\n");
    r->ok = r->ok && value <= UINT32_MAX;
    return (uint32_t)value;
}

/* "name -1.250000\n" */
static float read_number(reader *r, const char *name)
{
    int n;
    read_text(r, name);
    read_text(r, " ");
    bool negative = r->ok && r->at < r->end && *r->at == '-';
    r->at += negative;
    uint64_t whole = read_digits(r, &n);
    read_text(r, ".");
    uint64_t rest = read_digits(r, &n);
    r->ok = r->ok && n == 6;
    read_text(r, "\n");
    double value = (double)whole + (double)rest / 1e6;
    return (float)(negative ? -value : value);
}

static void skip_line(reader *r)
{
    while (r->ok && r->at < r->end && *r->at != '\n')
        r->at++;
    read_text(r, "\n");
}

static void read_part(reader *r, logistic_model *model, int k)
{
    logistic_part *part = &model->part[k];
    read_text(r, "\n");
    r->ok = r->ok && read_count(r, "model") == (uint32_t)k + 1;
    part->n_nodes = read_count(r, "nodes");
    part->n_template = read_count(r, "template-nodes");
    float area = read_number(r, "below-area");
    if (k < LOGISTIC_MODELS - 1)
        model->area[k] = area;
    part->c = read_number(r, "regularisation");
    part->held_out_loss = read_number(r, "held-out-loss");
    part->held_out_f = read_number(r, "held-out-f");
    part->bias = read_number(r, "bias");
    for (int i = 0; i < N_NODE_FEATURES; i++)
        part->weight[i] = read_number(r, node_feature_names[i].name);
}

/* Reads the line from format 2 on. */
static bool read_stop_words(reader *r, uint64_t format)
{
    static const char kept[] = "stop-words kept\n";
    size_t left = (size_t)(r->end - r->at);
    if (format < 2)
        return false;
    bool is_kept = r->ok && left >= sizeof kept - 1 && memcmp(r->at, kept, sizeof kept - 1) == 0;
    read_text(r, is_kept ? kept : "stop-words removed\n");
    return !is_kept;
}

static husk_status read_head(reader *r, uint64_t *out, husk_error *error)
{
    int n;
    read_text(r, "husk-pagelevel ");
    uint64_t format = *out = read_digits(r, &n);
    read_text(r, "\n");
    if (!r->ok)
        return error_set(error, HUSK_BAD_FILE, "not a pagelevel model");
    if (format > LOGISTIC_FORMAT)
        return error_set(error, HUSK_NEWER_FILE, "model format %" PRIu64 " is newer than this husk reads (%d)", format,
                         LOGISTIC_FORMAT);
    if (format < 1)
        return error_set(error, HUSK_BAD_FILE, "model format %" PRIu64 " is not one that this husk reads (%d)", format,
                         LOGISTIC_FORMAT);
    return HUSK_OK;
}

/* The last line must be the checksum of everything before it. */
static bool sum_fits(const char *data, size_t len)
{
    char line[32];
    const size_t line_len = 1 + 4 + 16 + 1;
    if (len < line_len)
        return false;
    snprintf(line, sizeof line, "\nsum %016" PRIx64 "\n", hash_bytes(data, len - line_len));
    return memcmp(data + len - line_len, line, line_len) == 0;
}

husk_status logistic_read(const char *data, size_t len, logistic_model *out, husk_error *error)
{
    reader r = { data, data + len, len <= HUSK_MAX_PAGELEVEL_BYTES };
    memset(out, 0, sizeof *out);
    uint64_t format;
    husk_status status = read_head(&r, &format, error);
    if (status)
        return status;
    if (!sum_fits(data, len))
        return error_set(error, HUSK_BAD_FILE, "the model is truncated or damaged: its checksum does not match");
    read_text(&r, "made-by husk ");
    skip_line(&r);
    out->n_sites = read_count(&r, "sites");
    out->n_pages = read_count(&r, "pages");
    out->theta = read_number(&r, "theta");
    out->template_share = read_number(&r, "template-share");
    out->least_area = read_number(&r, "least-area");
    out->penalty = read_number(&r, "penalty");
    out->threshold = read_number(&r, "threshold");
    out->without_stop_words = read_stop_words(&r, format);
    while (r.ok && r.at < r.end && *r.at == '#')
        skip_line(&r);
    for (int k = 0; k < LOGISTIC_MODELS; k++)
        read_part(&r, out, k);
    read_text(&r, "\nsum ");
    if (!r.ok)
        return error_set(error, HUSK_BAD_FILE, "the model has an unexpected line near byte %zu", (size_t)(r.at - data));
    return HUSK_OK;
}
