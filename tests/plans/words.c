/* SPDX-License-Identifier: MIT */
/* Parses words, numbers with units, and names of members. */

#include "tests/plans/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/tenure.h"
#include "redlock/types/types.h"
#include "tests/plans/play.h"

#define TOKENS 26
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The instant or span "none". */
#define NONE INT64_MIN

static char tokens[TOKENS][192];

void words_split(struct words *words, char *text)
{
    char *out = text;

    words->count = 0;
    for (;;) {
        bool quoted = false;
        text += strspn(text, " \t\n");
        if (*text == '\0')
            return;
        if (words->count == WORDS_MAX)
            play_fail("too many words");
        words->word[words->count++] = out;
        for (; *text != '\0' && (quoted || strchr(" \t\n", *text) == NULL);
             text++) {
            if (*text == '"')
                quoted = !quoted;
            else
                *out++ = *text;
        }
        text += *text != '\0';
        *out++ = '\0';
    }
}

/* --- values ----------------------------------------------------------------
 */

struct word_of {
    const char *word;
    int value;
};

static const struct word_of statuses[] = {
#define WORDS_STATUS(name, number, json, sentence, advice, exit)               \
    {json, REDLOCK_##name},
#include "redlock/words.def"
};
static const struct word_of votes[] = {
#define WORDS_VOTE(name, number, json, sentence) {json, REDLOCK_VOTE_##name},
#include "redlock/words.def"
};
static const struct word_of reasons[] = {
#define WORDS_REASON(name, number, json, sentence, advice)                     \
    {json, REDLOCK_REASON_##name},
#include "redlock/words.def"
};

static const struct {
    const char *word;
    const struct rlk_lock_type *kind;
} kinds[] = {
    {"mutex", &rlk_mutex},         {"shared", &rlk_shared},
    {"owned", &rlk_owned},         {"downgraded", &rlk_downgraded},
    {"semaphore", &rlk_semaphore},
};

static const struct {
    const char *unit;
    int64_t ns;
} units[] = {
    {"ns", 1},           {"us", RLK_NS_PER_US},    {"ms", RLK_NS_PER_MS},
    {"s", RLK_NS_PER_S}, {"m", 60 * RLK_NS_PER_S}, {"h", 3600 * RLK_NS_PER_S},
};

/* "-" in a plan is "_" in a word. */
static bool same_word(const char *written, const char *word)
{
    for (; *written == *word || (*written == '-' && *word == '_');
         written++, word++) {
        if (*written == '\0')
            return true;
    }
    return false;
}

static int64_t word_value(const struct word_of *table, size_t count,
                          const char *text)
{
    for (size_t i = 0; i < count; i++) {
        if (same_word(text, table[i].word))
            return table[i].value;
    }
    play_fail("no such word: %s", text);
}

/* "9s-1ns", in units of unit_ns, which is also the unit of a bare number. */
static int64_t span_value(const char *text, int64_t unit_ns)
{
    int64_t sum = 0;

    do {
        char *unit;
        size_t length;
        int64_t number = strtoll(text, &unit, 10);
        int64_t ns = unit_ns;
        if (unit == text)
            play_fail("not a number: %s", text);
        length = strcspn(unit, "+-");
        for (size_t i = 0; length > 0 && i < COUNT(units); i++) {
            if (strlen(units[i].unit) == length &&
                strncmp(unit, units[i].unit, length) == 0)
                ns = units[i].ns;
        }
        sum += unit_ns == 1 || ns >= unit_ns ? number * (ns / unit_ns)
                                             : number / (unit_ns / ns);
        text = unit + length;
    } while (*text != '\0');
    return sum;
}

static int64_t time_value(enum member_kind kind, const char *text)
{
    if (strcmp(text, "none") == 0)
        return NONE;
    if (strcmp(text, "forever") == 0)
        return REDLOCK_FOREVER;
    if (strcmp(text, "default") == 0)
        return -1;
    if (kind == MEMBER_MS)
        return span_value(text, RLK_NS_PER_MS);
    return span_value(text, kind == MEMBER_US ? RLK_NS_PER_US : 1);
}

int64_t words_value(enum member_kind kind, const char *text)
{
    switch (kind) {
    case MEMBER_FLAG:
        return *text == '\0' ? 1 : span_value(text, 1);
    case MEMBER_NUMBER:
        return span_value(text, 1);
    case MEMBER_MS:
    case MEMBER_US:
    case MEMBER_SPAN:
    case MEMBER_INSTANT:
    case MEMBER_CLOCK:
        return time_value(kind, text);
    case MEMBER_STATUS:
        return word_value(statuses, COUNT(statuses), text);
    case MEMBER_VOTE:
        return word_value(votes, COUNT(votes), text);
    case MEMBER_REASON:
        return word_value(reasons, COUNT(reasons), text);
    case MEMBER_KIND:
        for (size_t i = 0; i < COUNT(kinds); i++) {
            if (strcmp(text, kinds[i].word) == 0)
                return (int64_t)i;
        }
        break;
    case MEMBER_TEXT:
    case MEMBER_POINTER:
    case MEMBER_TOKEN:
        break;
    }
    play_fail("not a value: %s", text);
}

/* The value as a plan would write it. Static. */
static const char *shown(enum member_kind kind, int64_t value)
{
    static char text[48];

    if (value == NONE && kind >= MEMBER_MS && kind <= MEMBER_CLOCK)
        return "none";
    if (kind == MEMBER_KIND)
        return kinds[value].word;
    if (kind == MEMBER_STATUS)
        return statuses[value].word;
    if (kind == MEMBER_VOTE)
        return votes[value].word;
    for (size_t i = 0; kind == MEMBER_REASON && i < COUNT(reasons); i++) {
        if (reasons[i].value == value)
            return reasons[i].word;
    }
    if ((kind == MEMBER_SPAN || kind == MEMBER_INSTANT ||
         kind == MEMBER_CLOCK) &&
        value % RLK_NS_PER_MS == 0)
        snprintf(text, sizeof(text), "%" PRId64 "ms", value / RLK_NS_PER_MS);
    else
        snprintf(text, sizeof(text), "%" PRId64, value);
    return text;
}

/* --- operators ------------------------------------------------------------ */

bool words_name(const char *word, const char *name)
{
    size_t length = strlen(name);

    word += *word == '!' && word[1] != '=';
    return strncmp(word, name, length) == 0 &&
           (word[length] == '\0' || strchr("=<>!", word[length]) != NULL);
}

const char *words_rest(const char *word)
{
    const char *sign = strpbrk(word + (*word == '!'), "=<>!");

    if (sign == NULL)
        return "";
    return sign + strspn(sign, "=<>!");
}

void words_compare(enum member_kind kind, int64_t have, const char *word)
{
    const char *rest = words_rest(word);
    bool bare = *rest == '\0' && kind != MEMBER_FLAG;
    int64_t want = words_value(kind, bare ? word : rest);
    const char *sign = word + strcspn(word + 1, "=<>!") + 1;
    bool met = have == want;

    if (*word == '!')
        met = have == 0;
    else if (strncmp(sign, "!=", 2) == 0)
        met = have != want;
    else if (strncmp(sign, "<=", 2) == 0)
        met = have <= want;
    else if (strncmp(sign, ">=", 2) == 0)
        met = have >= want;
    else if (*sign == '<')
        met = have < want;
    else if (*sign == '>')
        met = have > want;
    if (!met)
        play_fail("%s: it is %s", word, shown(kind, have));
}

/* --- members ---------------------------------------------------------------
 */

static const struct member *member_of(const struct member *table,
                                      const char *word)
{
    for (; table->name != NULL; table++) {
        if (words_name(word, table->name))
            return table;
    }
    return NULL;
}

static void store(const struct member *member, void *base, int64_t value)
{
    char *at = (char *)base + member->offset;

    if (member->size == 1)
        *(bool *)(void *)at = value != 0;
    else if (member->size == 2)
        *(uint16_t *)(void *)at = (uint16_t)value;
    else if (member->size == 4)
        *(int *)(void *)at = (int)value;
    else
        *(int64_t *)(void *)at = value;
}

static int64_t load(const struct member *member, const void *base)
{
    const char *at = (const char *)base + member->offset;

    if (member->kind == MEMBER_FLAG && member->size == 8)
        return *(const int64_t *)(const void *)at != 0;
    if (member->size == 1)
        return *(const bool *)(const void *)at;
    if (member->size == 2)
        return *(const uint16_t *)(const void *)at;
    if (member->size == 4)
        return *(const int *)(const void *)at;
    return *(const int64_t *)(const void *)at;
}

/* Relative to the beginning of the case. 0 (not held) and never are NONE. */
static int64_t since_beginning(enum member_kind kind, int64_t value)
{
    if (value == 0 || value == RLK_NO_VOTE || value == RLK_NEVER)
        return NONE;
    if (kind == MEMBER_CLOCK)
        value *= RLK_NS_PER_US;
    return value - RIG_BEGINNING;
}

static int64_t absolute(enum member_kind kind, int64_t value)
{
    if (value == NONE)
        return 0;
    value += RIG_BEGINNING;
    return kind == MEMBER_CLOCK ? value / RLK_NS_PER_US : value;
}

bool words_set(const struct member *table, void *base, const char *word)
{
    const struct member *member = member_of(table, word);
    char *at;
    const char *rest;
    int64_t value;

    if (member == NULL)
        return false;
    at = (char *)base + member->offset;
    rest = words_rest(word);
    if (member->kind == MEMBER_TEXT || member->kind == MEMBER_TOKEN) {
        snprintf(at, member->size, "%s",
                 member->kind == MEMBER_TOKEN ? words_token(rest) : rest);
        return true;
    }
    if (member->kind == MEMBER_POINTER) {
        *(const char **)(void *)at = rest;
        return true;
    }
    value = words_value(member->kind, rest);
    if (member->kind == MEMBER_INSTANT || member->kind == MEMBER_CLOCK)
        value = absolute(member->kind, value);
    store(member, base, value == NONE ? -1 : value);
    return true;
}

static void check_text(const char *have, const char *word, bool token)
{
    const char *want = words_rest(word);
    bool differs = strstr(word, "!=") != NULL;

    if (token && want[0] >= 'A' && want[0] < 'A' + TOKENS && want[1] == '\0') {
        char *bound = tokens[want[0] - 'A'];
        for (int i = 0; *bound == '\0' && i < TOKENS; i++) {
            if (strcmp(tokens[i], have) == 0)
                play_fail("%s: it is %c", word, 'A' + i);
        }
        if (*bound == '\0')
            snprintf(bound, sizeof(tokens[0]), "%s", have);
        want = bound;
    }
    if ((strcmp(have, want) == 0) == differs)
        play_fail("%s: it is \"%s\"", word, have);
}

static int64_t kind_index(const struct rlk_lock_type *kind)
{
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (kinds[i].kind == kind)
            return (int64_t)i;
    }
    return 0;
}

bool words_check(const struct member *table, const void *base, const char *word)
{
    const struct member *member = member_of(table, word);
    const char *at;
    int64_t value;

    if (member == NULL)
        return false;
    at = (const char *)base + member->offset;
    if (member->kind == MEMBER_TEXT || member->kind == MEMBER_TOKEN) {
        check_text(at, word, member->kind == MEMBER_TOKEN);
        return true;
    }
    if (member->kind == MEMBER_KIND) {
        value =
            kind_index(*(const struct rlk_lock_type *const *)(const void *)at);
    } else {
        value = load(member, base);
        if (member->kind == MEMBER_INSTANT || member->kind == MEMBER_CLOCK)
            value = since_beginning(member->kind, value);
        else if (member->kind >= MEMBER_MS && member->kind <= MEMBER_SPAN &&
                 value == -1)
            value = NONE;
    }
    words_compare(member->kind, value, word);
    return true;
}

/* --- tokens and nodes ------------------------------------------------------
 */

const char *words_token(const char *text)
{
    if (text[0] < 'A' || text[0] >= 'A' + TOKENS || text[1] != '\0')
        return text;
    if (tokens[text[0] - 'A'][0] == '\0' && !play.starved)
        play_fail("nothing has named a token %s", text);
    return tokens[text[0] - 'A'];
}

void words_forget_tokens(void)
{
    memset(tokens, 0, sizeof(tokens));
}

int words_node(const char *text)
{
    char *end;
    long number = text[0] == 'n' ? strtol(text + 1, &end, 10) : 0;

    if (number < 1 || number > play.settings.nodes || *end != '\0')
        play_fail("no such node: %s", text);
    return (int)number - 1;
}

static bool is_node(const char *text)
{
    return text[0] == 'n' &&
           (strcmp(text, "n*") == 0 || (text[1] >= '0' && text[1] <= '9'));
}

uint32_t words_nodes(const struct words *words, int *next)
{
    uint32_t all = UINT32_MAX >> (32 - play.settings.nodes);
    uint32_t nodes = 0;

    for (; *next < words->count && is_node(words->word[*next]); (*next)++)
        nodes |= strcmp(words->word[*next], "n*") == 0
                     ? all
                     : UINT32_C(1) << words_node(words->word[*next]);
    if (nodes == 0)
        play_fail("which node?");
    return nodes;
}
