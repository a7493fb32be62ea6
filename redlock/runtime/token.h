/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_TOKEN_H
#define RLK_REDLOCK_RUNTIME_TOKEN_H

/*
 * The random value that owns a key: 128 bits from the kernel for each client,
 * a counter for each attempt, and a label for people.
 *
 *     0123456789abcdef0123456789abcdef-2a:backup-1:4711
 *
 * No attempt reuses a token: a late release of the one before would delete
 * the vote of the next (protocol 2).
 */

#include "redlock/redlock.h"
#include "redlock/runtime/constants.h"

#define RLK_TOKEN_RANDOM_BYTES 16

/* Of a client's channel, which is the same at every node. */
#define RLK_CHANNEL_MAX                                                        \
    (sizeof(RLK_CHANNEL_PREFIX) + 2 * RLK_TOKEN_RANDOM_BYTES)

/* What all tokens of a client have in common. */
struct rlk_token_base {
    char digits[2 * RLK_TOKEN_RANDOM_BYTES]; /* the random bits, in hex */
    size_t label_length;                     /* without the NUL */
    char label[REDLOCK_LABEL_MAX];           /* ends in NUL */
};

struct rlk_token {
    size_t length;                /* without the NUL */
    char text[REDLOCK_TOKEN_MAX]; /* ends in NUL */
};

/*
 * label  shorter than REDLOCK_LABEL_MAX; what is not printable ASCII becomes
 *        a dot.
 */
void rlk_token_base_init(struct rlk_token_base *base,
                         const unsigned char random[RLK_TOKEN_RANDOM_BYTES],
                         const char *label);

/* The token of one attempt. */
void rlk_token_make(const struct rlk_token_base *base, uint64_t attempt,
                    struct rlk_token *token);

/* Is it a token of this client's, of whatever attempt? */
bool rlk_token_is_of(const struct rlk_token_base *base, const char *text,
                     size_t length);

/* The channel of a client; RLK_CHANNEL_MAX bytes, ends in NUL. */
void rlk_token_channel(const struct rlk_token_base *base, char *channel);

/* A token given as text; false: empty, too long, or one of our own names. */
bool rlk_token_copy(struct rlk_token *token, const char *text);

/* Does a node report the placeholder of readers? */
bool rlk_token_is_shared(const char *text, size_t length);

/*
 * Copies a text of somebody else's to where people read it, cut to fit: what is
 * not printable ASCII becomes a question mark. size: of to, with the NUL.
 */
void rlk_text_show(char *to, size_t size, const char *text, size_t length);

/* Where a token's key may be, a bit for each node. */
struct rlk_reach {
    uint32_t asked;        /* nodes that were asked to set it */
    uint32_t maybe_unread; /* nodes whose connection broke with a request of
                              that token on it */
};

#endif
