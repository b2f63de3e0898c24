/* mathml.c - MathML as TeX, for formulas without TeX.
 * Elements are written during a walk over the tree; when one ends, its parts are put into its form: \frac{a}{b},
 * a_{i}^{2},
 * begin{matrix} … Cost: each level moves its own text once. Limits: MAX_DEPTH levels, MAX_TEX bytes; a formula beyond
 * them is written as its text. */
#include "write/element.h"

#define MAX_DEPTH 64
#define MAX_TEX 16384
#define MAX_PARTS 3

typedef enum form {
    ROW, /* its parts in sequence */
    TOKEN,
    NUMBER,
    OPERATOR,
    WORDS,
    FRACTION,
    ROOT,
    SQUARE_ROOT,
    SUB,
    SUP,
    SUB_SUP,
    UNDER,
    OVER,
    UNDER_OVER,
    TABLE,
    TABLE_ROW,
    FENCED,
    FIRST_ONLY,
    NOTHING
} form;

static const struct {
    const char *name;
    uint8_t form;
} forms[] = { { "mi", TOKEN },
              { "mn", NUMBER },
              { "mo", OPERATOR },
              { "mtext", WORDS },
              { "ms", WORDS },
              { "mfrac", FRACTION },
              { "mroot", ROOT },
              { "msqrt", SQUARE_ROOT },
              { "msub", SUB },
              { "msup", SUP },
              { "msubsup", SUB_SUP },
              { "munder", UNDER },
              { "mover", OVER },
              { "munderover", UNDER_OVER },
              { "mtable", TABLE },
              { "mtr", TABLE_ROW },
              { "mlabeledtr", TABLE_ROW },
              { "mfenced", FENCED },
              { "semantics", FIRST_ONLY },
              { "maction", FIRST_ONLY },
              { "annotation", NOTHING },
              { "annotation-xml", NOTHING },
              { "mphantom", NOTHING },
              { "mprescripts", NOTHING },
              { "none", NOTHING } };

/* Characters with a TeX command. Those that TeX takes unchanged, or that are invisible, are not listed. */
static const struct {
    uint32_t c;
    const char *tex;
} commands[] = {
    { '#', "\\#" },
    { '$', "\\$" },
    { '%', "\\%" },
    { '&', "\\&" },
    { '\\', "\\backslash" },
    { '{', "\\{" },
    { '}', "\\}" },
    { '_', "\\_" },
    { 0xa0, "~" },
    { 0xac, "\\neg" },
    { 0xb1, "\\pm" },
    { 0xb7, "\\cdot" },
    { 0xd7, "\\times" },
    { 0xf7, "\\div" },
    { 0x393, "\\Gamma" },
    { 0x394, "\\Delta" },
    { 0x398, "\\Theta" },
    { 0x39b, "\\Lambda" },
    { 0x39e, "\\Xi" },
    { 0x3a0, "\\Pi" },
    { 0x3a3, "\\Sigma" },
    { 0x3a6, "\\Phi" },
    { 0x3a8, "\\Psi" },
    { 0x3a9, "\\Omega" },
    { 0x3b1, "\\alpha" },
    { 0x3b2, "\\beta" },
    { 0x3b3, "\\gamma" },
    { 0x3b4, "\\delta" },
    { 0x3b5, "\\varepsilon" },
    { 0x3b6, "\\zeta" },
    { 0x3b7, "\\eta" },
    { 0x3b8, "\\theta" },
    { 0x3b9, "\\iota" },
    { 0x3ba, "\\kappa" },
    { 0x3bb, "\\lambda" },
    { 0x3bc, "\\mu" },
    { 0x3bd, "\\nu" },
    { 0x3be, "\\xi" },
    { 0x3c0, "\\pi" },
    { 0x3c1, "\\rho" },
    { 0x3c3, "\\sigma" },
    { 0x3c4, "\\tau" },
    { 0x3c5, "\\upsilon" },
    { 0x3c6, "\\varphi" },
    { 0x3c7, "\\chi" },
    { 0x3c8, "\\psi" },
    { 0x3c9, "\\omega" },
    { 0x3d5, "\\phi" },
    { 0x3f5, "\\epsilon" },
    { 0x2032, "'" },
    { 0x2026, "\\dots" },
    { 0x2061, "" },
    { 0x2062, "" },
    { 0x2063, "" },
    { 0x2064, "" },
    { 0x200b, "" },
    { 0x2102, "\\mathbb{C}" },
    { 0x2115, "\\mathbb{N}" },
    { 0x211a, "\\mathbb{Q}" },
    { 0x211d, "\\mathbb{R}" },
    { 0x2124, "\\mathbb{Z}" },
    { 0x2113, "\\ell" },
    { 0x2190, "\\leftarrow" },
    { 0x2192, "\\to" },
    { 0x2194, "\\leftrightarrow" },
    { 0x21d2, "\\Rightarrow" },
    { 0x21d4, "\\Leftrightarrow" },
    { 0x21a6, "\\mapsto" },
    { 0x2200, "\\forall" },
    { 0x2202, "\\partial" },
    { 0x2203, "\\exists" },
    { 0x2205, "\\emptyset" },
    { 0x2207, "\\nabla" },
    { 0x2208, "\\in" },
    { 0x2209, "\\notin" },
    { 0x220f, "\\prod" },
    { 0x2211, "\\sum" },
    { 0x2212, "-" },
    { 0x2213, "\\mp" },
    { 0x2217, "*" },
    { 0x2218, "\\circ" },
    { 0x221a, "\\surd" },
    { 0x221d, "\\propto" },
    { 0x221e, "\\infty" },
    { 0x2223, "\\mid" },
    { 0x2225, "\\parallel" },
    { 0x2227, "\\land" },
    { 0x2228, "\\lor" },
    { 0x2229, "\\cap" },
    { 0x222a, "\\cup" },
    { 0x222b, "\\int" },
    { 0x222c, "\\iint" },
    { 0x222e, "\\oint" },
    { 0x223c, "\\sim" },
    { 0x2243, "\\simeq" },
    { 0x2248, "\\approx" },
    { 0x2260, "\\neq" },
    { 0x2261, "\\equiv" },
    { 0x2264, "\\leq" },
    { 0x2265, "\\geq" },
    { 0x226a, "\\ll" },
    { 0x226b, "\\gg" },
    { 0x2282, "\\subset" },
    { 0x2286, "\\subseteq" },
    { 0x2295, "\\oplus" },
    { 0x2297, "\\otimes" },
    { 0x22a5, "\\perp" },
    { 0x22c5, "\\cdot" },
    { 0x22ef, "\\cdots" },
    { 0x22ee, "\\vdots" },
    { 0x22f1, "\\ddots" },
    { 0x27e8, "\\langle" },
    { 0x27e9, "\\rangle" },
    { 0x2308, "\\lceil" },
    { 0x2309, "\\rceil" },
    { 0x230a, "\\lfloor" },
    { 0x230b, "\\rfloor" },
};

static form form_of(const husk_page *page, uint32_t node)
{
    slice name = page_tag_name(page, page->tag[node]);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (slice_is(name, forms[i].name))
            return (form)forms[i].form;
    return ROW;
}

/* --- tokens ------------------------------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

/* Does a command of letters end here? A letter after it would be read as part of it. */
static bool ends_in_command(const buffer *out, size_t from)
{
    size_t i = out->len;
    while (i > from && is_letter(out->data[i - 1]))
        i--;
    return i > from && i < out->len && out->data[i - 1] == '\\';
}

static void put(buffer *out, const char *text, size_t len)
{
    if (len && is_letter(text[0]) && ends_in_command(out, 0))
        buffer_byte(out, ' ');
    buffer_append(out, text, len);
}

static void put_char(buffer *out, const char *text, size_t len)
{
    size_t at = 0;
    uint32_t c = utf8_next(text, len, &at);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].c == c) {
            put(out, commands[i].tex, strlen(commands[i].tex));
            return;
        }
    put(out, text, len);
}

static bool is_function(slice name)
{
    static const char *const names[] = { "sin",  "cos",  "tan",    "cot",    "sec",    "csc", "sinh",
                                         "cosh", "tanh", "arcsin", "arccos", "arctan", "exp", "log",
                                         "ln",   "lg",   "lim",    "max",    "min",    "sup", "inf",
                                         "det",  "dim",  "gcd",    "deg",    "ker",    "arg", "Pr" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is(name, names[i]))
            return true;
    return false;
}

static void put_each(buffer *out, slice text)
{
    for (size_t i = 0; i < text.len;) {
        size_t from = i;
        utf8_next(text.data, text.len, &i);
        if (!is_space(text.data[from]))
            put_char(out, text.data + from, i - from);
    }
}

/* A name of several letters is a function, or upright. */
static void put_token(buffer *out, form f, slice text)
{
    bool letters = text.len > 1;
    for (size_t i = 0; i < text.len; i++)
        letters &= is_letter(text.data[i]);
    if (f == WORDS) {
        buffer_text(out, "\\text{");
        for (size_t i = 0; i < text.len; i++)
            if (!strchr("\\{}$", text.data[i]) || text.data[i] == 0)
                buffer_byte(out, is_space(text.data[i]) ? ' ' : text.data[i]);
        buffer_byte(out, '}');
    } else if (letters && is_function(text)) {
        buffer_byte(out, '\\');
        buffer_append(out, text.data, text.len);
    } else if (letters && f != NUMBER) {
        buffer_text(out, "\\mathrm{");
        buffer_append(out, text.data, text.len);
        buffer_byte(out, '}');
    } else {
        put_each(out, text);
    }
}

/* --- forms -------------------------------------------------------------------------------------------------------- */

typedef struct level {
    uint32_t node, end;
    size_t start;           /* in the output */
    size_t part[MAX_PARTS]; /* where its parts start */
    unsigned n;             /* parts begun */
    form form;
} level;

typedef struct mathml {
    const husk_page *page;
    buffer *out, piece;
    level levels[MAX_DEPTH];
    unsigned n;
} mathml;

static slice part(const mathml *m, const level *l, unsigned i)
{
    if (i >= l->n || i >= MAX_PARTS)
        return (slice){ "", 0 };
    size_t end = i + 1 < l->n && i + 1 < MAX_PARTS ? l->part[i + 1] : m->out->len;
    /* Without the space that separated it from a command of the previous part. */
    return slice_trim((slice){ m->out->data + l->part[i], end - l->part[i] });
}

/* A single character or command needs no braces as the base of a script. */
static bool is_single(slice tex)
{
    size_t at = 0;
    if (tex.len == 0)
        return false;
    if (tex.data[0] == '\\') {
        size_t i = 1;
        while (i < tex.len && is_letter(tex.data[i]))
            i++;
        return i == tex.len;
    }
    utf8_next(tex.data, tex.len, &at);
    return at == tex.len;
}

static void group(buffer *out, slice tex, bool always)
{
    bool braces = always || !is_single(tex);
    if (braces)
        buffer_byte(out, '{');
    else if (tex.len && is_letter(tex.data[0]) && ends_in_command(out, 0))
        buffer_byte(out, ' ');
    buffer_append(out, tex.data, tex.len);
    if (braces)
        buffer_byte(out, '}');
}

static void script(buffer *out, const char *mark, slice tex)
{
    buffer_text(out, mark);
    group(out, tex, !(tex.len == 1 && tex.data[0] != '\\'));
}

/* Operators with limits below and above. */
static bool has_limits(slice base)
{
    static const char *const names[] = { "\\sum", "\\prod", "\\int", "\\iint", "\\oint",
                                         "\\lim", "\\max",  "\\min", "\\sup",  "\\inf" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is(base, names[i]))
            return true;
    return false;
}

static const char *accent(slice over)
{
    static const struct {
        const char *sign, *tex;
    } accents[] = { { "\xc2\xaf", "\\overline" },
                    { "\xe2\x80\xbe", "\\overline" },
                    { "_", "\\overline" },
                    { "^", "\\hat" },
                    { "\xcb\x86", "\\hat" },
                    { "~", "\\tilde" },
                    { "\xcb\x9c", "\\tilde" },
                    { "\\to", "\\vec" },
                    { "\xe2\x83\x97", "\\vec" },
                    { "\xcb\x99", "\\dot" },
                    { ".", "\\dot" },
                    { "\xc2\xa8", "\\ddot" },
                    { "\xe2\x8f\x9e", "\\overbrace" } };
    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++)
        if (slice_is(over, accents[i].sign))
            return accents[i].tex;
    return NULL;
}

static void write_scripts(buffer *out, slice base, slice sub, slice sup)
{
    if (has_limits(base))
        buffer_append(out, base.data, base.len);
    else
        group(out, base, false);
    if (sub.len)
        script(out, "_", sub);
    if (sup.len)
        script(out, "^", sup);
}

static void write_under_over(buffer *out, form f, slice base, slice mark)
{
    const char *name = f == OVER ? accent(mark) : NULL;
    if (has_limits(base)) {
        write_scripts(out, base, f == UNDER ? mark : (slice){ "", 0 }, f == OVER ? mark : (slice){ "", 0 });
        return;
    }
    buffer_text(out, name ? name : f == UNDER ? "\\underset" : "\\overset");
    if (name == NULL)
        group(out, mark, true);
    group(out, base, true);
}

/* Put the parts of an ending element into its form; `out` is empty. */
static void compose(const mathml *m, const level *l, buffer *out)
{
    slice a = part(m, l, 0), b = part(m, l, 1), c = part(m, l, 2), none = { "", 0 };
    switch (l->form) {
    case FRACTION:
        buffer_text(out, "\\frac");
        group(out, a, true);
        group(out, b, true);
        break;
    case ROOT:
        buffer_text(out, "\\sqrt[");
        buffer_append(out, b.data, b.len);
        buffer_byte(out, ']');
        group(out, a, true);
        break;
    case SUB:
        write_scripts(out, a, b, none);
        break;
    case SUP:
        write_scripts(out, a, none, b);
        break;
    case SUB_SUP:
    case UNDER_OVER:
        write_scripts(out, a, b, c);
        break;
    default:
        write_under_over(out, l->form, a, b);
    }
}

/* --- the walk ----------------------------------------------------------------------------------------------------- */

static slice fence(const husk_page *page, uint32_t node, const char *name, const char *usual)
{
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
        if (slice_is((slice){ page->attributes[a].name, page->attributes[a].name_len }, name))
            return slice_trim((slice){ page->attributes[a].value, page->attributes[a].value_len });
    return (slice){ usual, strlen(usual) };
}

static void begin_form(mathml *m, const level *l)
{
    if (l->form == SQUARE_ROOT)
        buffer_text(m->out, "\\sqrt{");
    else if (l->form == TABLE)
        buffer_text(m->out, "\\begin{matrix} ");
    else if (l->form == FENCED)
        put_each(m->out, fence(m->page, l->node, "open", "("));
}

static void end_form(mathml *m)
{
    const level *l = &m->levels[--m->n];
    switch (l->form) {
    case ROW:
    case TABLE_ROW:
    case FIRST_ONLY:
        break;
    case SQUARE_ROOT:
        buffer_byte(m->out, '}');
        break;
    case TABLE:
        buffer_text(m->out, " \\end{matrix}");
        break;
    case FENCED:
        put_each(m->out, fence(m->page, l->node, "close", ")"));
        break;
    default:
        buffer_clear(&m->piece);
        compose(m, l, &m->piece);
        m->out->len = l->start;
        buffer_append(m->out, m->piece.data, m->piece.len);
    }
}

/* Start a part of the innermost open element. False: it is not written. */
static bool begin_part(mathml *m)
{
    level *l = m->n ? &m->levels[m->n - 1] : NULL;
    if (l == NULL)
        return true;
    if (l->form == FIRST_ONLY && l->n)
        return false;
    if (l->n && l->form == TABLE)
        buffer_text(m->out, " \\\\ ");
    else if (l->n && l->form == TABLE_ROW)
        buffer_text(m->out, " & ");
    else if (l->n && l->form == FENCED)
        buffer_byte(m->out, ',');
    if (l->n < MAX_PARTS)
        l->part[l->n] = m->out->len;
    l->n++;
    return true;
}

static void write_token(mathml *m, form f, uint32_t node)
{
    buffer_clear(&m->piece);
    page_text(m->page, node, &m->piece);
    put_token(m->out, f, (slice){ m->piece.data, m->piece.len });
}

/* Process one node; returns the next, or 0 if there are too many levels. */
static uint32_t on_node(mathml *m, uint32_t i)
{
    const husk_page *page = m->page;
    if (page->flags[i] & NODE_TEXT) {
        if (!(page->flags[i] & NODE_BLANK) && begin_part(m))
            put_each(m->out, page->text[i]);
        return i + 1;
    }
    form f = form_of(page, i);
    if (f == NOTHING || !begin_part(m))
        return page->end[i];
    if (f >= TOKEN && f <= WORDS) {
        write_token(m, f, i);
        return page->end[i];
    }
    if (m->n == MAX_DEPTH)
        return 0;
    level *l = &m->levels[m->n++];
    *l = (level){ .node = i, .end = page->end[i], .start = m->out->len, .form = f };
    begin_form(m, l);
    return i + 1;
}

bool element_mathml_tex(const husk_page *page, uint32_t math, buffer *out)
{
    mathml m = { .page = page, .out = out };
    uint32_t i = math + 1;
    buffer_init(&m.piece, MAX_TEX);
    buffer_clear(out);
    while (i && i < page->end[math] && out->len < MAX_TEX) {
        while (m.n && m.levels[m.n - 1].end <= i)
            end_form(&m);
        i = on_node(&m, i);
    }
    bool done = i == page->end[math];
    while (m.n)
        end_form(&m);
    done = done && out->len && out->len < MAX_TEX && m.piece.status == HUSK_OK && out->status == HUSK_OK;
    buffer_free(&m.piece);
    return done;
}
