/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PLANS_WORDS_H
#define TESTS_PLANS_WORDS_H

/*
 * The words of a plan, and the members of structs that they name: "fence=7"
 * sets or checks the member "fence" of a table.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORDS_MAX 40

struct words {
    char *word[WORDS_MAX];
    int count;
};

/*
 * Splits at blanks, in place; "..." is one word. Ends the case if there are too
 * many.
 */
void words_split(struct words *words, char *text);

/* The form of a member. A number without a unit has the member's unit. */
enum member_kind {
    MEMBER_FLAG,
    MEMBER_NUMBER,
    MEMBER_MS,      /* a span in milliseconds */
    MEMBER_US,      /* a span in microseconds */
    MEMBER_SPAN,    /* in nanoseconds */
    MEMBER_INSTANT, /* in nanoseconds; written relative to the beginning of the
                       case */
    MEMBER_CLOCK,   /* in microseconds; written relative to the beginning of the
                       case */
    MEMBER_STATUS,  /* a word of words.def, with - instead of _ */
    MEMBER_VOTE,
    MEMBER_REASON,
    MEMBER_TEXT,    /* an array of characters */
    MEMBER_POINTER, /* a const char *, borrowed until the case ends */
    MEMBER_TOKEN,   /* an array of characters; written as a name: see
                       words_token() */
    MEMBER_KIND,    /* a lock type */
};

struct member {
    const char *name; /* NULL: the end of a table */
    enum member_kind kind;
    size_t offset;
    size_t size;
};

#define MEMBER(name, kind, type, member)                                       \
    {                                                                          \
        name, kind, offsetof(type, member), sizeof(((type *)0)->member)        \
    }

/*
 * Sets the member that a word names: "ttl=10s"; a flag: "keep". false: there is
 * no such member.
 */
bool words_set(const struct member *table, void *base, const char *word);

/*
 * Checks a member: "granted=2", "elapsed<=3ms", "!checked". false: there is no
 * such member. Another value ends the case.
 */
bool words_check(const struct member *table, const void *base,
                 const char *word);

/* Parses a word of that kind. An invalid one ends the case. */
int64_t words_value(enum member_kind kind, const char *text);

/*
 * Compares a computed value with the operator of the word: "notified=1".
 * words_name() recognizes the word's name.
 */
void words_compare(enum member_kind kind, int64_t have, const char *word);
bool words_name(const char *word, const char *name);

/* The part after the operator: "1" of "notified=1". */
const char *words_rest(const char *word);

/*
 * Capital letters A .. Z are names of tokens. A letter stands for the token
 * with which it is first compared, and two letters for two tokens. Other texts
 * stand for themselves.
 */
const char *words_token(const char *text);
void words_forget_tokens(void);

/* The index of a node: "n2" is 1. Ends the case if there is no such node. */
int words_node(const char *text);

/*
 * The nodes named by the words from *next on, one bit each: "n1 n3", "n*".
 * Requires at least one; moves *next behind them.
 */
uint32_t words_nodes(const struct words *words, int *next);

#endif
