/* options.c - parse a command line with the command's tables.
 * --name value, --name=value, -n value, -nvalue, bundled flags (-qv); -- ends the options. Names can't be
 * abbreviated: a script must not change its meaning when an option is added. */
#include "command.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "talk.h"

#define MAX_HINT 256
#define MAX_NAME 40 /* of suggestions: longer ones are not considered */

/* --- suggestions -------------------------------------------------------------------------------------------------- */

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

/* A swap of adjacent letters counts as one ("fromat"). */
static unsigned edit_distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned rows[3][MAX_NAME + 1];
    unsigned *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++)
        above[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned differs = a[i - 1] != b[j - 1];
            row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + differs);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < row[j])
                row[j] = before[j - 2] + 1;
        }
        unsigned *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[m];
}

suggestion suggestion_for(const char *typed, size_t len)
{
    /* One error in three letters, two up to seven, three beyond: more would suggest unrelated words. */
    unsigned allowed = len <= 3 ? 1 : len <= 7 ? 2 : 3;
    return (suggestion){ .typed = typed, .len = len, .best = NULL, .distance = allowed + 1 };
}

void suggestion_consider(suggestion *s, const char *name)
{
    size_t len = strlen(name);
    if (s->len == 0 || s->len > MAX_NAME || len > MAX_NAME)
        return;
    unsigned distance = edit_distance(s->typed, s->len, name, len);
    if (s->len >= 2 && s->len < len && memcmp(s->typed, name, s->len) == 0)
        distance = 1; /* a prefix of it: "--out" */
    if (distance < s->distance) {
        s->best = name;
        s->distance = distance;
    }
}

/* --- parsing ------------------------------------------------------------------------------------------------------ */

typedef struct parse {
    const command *command;
    char **words;
    int n_words;
    int next; /* next word to read */
    int n_operands;
    char *settings;
    const char *form; /* of a name in messages: "--" or "--set " */
    bool is_quiet;    /* the caller reports */
} parse;

__attribute__((format(printf, 2, 3))) static bool wrong(const parse *p, const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (p->is_quiet)
        return false;
    talk("%s: %s", p->command->name, what);
    talk("'husk %s --help' lists its options", p->command->name);
    return false;
}

const option *option_find(const command *c, const char *name, size_t len, char letter)
{
    const option *o;
    for (size_t i = 0; (o = command_option(c, i)) != NULL; i++)
        if (name != NULL ? strncmp(o->name, name, len) == 0 && o->name[len] == 0 : o->letter == letter)
            break;
    return o;
}

/* The first command for pages that has this option, or NULL. */
static const command *command_with(const char *name, size_t len)
{
    const short_form *form = short_form_find(name);
    name = form != NULL ? form->option : name;
    len = form != NULL ? strlen(name) : len;
    for (const command *const *c = all_commands; *c != NULL; c++)
        if ((*c)->reads_pages && option_find(*c, name, len, 0) != NULL)
            return *c;
    return NULL;
}

static bool wrong_name(const parse *p, const char *name, size_t len)
{
    suggestion nearest = suggestion_for(name, len);
    const option *o;
    for (size_t i = 0; (o = command_option(p->command, i)) != NULL; i++)
        suggestion_consider(&nearest, o->name);
    char hint[MAX_HINT];
    if (p->command->reads_pages && alias_hint(name - 2, len + 2, hint, sizeof hint))
        return wrong(p, "unknown option --%.*s: %s", (int)len, name, hint);
    const command *other = nearest.distance > 1 ? command_with(name, len) : NULL;
    if (other != NULL)
        return wrong(p, "unknown option --%.*s; it is an option of husk %s", (int)len, name, other->name);
    if (nearest.best == NULL)
        return wrong(p, "unknown option --%.*s", (int)len, name);
    return wrong(p, "unknown option --%.*s; did you mean --%s?", (int)len, name, nearest.best);
}

/* Set a number, in the member's own type. */
static bool store(const parse *p, const option *o, double number)
{
    void *member = p->settings + o->offset;
    if (o->kind == OPTION_REAL && o->size == sizeof(float))
        *(float *)member = (float)number;
    else if (o->kind == OPTION_REAL)
        *(double *)member = number;
    else if (o->size == sizeof(bool))
        *(bool *)member = number != 0;
    else if (o->size == sizeof(uint64_t))
        *(uint64_t *)member = (uint64_t)number;
    else
        *(unsigned *)member = (unsigned)number;
    return true;
}

double option_number(const option *o, const void *settings)
{
    const void *member = (const char *)settings + o->offset;
    if (o->kind == OPTION_REAL)
        return o->size == sizeof(float) ? *(const float *)member : *(const double *)member;
    if (o->size == sizeof(bool))
        return *(const bool *)member;
    return o->size == sizeof(uint64_t) ? (double)*(const uint64_t *)member : *(const unsigned *)member;
}

void options_list_choices(const choice *choices, char *out, size_t size)
{
    size_t len = 0;
    out[0] = 0;
    for (const choice *c = choices; c->name != NULL && len < size; c++) {
        const char *before = c == choices ? "" : c[1].name == NULL ? " or " : ", ";
        len += (size_t)snprintf(out + len, size - len, "%s%s", before, c->name);
    }
}

/* The choice of this name; NULL after reporting that there is none. */
static const choice *choice_of(const parse *p, const option *o, const char *value)
{
    suggestion nearest = suggestion_for(value, strlen(value));
    char ours[MAX_FORMAT];
    const char *name = strcmp(o->name, "format") == 0 ? alias_format(value, ours) : value;
    for (const choice *c = o->choices; c->name != NULL; c++) {
        if (strcmp(c->name, name) == 0)
            return c;
        suggestion_consider(&nearest, c->name);
    }
    char names[256];
    options_list_choices(o->choices, names, sizeof names);
    if (nearest.best == NULL)
        wrong(p, "%s%s must be %s, not '%s'", p->form, o->name, names, value);
    else
        wrong(p, "%s%s must be %s, not '%s'; did you mean %s?", p->form, o->name, names, value, nearest.best);
    return NULL;
}

static bool set_choice(const parse *p, const option *o, const char *value)
{
    const choice *c = choice_of(p, o, value);
    return c != NULL && store(p, o, c->value);
}

static bool set_parts(const parse *p, const option *o, const char *value)
{
    unsigned *parts = (unsigned *)(void *)(p->settings + o->offset);
    for (bool more = true; more;) {
        char name[64];
        size_t len = strcspn(value, ",");
        snprintf(name, sizeof name, "%.*s", (int)len, value);
        const choice *c = choice_of(p, o, name);
        if (c == NULL)
            return false;
        *parts |= (unsigned)c->value;
        more = value[len] == ',';
        value += len + more;
    }
    return true;
}

/* A number without sign, blanks or exponent; NAN if it is not one. `end` is what follows it. */
static double plain_number(const char *text, const char **end)
{
    char *read;
    *end = text + strspn(text, "0123456789.");
    errno = 0;
    double number = strtod(text, &read);
    return errno != 0 || *end == text || *end != read ? NAN : number;
}

static double unit_of(const char *suffix)
{
    static const char units[] = "KkMmGg";
    const char *at = suffix[0] ? strchr(units, suffix[0]) : NULL;
    bool is_unit = at != NULL && suffix[1] == 0;
    return suffix[0] == 0 ? 1 : is_unit ? ldexp(1024, 10 * (int)((at - units) / 2)) : NAN;
}

void options_show_size(double bytes, char *out, size_t size)
{
    static const char units[] = " KMG";
    int unit = 0;
    for (; unit < 3 && bytes >= 1024 && fmod(bytes, 1024) == 0; unit++)
        bytes /= 1024;
    snprintf(out, size, unit > 0 ? "%.0f%c" : "%.0f", bytes, units[unit]);
}

static bool wrong_number(const parse *p, const option *o, const char *value)
{
    char least[32], most[32];
    if (o->kind == OPTION_SIZE) {
        options_show_size(o->min, least, sizeof least);
        options_show_size(o->max, most, sizeof most);
    } else {
        snprintf(least, sizeof least, "%.12g", o->min);
        snprintf(most, sizeof most, "%.12g", o->max);
    }
    const char *what = o->kind == OPTION_REAL ? "number" : o->kind == OPTION_SIZE ? "size" : "whole number";
    return wrong(p, "%s%s must be a %s from %s to %s, not '%s'", p->form, o->name, what, least, most, value);
}

static bool set_number(const parse *p, const option *o, const char *value)
{
    const char *end;
    double number = plain_number(value, &end);
    if (!isnan(number))
        number *= o->kind == OPTION_SIZE ? unit_of(end) : *end == 0 ? 1 : NAN;
    bool whole = o->kind == OPTION_REAL || number == floor(number);
    if (isnan(number) || !whole || number < o->min || number > o->max)
        return wrong_number(p, o, value);
    return store(p, o, number);
}

static bool add_to_list(const parse *p, const option *o, const char *value)
{
    text_list *list = (text_list *)(p->settings + o->offset);
    const char **items = realloc(list->items, (list->n + 1) * sizeof *items);
    if (items == NULL)
        return wrong(p, "out of memory");
    list->items = items;
    items[list->n++] = value;
    return true;
}

static bool set_parameter(const parse *p, const char *text);

static bool set(const parse *p, const option *o, const char *value)
{
    switch (o->kind) {
    case OPTION_FLAG:
    case OPTION_NO:
        return store(p, o, o->kind == OPTION_FLAG);
    case OPTION_TEXT:
        *(const char **)(p->settings + o->offset) = value;
        return true;
    case OPTION_LIST:
        return add_to_list(p, o, value);
    case OPTION_CHOICE:
        return set_choice(p, o, value);
    case OPTION_PARTS:
        return set_parts(p, o, value);
    case OPTION_SET:
        return set_parameter(p, value);
    case OPTION_NUMBER:
    case OPTION_REAL:
    case OPTION_SIZE:
        break;
    }
    return set_number(p, o, value);
}

static bool set_parameter(const parse *p, const char *text)
{
    size_t len = strcspn(text, "=");
    const char *value = text[len] == '=' ? text + len + 1 : NULL;
    const option *o;
    for (size_t i = 0; (o = command_parameter(p->command, i)) != NULL; i++)
        if (strncmp(o->name, text, len) == 0 && o->name[len] == 0)
            break;
    if (o == NULL)
        return wrong(p, "there is no parameter '%.*s' to --set", (int)len, text);
    if (option_takes_value(o) != (value != NULL))
        return wrong(p, value ? "--set %s takes no value" : "--set %s needs a value: %s=VALUE", o->name, o->name);
    parse inner = *p;
    inner.form = "--set ";
    return set(&inner, o, value);
}

bool option_set(const option *o, void *settings, const char *value)
{
    return set(&(parse){ .settings = settings, .is_quiet = true }, o, value);
}

static bool set_from(parse *p, const option *o, char *given)
{
    const char *value = given == NULL && p->next < p->n_words ? p->words[p->next++] : given;
    return value != NULL ? set(p, o, value) : wrong(p, "--%s needs a value: %s", o->name, o->value);
}

static bool read_long(parse *p, char *name)
{
    size_t len = strcspn(name, "=");
    const option *o = option_find(p->command, name, len, 0);
    char *value = name[len] == '=' ? name + len + 1 : NULL;
    const short_form *form = o == NULL && value == NULL ? short_form_find(name) : NULL;
    if (form != NULL && (o = option_find(p->command, form->option, strlen(form->option), 0)) != NULL)
        return set(p, o, form->value);
    if (o == NULL)
        return wrong_name(p, name, len);
    if (option_takes_value(o))
        return set_from(p, o, value);
    return value == NULL ? set(p, o, NULL) : wrong(p, "--%s takes no value", o->name);
}

static bool read_letters(parse *p, char *letters)
{
    for (; *letters != 0; letters++) {
        const option *o = option_find(p->command, NULL, 0, *letters);
        char hint[MAX_HINT], word[] = { '-', *letters, 0 };
        bool has_hint = o == NULL && p->command->reads_pages && alias_hint(word, 2, hint, sizeof hint);
        if (o == NULL)
            return wrong(p, has_hint ? "unknown option %s: %s" : "unknown option %s", word, hint);
        if (option_takes_value(o))
            return set_from(p, o, letters[1] != 0 ? letters + 1 : NULL);
        set(p, o, NULL);
    }
    return true;
}

static bool read_word(parse *p, bool *options_ended)
{
    char *word = p->words[p->next++];
    if (!*options_ended && strcmp(word, "--") == 0) {
        *options_ended = true;
        return true;
    }
    if (*options_ended || word[0] != '-' || word[1] == 0) {
        p->words[p->n_operands++] = word;
        return true;
    }
    return word[1] == '-' ? read_long(p, word + 2) : read_letters(p, word + 1);
}

bool options_parse(const command *c, char **words, int n_words, void *settings, int *n_operands)
{
    parse p = { .command = c, .words = words, .n_words = n_words, .settings = settings, .form = "--" };
    const common_settings *common = settings;
    bool options_ended = false;
    while (p.next < n_words && !common->help)
        if (!read_word(&p, &options_ended))
            return false;
    *n_operands = p.n_operands;
    if (common->help)
        return true;
    if (p.n_operands < c->min_operands)
        return c->reads_pages ? wrong(&p, "no INPUT given; - reads stdin") : wrong(&p, "%s is missing", c->operands);
    if (c->max_operands >= 0 && p.n_operands > c->max_operands)
        return wrong(&p, "unexpected argument '%s'", words[c->max_operands]);
    return true;
}

void options_free(const command *c, void *settings)
{
    const option *o;
    for (size_t i = 0; (o = command_option(c, i)) != NULL; i++)
        if (o->kind == OPTION_LIST)
            free(((text_list *)((char *)settings + o->offset))->items);
}
