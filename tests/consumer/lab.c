/* lab.c - PageLevel's segments of a page on stdin: the library of husk/lab.h. */
#include <husk/lab.h>

#include <stdio.h>

int main(void)
{
    static char html[1 << 20];
    husk_error error;
    husk_page *page;
    husk_output *output;
    size_t len = fread(html, 1, sizeof html, stdin);
    if (husk_page_new(NULL, &page, &error) != HUSK_OK || husk_output_new(1 << 20, &output) != HUSK_OK ||
        husk_page_parse_html(page, html, len, NULL, &error) != HUSK_OK ||
        husk_pagelevel_segments(page, NULL, output, &error) != HUSK_OK)
        return 1;
    const char *lines = husk_output_data(output, &len);
    fwrite(lines, 1, len, stdout);
    husk_output_free(output);
    husk_page_free(page);
    return 0;
}
