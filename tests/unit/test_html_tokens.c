/* test_html_tokens.c - the tokenizer: vectors, names, references by hand, and the standard's conformance tests. */
#include "unit/html_data.h"

#include <yyjson.h>

#include "html/tokens.h"

/* --- tokens as the suite writes them ------------------------------------------------------------------------------ */

/* A list of tokens as text: texts that follow each other are one. */
typedef struct token_list {
    buffer out;
    bool in_text;
} token_list;

static void put(token_list *list, const char *kind)
{
    if (list->in_text)
        buffer_byte(&list->out, '\n');
    list->in_text = false;
    buffer_text(&list->out, kind);
}

static void put_text(token_list *list, slice text)
{
    if (text.len && !list->in_text)
        buffer_text(&list->out, "Character ");
    list->in_text |= text.len != 0;
    buffer_append(&list->out, text.data, text.len);
}

static void put_lower(token_list *list, slice name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (name.data[i])
            buffer_byte(&list->out, lower(name.data[i]));
        else
            buffer_text(&list->out, "\xef\xbf\xbd");
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Attributes sorted by name, since the suite's have no order. */
static void put_sorted(token_list *list, char **attributes, size_t n)
{
    qsort(attributes, n, sizeof *attributes, by_name);
    for (size_t i = 0; i < n; i++) {
        buffer_byte(&list->out, ' ');
        buffer_text(&list->out, attributes[i]);
        free(attributes[i]);
    }
}

static char *attribute_text(slice name, slice value)
{
    char *text = malloc(name.len + value.len + 4);
    sprintf(text, "%.*s=%.*s", (int)name.len, name.data, (int)value.len, value.data);
    return text;
}

static void put_tag(token_list *list, const tokenizer *t, bool end)
{
    char *attributes[64];
    put(list, end ? "EndTag " : "StartTag ");
    put_lower(list, t->name);
    for (uint32_t i = 0; i < t->n_attributes; i++) {
        const html_attribute *a = &t->attributes[i];
        attributes[i] = attribute_text((slice){ a->name, a->name_len }, (slice){ a->value, a->value_len });
    }
    put_sorted(list, attributes, t->n_attributes);
    if (t->self_closing && !end)
        buffer_text(&list->out, " /");
    buffer_byte(&list->out, '\n');
}

static void put_doctype(token_list *list, const tokenizer *t, html_side *room)
{
    doctype d = doctype_parse(t->text, t->closed);
    put(list, "DOCTYPE ");
    put_lower(list, d.name);
    slice ids[] = { references_decode(room, d.public_id, DECODE_NUL),
                    references_decode(room, d.system_id, DECODE_NUL) };
    bool has[] = { d.has_public, d.has_system };
    for (int i = 0; i < 2; i++) {
        buffer_text(&list->out, has[i] ? " '" : " -");
        buffer_append(&list->out, ids[i].data, has[i] ? ids[i].len : 0);
    }
    buffer_text(&list->out, d.broken ? " broken\n" : "\n");
}

static void collect(tokenizer *t, token_list *list, html_side *room)
{
    for (;;)
        switch (token_next(t)) {
        case TOKEN_TEXT:
            put_text(list, t->notes ? references_decode(room, t->text, DECODE_REFERENCES | DECODE_EMPTY_END) : t->text);
            break;
        case TOKEN_RAW:
            put_text(list, t->text);
            if (t->closed)
                put_tag(list, t, true);
            break;
        case TOKEN_START:
            put_tag(list, t, false);
            break;
        case TOKEN_END:
            put_tag(list, t, true);
            break;
        case TOKEN_COMMENT:
            put(list, "Comment ");
            t->text = references_decode(room, t->text, DECODE_NUL);
            buffer_append(&list->out, t->text.data, t->text.len);
            buffer_byte(&list->out, '\n');
            break;
        case TOKEN_DOCTYPE:
            put_doctype(list, t, room);
            break;
        case TOKEN_EOF:
            put(list, "");
            return;
        }
}

/* --- the suite's files -------------------------------------------------------------------------------------------- */

/* "\uHHHH" in a string that is escaped twice. */
static void unescape(slice text, buffer *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.len - i >= 6 && memcmp(text.data + i, "\\u", 2) == 0) {
            char hex[5] = { 0 }, bytes[4];
            memcpy(hex, text.data + i + 2, 4);
            buffer_append(out, bytes, utf8_put((uint32_t)strtoul(hex, NULL, 16), bytes));
            i += 5;
        } else {
            buffer_byte(out, text.data[i]);
        }
    }
}

/* A JSON string's text, unescaped once more where the test says so; lives as long as the test. */
static slice string_of(yyjson_val *value, bool twice, buffer *memory)
{
    slice text = { yyjson_get_str(value), yyjson_get_len(value) };
    if (!twice)
        return text;
    buffer_clear(memory);
    unescape(text, memory);
    return (slice){ memory->data ? memory->data : "", memory->len };
}

static void want_tag(token_list *list, yyjson_val *token, bool twice, buffer *memory)
{
    char *attributes[64];
    size_t n = 0, i, max;
    yyjson_val *key, *value;
    slice name = string_of(yyjson_arr_get(token, 1), twice, memory);
    bool end = yyjson_equals_str(yyjson_arr_get_first(token), "EndTag");
    put(list, end ? "EndTag " : "StartTag ");
    buffer_append(&list->out, name.data, name.len);
    yyjson_obj_foreach(yyjson_arr_get(token, 2), i, max, key, value)
    {
        buffer second;
        buffer_init(&second, 1 << 16);
        slice text = string_of(key, twice, memory);
        attributes[n++] = attribute_text(text, string_of(value, twice, &second));
        buffer_free(&second);
    }
    put_sorted(list, attributes, n);
    if (yyjson_get_bool(yyjson_arr_get(token, 3)))
        buffer_text(&list->out, " /");
    buffer_byte(&list->out, '\n');
}

static void want_doctype(token_list *list, yyjson_val *token, bool twice, buffer *memory)
{
    put(list, "DOCTYPE ");
    for (size_t i = 1; i < 4; i++) {
        yyjson_val *value = yyjson_arr_get(token, i);
        slice text = yyjson_is_str(value) ? string_of(value, twice, memory) : (slice){ "", 0 };
        if (i > 1)
            buffer_text(&list->out, yyjson_is_str(value) ? " '" : " -");
        buffer_append(&list->out, text.data, text.len);
    }
    buffer_text(&list->out, yyjson_get_bool(yyjson_arr_get(token, 4)) ? "\n" : " broken\n");
}

static void want_tokens(token_list *list, yyjson_val *output, bool twice)
{
    size_t i, max;
    yyjson_val *token;
    buffer memory;
    buffer_init(&memory, 1 << 20);
    yyjson_arr_foreach(output, i, max, token)
    {
        const char *kind = yyjson_get_str(yyjson_arr_get_first(token));
        if (strcmp(kind, "Character") == 0) {
            put_text(list, string_of(yyjson_arr_get(token, 1), twice, &memory));
        } else if (strcmp(kind, "Comment") == 0) {
            slice text = string_of(yyjson_arr_get(token, 1), twice, &memory);
            put(list, "Comment ");
            buffer_append(&list->out, text.data, text.len);
            buffer_byte(&list->out, '\n');
        } else if (strcmp(kind, "DOCTYPE") == 0) {
            want_doctype(list, token, twice, &memory);
        } else {
            want_tag(list, token, twice, &memory);
        }
    }
    put(list, "");
    buffer_free(&memory);
}

static void set_state(tokenizer *t, const char *state, yyjson_val *last_tag)
{
    static const struct {
        const char *state;
        raw_kind raw;
    } raws[] = { { "PLAINTEXT state", RAW_PLAIN },
                 { "RCDATA state", RAW_RCDATA },
                 { "RAWTEXT state", RAW_TEXT },
                 { "Script data state", RAW_SCRIPT } };
    for (size_t i = 0; i < sizeof raws / sizeof *raws; i++)
        if (strcmp(raws[i].state, state) == 0)
            t->raw = raws[i].raw;
    t->raw_tag = 0;
    t->raw_name = (slice){ last_tag ? yyjson_get_str(last_tag) : "", last_tag ? yyjson_get_len(last_tag) : 0 };
}

/* The input with its line ends as html_parse makes them; a CDATA section is begun where the state says so. */
static slice prepare(slice input, bool in_cdata)
{
    buffer out;
    buffer_init(&out, 1 << 20);
    buffer_text(&out, in_cdata ? "<![CDATA[" : "");
    for (size_t i = 0; i < input.len; i++)
        if (input.data[i] != '\r')
            buffer_byte(&out, input.data[i]);
        else if (i + 1 == input.len || input.data[i + 1] != '\n')
            buffer_byte(&out, '\n');
    slice padded = data_padded((slice){ out.data ? out.data : "", out.len });
    buffer_free(&out);
    return padded;
}

static int n_tests, n_failed;

static void run_state(const char *file, yyjson_val *test, const char *state)
{
    static tokenizer t;
    token_list got = { 0 }, want = { 0 };
    html_side room;
    buffer memory;
    bool twice = yyjson_get_bool(yyjson_obj_get(test, "doubleEscaped"));
    buffer_init(&memory, 1 << 20);
    buffer_init(&got.out, 1 << 20);
    buffer_init(&want.out, 1 << 20);
    side_init(&room, 1 << 22);
    bool in_cdata = strcmp(state, "CDATA section state") == 0;
    slice input = prepare(string_of(yyjson_obj_get(test, "input"), twice, &memory), in_cdata);
    tokenizer_init(&t, input, &room, NULL);
    t.cdata = in_cdata;
    set_state(&t, state, yyjson_obj_get(test, "lastStartTag"));
    collect(&t, &got, &room);
    want_tokens(&want, yyjson_obj_get(test, "output"), twice);
    n_tests++;
    if (got.out.len != want.out.len || (got.out.len && memcmp(got.out.data, want.out.data, got.out.len) != 0)) {
        n_failed++;
        fprintf(stderr, "%s, %s: %s\n--- expected\n%.*s--- found\n%.*s\n", file, state,
                yyjson_get_str(yyjson_obj_get(test, "description")), (int)want.out.len, want.out.data, (int)got.out.len,
                got.out.data);
    }
    free((char *)input.data);
    side_free(&room);
    buffer_free(&memory);
    buffer_free(&got.out);
    buffer_free(&want.out);
}

/* The suite's form for XML, of characters that XML does not have, is none of Husk's. */
static void run_file(const char *name, slice content)
{
    yyjson_doc *doc = yyjson_read(content.data, content.len, YYJSON_READ_ALLOW_INVALID_UNICODE);
    assert_non_null(doc);
    size_t i, max, k, n_states;
    yyjson_val *test, *state;
    yyjson_arr_foreach(yyjson_obj_get(yyjson_doc_get_root(doc), "tests"), i, max, test)
    {
        yyjson_val *states = yyjson_obj_get(test, "initialStates");
        if (states == NULL)
            run_state(name, test, "Data state");
        yyjson_arr_foreach(states, k, n_states, state) run_state(name, test, yyjson_get_str(state));
    }
    yyjson_doc_free(doc);
}

static void conformance(void **state)
{
    (void)state;
    if (data_each("tokenizer", ".test", run_file) == 0) {
        print_message("the conformance tests are not here\n");
        skip();
    }
    print_message("%d tokenizer tests, %d differ\n", n_tests, n_failed);
    assert_true(n_tests > 5000);
    assert_int_equal(n_failed, 0);
}

/* --- by hand ------------------------------------------------------------------------------------------------------ */

/* As scan, byte by byte. */
static const char *scan_plain(const char *p, const char *end, char c, unsigned *notes)
{
    for (; p < end && *p != c; p++)
        *notes |= *p == '&' ? NOTE_AMPERSAND : *p == 0 ? NOTE_NUL : 0u;
    return p;
}

static void scans_agree(void **state)
{
    (void)state;
    char text[192] = { 0 };
    for (size_t len = 0; len < 80; len++)
        for (size_t at = 0; at <= len; at++)
            for (size_t noted = 0; noted <= len; noted += 7) {
                memset(text, 'x', len);
                memset(text + len, 0, sizeof text - len);
                text[noted] = '&';
                if (noted > 2)
                    text[noted - 2] = 0;
                text[at] = '<';
                unsigned plain = 0, notes = 0;
                const char *end = text + len;
                assert_ptr_equal(scan_plain(text, end, '<', &plain), text + at);
                assert_ptr_equal(scan(text, end, '<', &notes), text + at);
                assert_int_equal(notes & plain, plain);
                if (at < len)
                    assert_int_equal(notes, plain);
            }
}

static uint16_t tag_by_name(const char *name, uint32_t len)
{
    char padded[NAME_BYTES] = { 0 };
    bool capitals;
    memcpy(padded, name, len);
    return name_find(name_table_get()->tags, TAG_SLOTS, name_key_of(padded, len, &capitals), len);
}

static void names(void **state)
{
    (void)state;
    assert_int_equal(tag_by_name("p", 1), TAG_P);
    assert_int_equal(tag_by_name("BlockQuote", 10), TAG_BLOCKQUOTE);
    assert_int_equal(tag_by_name("annotation-xml", 14), TAG_ANNOTATION_XML);
    assert_int_equal(tag_by_name("p\0", 2), 0); /* NUL is part of a name */
    assert_int_equal(tag_by_name("@", 1), 0);   /* beside the letters */
    assert_int_equal(tag_by_name("x-element", 9), 0);
    assert_int_equal(attribute_by_name("HREF", 4), ATTR_HREF);
    assert_int_equal(attribute_by_name("a-name-of-more-than-16-bytes", 28), ATTR_OTHER);
}

static void check_decoded(const char *text, unsigned how, const char *want)
{
    html_side room;
    side_init(&room, 1 << 20);
    slice padded = data_padded((slice){ text, strlen(text) });
    slice got = references_decode(&room, padded, how);
    assert_int_equal(got.len, strlen(want));
    assert_memory_equal(got.data, want, got.len);
    free((char *)padded.data);
    side_free(&room);
}

static void references_by_hand(void **state)
{
    (void)state;
    check_decoded("a &amp; b &lt &notit; &notin;", DECODE_REFERENCES, "a & b < \xc2\xacit; \xe2\x88\x89");
    check_decoded("?a=1&copy=2&lt=3&amp;&amp", DECODE_REFERENCES | DECODE_ATTRIBUTE, "?a=1&copy=2&lt=3&&");
    check_decoded("&#128;&#x2014&#0;&#xD800;&#99999999999;&#;&#x;", DECODE_REFERENCES,
                  "\xe2\x82\xac\xe2\x80\x94\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd&#;&#x;");
    check_decoded("&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;&nLt;",
                  DECODE_REFERENCES, /* longer than the text it stands for */
                  "\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92"
                  "\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92"
                  "\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92"
                  "\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92\xe2\x89\xaa\xe2\x83\x92");
    check_decoded("a</>b", DECODE_EMPTY_END, "ab");
    check_decoded("a&amp;</>b", 0, "a&amp;</>b");
}

static void quirks(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool quirks;
    } doctypes[] = {
        { " html", false },
        { " HTML SYSTEM 'about:legacy-compat'", false },
        { " html PUBLIC \"-//W3C//DTD HTML 4.01//EN\"", false },
        { " html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"", true },
        { " html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\"", false },
        { " html PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\"", true },
        { " html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\"", false },
        { " html SYSTEM \"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd\"", true },
        { " html SYSTEM unquoted", true },
        { " svg", true },
        { "", true }
    };
    for (size_t i = 0; i < sizeof doctypes / sizeof *doctypes; i++) {
        doctype d = doctype_parse((slice){ doctypes[i].text, strlen(doctypes[i].text) }, true);
        assert_int_equal(doctype_quirks(&d), doctypes[i].quirks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(scans_agree), cmocka_unit_test(names),
                                        cmocka_unit_test(references_by_hand), cmocka_unit_test(quirks),
                                        cmocka_unit_test(conformance) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
