/* fuzz_items.c - any bytes as a page whose repeated parts become rows.
 * The first byte chooses the format, the region, and whether regions are listed. Rows are whole lines within the page's
 * share of output; the same page gives the same rows again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/kept_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_OUTPUT ((size_t)16 << 20)
#define N_KINDS 12u

static husk_records *records_of(unsigned kind)
{
    static husk_records *all[N_KINDS];
    static const int formats[] = { HUSK_RECORDS_JSONL, HUSK_RECORDS_CSV, HUSK_RECORDS_PARQUET };
    husk_records_options options;
    husk_records_options_init(&options, sizeof options);
    options.items = true;
    options.format = formats[kind % 3];
    options.list = kind / 3 % 2;
    options.region = kind / 6 ? 2 : 0;
    if (all[kind] == NULL && husk_records_new(NULL, &options, &all[kind], NULL) != HUSK_OK)
        abort();
    return all[kind];
}

static void write_rows(husk_records *records, husk_verdict *verdict, husk_output *out)
{
    husk_row *row;
    husk_output_clear(out);
    if (husk_records_read(records, verdict, &row, NULL) != HUSK_OK)
        abort();
    husk_status status = husk_records_write(records, row, out, NULL);
    if (status != HUSK_OK && status != HUSK_LIMIT)
        abort();
    husk_row_free(row);
}

static void check(husk_records *records, unsigned kind, husk_verdict *verdict)
{
    static husk_output *out[2];
    const char *data[2];
    size_t len[2];
    for (size_t i = 0; i < 2; i++) {
        if (out[i] == NULL && husk_output_new(MAX_OUTPUT, &out[i]) != HUSK_OK)
            abort();
        write_rows(records, verdict, out[i]);
        data[i] = husk_output_data(out[i], &len[i]);
    }
    if (len[0] != len[1] || (len[0] && memcmp(data[0], data[1], len[0]) != 0))
        abort();
    if (kind % 3 != 2 && len[0] && data[0][len[0] - 1] != '\n')
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static husk_page *page;
    husk_verdict *verdict;
    if (size == 0)
        return 0;
    unsigned kind = data[0] % N_KINDS;
    husk_raw raw = { .size = sizeof(husk_raw),
                     .id = "fuzz",
                     .url = "http://forum.example/topic/1",
                     .bytes = (const char *)data + 1,
                     .len = size - 1 };
    if (!kept_page_parse(&page, NULL, &raw))
        return 0;
    husk_judge_options options;
    husk_judge_options_init(&options, sizeof options);
    options.depth = HUSK_DEPTH_FULL;
    if (husk_judge(page, NULL, &options, &verdict, NULL) != HUSK_OK)
        abort();
    check(records_of(kind), kind, verdict);
    husk_verdict_free(verdict);
    return 0;
}
