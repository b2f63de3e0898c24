/* mathml.c - MathML as TeX, for formulas without TeX.
 * Elements are written during a walk over the tree; when one ends, its parts are put into its form: \frac{a}{b},
 * a_{i}^{2}, \begin{matrix} … Cost: each level moves its own text once. Limits: MAX_DEPTH levels, MAX_TEX bytes; a
 * formula beyond them is written as its text. */
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

/* The elements of each form; others are rows. */
static const char *const names[] = {
    [ROW] = "",
    [TOKEN] = "mi ",
    [NUMBER] = "mn ",
    [OPERATOR] = "mo ",
    [WORDS] = "mtext ms ",
    [FRACTION] = "mfrac ",
    [ROOT] = "mroot ",
    [SQUARE_ROOT] = "msqrt ",
    [SUB] = "msub ",
    [SUP] = "msup ",
    [SUB_SUP] = "msubsup ",
    [UNDER] = "munder ",
    [OVER] = "mover ",
    [UNDER_OVER] = "munderover ",
    [TABLE] = "mtable ",
    [TABLE_ROW] = "mtr mlabeledtr ",
    [FENCED] = "mfenced ",
    [FIRST_ONLY] = "semantics maction ",
    [NOTHING] = "annotation annotation-xml mphantom mprescripts none ",
};

static const char functions[] = "sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan exp log ln lg lim max min "
                                "sup inf det dim gcd deg ker arg Pr ";

/* The typefaces of tokens. Upright and italic are what TeX chooses by itself. */
static const char faces[] = "bold:\\mathbf bold-italic:\\boldsymbol double-struck:\\mathbb script:\\mathcal "
                            "fraktur:\\mathfrak sans-serif:\\mathsf monospace:\\mathtt ";

/* Operators with limits below and above. */
static const char with_limits[] = "\\sum \\prod \\int \\iint \\oint \\lim \\max \\min \\sup \\inf ";

/* Characters with a TeX command. Those that TeX takes unchanged are not listed; the invisible ones have none. */
static const char commands[] =
    "#:\\# $:\\$ %:\\% &:\\& \\:\\backslash {:\\{ }:\\} _:\\_ \xc2\xa0:~ ¬:\\neg ±:\\pm ·:\\cdot ×:\\times "
    "÷:\\div Γ:\\Gamma Δ:\\Delta Θ:\\Theta Λ:\\Lambda Ξ:\\Xi Π:\\Pi Σ:\\Sigma Φ:\\Phi Ψ:\\Psi Ω:\\Omega "
    "α:\\alpha β:\\beta γ:\\gamma δ:\\delta ε:\\varepsilon ζ:\\zeta η:\\eta θ:\\theta ι:\\iota κ:\\kappa "
    "λ:\\lambda μ:\\mu ν:\\nu ξ:\\xi π:\\pi ρ:\\rho σ:\\sigma τ:\\tau υ:\\upsilon φ:\\varphi χ:\\chi ψ:\\psi "
    "ω:\\omega ϕ:\\phi ϵ:\\epsilon ′:' …:\\dots \u2061: \u2062: \u2063: \u2064: \u200b: ℂ:\\mathbb{C} "
    "ℕ:\\mathbb{N} ℚ:\\mathbb{Q} ℝ:\\mathbb{R} ℤ:\\mathbb{Z} ℓ:\\ell ←:\\leftarrow →:\\to ↔:\\leftrightarrow "
    "⇒:\\Rightarrow ⇔:\\Leftrightarrow ↦:\\mapsto ∀:\\forall ∂:\\partial ∃:\\exists ∅:\\emptyset ∇:\\nabla "
    "∈:\\in ∉:\\notin ∏:\\prod ∑:\\sum −:- ∓:\\mp ∗:* ∘:\\circ √:\\surd ∝:\\propto ∞:\\infty ∣:\\mid "
    "∥:\\parallel ∧:\\land ∨:\\lor ∩:\\cap ∪:\\cup ∫:\\int ∬:\\iint ∮:\\oint ∼:\\sim ≃:\\simeq ≈:\\approx "
    "≠:\\neq ≡:\\equiv ≤:\\leq ≥:\\geq ≪:\\ll ≫:\\gg ⊂:\\subset ⊆:\\subseteq ⊕:\\oplus ⊗:\\otimes ⊥:\\perp "
    "⋅:\\cdot ⋯:\\cdots ⋮:\\vdots ⋱:\\ddots ⟨:\\langle ⟩:\\rangle ⌈:\\lceil ⌉:\\rceil ⌊:\\lfloor ⌋:\\rfloor ";

/* The value of "key:value " in `entries`; {NULL, 0} if there is none. */
static slice value_of(const char *entries, slice key)
{
    bool is_key = key.len && memchr(key.data, ' ', key.len) == NULL;
    for (const char *at = entries; is_key && *at; at = strchr(at, ' ') + 1)
        if (strncmp(at, key.data, key.len) == 0 && at[key.len] == ':')
            return (slice){ at + key.len + 1, strcspn(at + key.len + 1, " ") };
    return (slice){ NULL, 0 };
}

static form form_of(const husk_page *page, uint32_t node)
{
    slice name = page_tag_name(page, page->tag[node]);
    for (form f = TOKEN; f <= NOTHING; f++)
        if (slice_is_in(name, names[f]))
            return f;
    return ROW;
}

/* --- tokens ------------------------------------------------------------------------------------------------------- */

/* Does a command of letters end here? A letter after it would be read as part of it. */
static bool ends_in_command(const buffer *out, size_t from)
{
    size_t i = out->len;
    while (i > from && is_alpha(out->data[i - 1]))
        i--;
    return i > from && i < out->len && out->data[i - 1] == '\\';
}

static void put(buffer *out, const char *text, size_t len)
{
    if (len && is_alpha(text[0]) && ends_in_command(out, 0))
        buffer_byte(out, ' ');
    buffer_append(out, text, len);
}

static void put_char(buffer *out, const char *text, size_t len)
{
    slice tex = value_of(commands, (slice){ text, len });
    put(out, tex.data ? tex.data : text, tex.data ? tex.len : len);
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
        letters &= is_alpha(text.data[i]);
    if (f == WORDS) {
        buffer_text(out, "\\text{");
        for (size_t i = 0; i < text.len; i++)
            if (!strchr("\\{}$", text.data[i]) || text.data[i] == 0)
                buffer_byte(out, is_space(text.data[i]) ? ' ' : text.data[i]);
        buffer_byte(out, '}');
    } else if (letters && slice_is_in(text, functions)) {
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
        while (i < tex.len && is_alpha(tex.data[i]))
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
    else if (tex.len && is_alpha(tex.data[0]) && ends_in_command(out, 0))
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

static const char accents[] = "¯:\\overline ‾:\\overline _:\\overline ^:\\hat ˆ:\\hat ~:\\tilde ˜:\\tilde \\to:\\vec "
                              "\u20d7:\\vec ˙:\\dot .:\\dot ¨:\\ddot ⏞:\\overbrace ";

static void write_scripts(buffer *out, slice base, slice sub, slice sup)
{
    if (slice_is_in(base, with_limits))
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
    slice name = f == OVER ? value_of(accents, mark) : (slice){ NULL, 0 };
    if (slice_is_in(base, with_limits)) {
        write_scripts(out, base, f == UNDER ? mark : (slice){ "", 0 }, f == OVER ? mark : (slice){ "", 0 });
        return;
    }
    if (name.len) {
        buffer_append(out, name.data, name.len);
    } else {
        buffer_text(out, f == UNDER ? "\\underset" : "\\overset");
        group(out, mark, true);
    }
    group(out, base, true);
}

/* The value of an attribute, or what it is where there is none. */
static slice value_or(const husk_page *page, uint32_t node, const char *name, const char *usual)
{
    slice value = element_named_value(page, node, name);
    return value.data ? slice_trim(value) : (slice){ usual, strlen(usual) };
}

/* Put the parts of an ending element into its form; `out` is empty. */
static void compose(const mathml *m, const level *l, buffer *out)
{
    slice a = part(m, l, 0), b = part(m, l, 1), c = part(m, l, 2), none = { "", 0 };
    bool has_line = !slice_is(value_or(m->page, l->node, "linethickness", "1"), "0");
    switch (l->form) {
    case FRACTION:
        buffer_format(out, has_line ? "\\frac{%.*s}{%.*s}" : "{%.*s \\atop %.*s}", (int)a.len, a.data, (int)b.len,
                      b.data);
        break;
    case ROOT:
        buffer_format(out, "\\sqrt[%.*s]{%.*s}", (int)b.len, b.data, (int)a.len, a.data);
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

/* What is around and between the parts of the forms that are written as they come. */
static const struct {
    const char *open, *between, *close;
} frames[NOTHING + 1] = {
    [ROW] = { "", "", "" },
    [SQUARE_ROOT] = { "\\sqrt{", "", "}" },
    [TABLE] = { "\\begin{matrix} ", " \\\\ ", " \\end{matrix}" },
    [TABLE_ROW] = { "", " & ", "" },
    [FENCED] = { "", ",", "" }, /* and its attributes */
    [FIRST_ONLY] = { "", "", "" },
};

static void end_form(mathml *m)
{
    const level *l = &m->levels[--m->n];
    if (l->form == FENCED)
        put_each(m->out, value_or(m->page, l->node, "close", ")"));
    if (frames[l->form].close) {
        buffer_text(m->out, frames[l->form].close);
        return;
    }
    buffer_clear(&m->piece);
    compose(m, l, &m->piece);
    m->out->len = l->start;
    put(m->out, m->piece.data, m->piece.len);
}

/* Start a part of the innermost open element. False: it is not written. */
static bool begin_part(mathml *m)
{
    level *l = m->n ? &m->levels[m->n - 1] : NULL;
    if (l == NULL)
        return true;
    if (l->form == FIRST_ONLY && l->n)
        return false;
    if (l->n && frames[l->form].between)
        buffer_text(m->out, frames[l->form].between);
    if (l->n < MAX_PARTS)
        l->part[l->n] = m->out->len;
    l->n++;
    return true;
}

static void write_token(mathml *m, form f, uint32_t node)
{
    buffer_clear(&m->piece);
    page_text(m->page, node, &m->piece);
    slice text = { m->piece.data, m->piece.len };
    slice face = f <= NUMBER ? value_of(faces, value_or(m->page, node, "mathvariant", "")) : (slice){ NULL, 0 };
    if (face.len == 0) {
        put_token(m->out, f, text);
        return;
    }
    buffer_append(m->out, face.data, face.len);
    buffer_byte(m->out, '{');
    put_each(m->out, text);
    buffer_byte(m->out, '}');
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
    if (frames[f].open)
        buffer_text(m->out, frames[f].open);
    if (f == FENCED)
        put_each(m->out, value_or(page, i, "open", "("));
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
