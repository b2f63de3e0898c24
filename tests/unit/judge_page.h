/* judge_page.h - judge and write a page in one call, for tests. */
#ifndef HUSK_TEST_JUDGE_PAGE_H
#define HUSK_TEST_JUDGE_PAGE_H

#include "husk/lab.h"

/* Judge as deeply as `options` need, by `site` or NULL, and extract. */
static inline husk_status extract_page(husk_page *page, husk_site *site, husk_aim aim,
                                       const husk_extract_options *options, husk_output *output, husk_error *error)
{
    husk_judge_options judge;
    husk_verdict *verdict;
    husk_judge_options_init(&judge, sizeof judge);
    judge.aim = aim;
    husk_status status = husk_judge_options_for(&judge, options, error);
    if (status == HUSK_OK)
        status = husk_judge(page, site, &judge, &verdict, error);
    if (status != HUSK_OK)
        return status;
    status = husk_extract(verdict, options, output, error);
    husk_verdict_free(verdict);
    return status;
}

typedef enum written_form { WRITE_LABELS, WRITE_CONTENT, WRITE_TEMPLATE, WRITE_REPORT } written_form;

static inline husk_status write_report(husk_verdict *verdict, husk_output *output, husk_error *error)
{
    husk_report *report = NULL;
    husk_status status = husk_report_new(NULL, &report, error);
    status = status ?: husk_report_begin(output, error);
    status = status ?: husk_report_page(report, verdict, output, error);
    status = status ?: husk_report_end(report, output, error);
    husk_report_free(report);
    return status;
}

/* Judge in full by `method`, a husk_method or husk_published_method, and write in that form. */
static inline husk_status write_judged(husk_page *page, husk_site *site, uint32_t method, written_form form,
                                       husk_output *output, husk_error *error)
{
    husk_judge_options judge;
    husk_verdict *verdict;
    husk_judge_options_init(&judge, sizeof judge);
    husk_judge_by(&judge, method, NULL);
    judge.why = true;
    husk_status status = husk_judge(page, site, &judge, &verdict, error);
    if (status != HUSK_OK)
        return status;
    status = form == WRITE_LABELS ? husk_write_labels(verdict, 0, output, error)
             : form == WRITE_REPORT
                 ? write_report(verdict, output, error)
                 : husk_write_stripped(verdict, form == WRITE_CONTENT ? HUSK_KEEP_CONTENT : HUSK_KEEP_TEMPLATE, output,
                                       error);
    husk_verdict_free(verdict);
    return status;
}

#endif
