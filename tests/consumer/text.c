/* text.c - the main content of a page on stdin as text. */
#include <husk/husk.h>

#include <stdio.h>

int main(void)
{
    static char html[1 << 20];
    husk_error error;
    husk_page *page;
    husk_output *output;
    husk_verdict *verdict = NULL;
    size_t len = fread(html, 1, sizeof html, stdin);
    if (husk_page_new(NULL, &page, &error) != HUSK_OK || husk_output_new(1 << 20, &output) != HUSK_OK ||
        husk_page_parse_html(page, html, len, NULL, &error) != HUSK_OK ||
        husk_judge(page, NULL, NULL, &verdict, &error) != HUSK_OK ||
        husk_extract(verdict, NULL, output, &error) != HUSK_OK)
        return 1;
    const char *text = husk_output_data(output, &len);
    fwrite(text, 1, len, stdout);
    husk_verdict_free(verdict);
    husk_output_free(output);
    husk_page_free(page);
    return 0;
}
