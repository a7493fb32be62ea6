/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PLANS_WORDS_H
#define TESTS_PLANS_WORDS_H

/*
 * The words of a plan, and the members of structs that they name: "fence=7"
 * sets or checks the member that a table calls fence.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORDS_MAX 40

struct words {
    char *word[WORDS_MAX];
    int count;
};

/* Splits at blanks, in place; "..." is one word. Ends the case if too many. */
void words_split(struct words *words, char *text);

/* How a member is written. The unit of a number without one is the member's. */
enum member_kind {
    MEMBER_FLAG,
    MEMBER_NUMBER,
    MEMBER_MS,      /* a span in milliseconds */
    MEMBER_US,      /* a span in microseconds */
    MEMBER_SPAN,    /* in nanoseconds */
    MEMBER_INSTANT, /* in nanoseconds; written since the case began */
    MEMBER_CLOCK,   /* in microseconds; likewise */
    MEMBER_STATUS,  /* words.def's; with - for _ */
    MEMBER_VOTE,
    MEMBER_REASON,
    MEMBER_TEXT,    /* an array of characters */
    MEMBER_POINTER, /* a const char *, borrowed until the case ends */
    MEMBER_TOKEN, /* an array of characters; written as a name: see words_token
                   */
    MEMBER_KIND,  /* a lock type */
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
 * Sets the member that a word names: "ttl=10s"; a flag: "keep". false: the
 * table has no such member.
 */
bool words_set(const struct member *table, void *base, const char *word);

/*
 * Checks it: "granted=2", "elapsed<=3ms", "!checked". false: the table has no
 * such member. A value that differs ends the case.
 */
bool words_check(const struct member *table, const void *base,
                 const char *word);

/* The value of a word of that kind. What it cannot be ends the case. */
int64_t words_value(enum member_kind kind, const char *text);

/*
 * Compares a value that no struct has, with the word's operator: "notified=1".
 * The word's name was recognized by words_name().
 */
void words_compare(enum member_kind kind, int64_t have, const char *word);
bool words_name(const char *word, const char *name);

/* The word behind the operator: "1" of "notified=1". */
const char *words_rest(const char *word);

/*
 * Tokens go by a capital letter, A .. Z, which stands for the token that it was
 * first compared with. Two letters are two tokens. Other texts are themselves.
 */
const char *words_token(const char *text);
void words_forget_tokens(void);

/* "n2": 1. Ends the case if there is no such node. */
int words_node(const char *text);

/*
 * The nodes that the words from *next on name, one bit each: "n1 n3", "n*". At
 * least one; *next is moved behind them.
 */
uint32_t words_nodes(const struct words *words, int *next);

#endif
