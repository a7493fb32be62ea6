/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_KIND_H
#define RLK_REDLOCK_RUNTIME_KIND_H

/*
 * What a kind of lock is: a table with a row for each command that its locks
 * send to a node. A row says what goes over the wire, word by word, and is all
 * that is needed to write it: resp/command.c knows no command by name.
 *
 * A new command is a row and, mostly, a script; a new kind is a file with its
 * table and a folder with its scripts. All scripts answer in one shape
 * (resp/answer.h), so that no row says how its answer is read.
 *
 * Data, static, for any thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a node is asked to do. */
enum rlk_verb {
    /* By the locks of every kind; rows of rlk_kind. */
    RLK_VERB_GRANT,
    RLK_VERB_CONFIRM, /* checked only: raises the counter to the fence */
    RLK_VERB_EXTEND,  /* moves the key's end; never creates the key */
    RLK_VERB_REPAIR,  /* creates the key if it is missing */
    RLK_VERB_RELEASE, /* deletes the key if it is of this token */
    RLK_VERB_INSPECT, /* says whose the key is, and for how long */
    RLK_VERB_OBSERVE, /* the same, and where the counter stands */

    /*
     * A grant that waits: sets the key if it is free and nobody with an earlier
     * ticket waits there, makes the key live longer where it is this token's,
     * and gives the token a place in the node's queue where it is another's.
     * Checked only, and asked of the gate, or, claiming, of every node.
     *
     * By a party: the token joins where a grant would have it, but for those
     * who wait, and no earlier place is there. By a semaphore: the node chooses
     * a slot, and there is one queue for all.
     *
     * It is answered YES (counter, minted; text is the next place, for
     * rlk_successor_read(), or empty), QUEUED, HELD (no place: by its flags, or
     * the queue is full), QUARANTINED or DISAGREES.
     */
    RLK_VERB_ASK,

    /*
     * A release that hands on. First it takes this token's place out of the
     * queue, and the named successor's, whoever has the key. Then, if the key
     * is this token's, it sets it to the one who is named, or else to the first
     * living place of this node, counts up for it if it is fenced, and tells it
     * by a push; where that one does not listen, the next. Where nobody has it,
     * it deletes the key and takes `minted` back. It is answered as a release
     * is: YES does not say whether the key was handed on.
     *
     * It only wakes where a hand-off would be no vote: the key is deleted, the
     * place of one who was not named stays, and the push says that it is free.
     * So for a fenced one where the counter is missing or another memory's,
     * since none is begun here; for a guarded one where no marker is judged;
     * for all where the longest TTL is another. In quarantine nobody is told
     * anything.
     *
     * Plain: nobody is named, no marker is judged, and nothing is carried or
     * taken back. For a token that may have a place at that node, and for the
     * gate.
     *
     * An error, but one of the connection, says that the node cannot do it: the
     * user lacks a right, the server a command, or what is under a name of ours
     * is not ours. Nothing was handed on, and the key may still be there:
     * RELEASE goes to that node at once.
     *
     * Beside what the other scripts need, users need the rights to zadd, zcard,
     * zrange, zrank, zrem, zscore, hset, hget, hdel, publish, info, time and
     * subscribe, to the keys {*}:* and the channels redlock:wake:*.
     */
    RLK_VERB_PASS,
    RLK_VERBS_OF_KIND,

    /*
     * By no lock: rows of resp/command.c. The request's token is, for
     * mark, the marker that was seen there.
     */
    RLK_VERB_INIT_NODE = RLK_VERBS_OF_KIND, /* writes a sound marker */
    RLK_VERB_MARK,                          /* writes another marker */
    RLK_VERB_KILL_CLIENT,                   /* ends another connection */
    RLK_VERBS
};

/* A word of a command that comes out of the request. */
enum rlk_word {
    RLK_WORD_RESOURCE,
    RLK_WORD_COUNTER, /* the key of its fence: "{resource}:fence" */
    RLK_WORD_MARKER,  /* the marker's key; left out where no marker is judged,
                         so that users need no right to it */
    RLK_WORD_TOKEN,
    RLK_WORD_TTL,       /* milliseconds */
    RLK_WORD_MARK,      /* what the marker becomes */
    RLK_WORD_UNTIL,     /* microseconds of the node's clock */
    RLK_WORD_CLIENT_ID, /* of the connection to be killed */
    RLK_WORD_FORMER,    /* the word former itself */
    RLK_WORD_NX,        /* the word NX itself */
    RLK_WORD_PX,        /* the word PX itself */
    RLK_WORD_QUEUE,     /* the key of the tickets: "{resource}:queue" */
    RLK_WORD_PLACE,     /* the key of what is known of each place:
                           "{resource}:place" */
    RLK_WORD_READERS,   /* the badge of readers, and who of its owner reads */
    RLK_WORD_OWNER,     /* the badge of the request's owner */
    RLK_WORD_SLOTS,     /* the key of how many slots there are:
                           "{resource}:slots" */

    /* Members of struct rlk_rules, for checked scripts: */
    RLK_WORD_RUN_ID,
    RLK_WORD_GUARD,
    RLK_WORD_SERIAL,
    RLK_WORD_FENCED,
    RLK_WORD_FENCE,
    RLK_WORD_FLOOR,

    /* Members of struct rlk_ask: */
    RLK_WORD_TICKET,
    RLK_WORD_GENERATION,
    RLK_WORD_FLAGS, /* those that the rules say, too */
    RLK_WORD_CLAIMING,
    RLK_WORD_OLD,

    /* In one word each, as a server pays for words: */
    RLK_WORD_CARRIED,   /* "minted guard serial fence run_id" */
    RLK_WORD_SUCCESSOR, /* as push.h says it; the last word, left out where
                           nobody is named */
    RLK_WORD_SLOT,      /* "many from among": struct rlk_slot */
};

#define RLK_SCRIPT_SHA_LENGTH 40

/* The longest row: five keys and thirteen arguments. */
#define RLK_COMMAND_WORDS 18

/* The longest beginning of a plain command; copied whole. */
#define RLK_PLAIN_MAX 40

/* A row: a script or a plain command, and the words that follow it. */
struct rlk_command {
    struct rlk_script {
        const char *text; /* NULL: a plain command, or no row at all */
        size_t length;    /* of the text, in bytes */
        const char *sha;  /* SHA1 of the text, in hex */
    } script;
    struct rlk_plain {
        char bytes[RLK_PLAIN_MAX]; /* its first words, as they go over the
                                      wire */
        uint8_t length;            /* of these bytes */
        uint8_t words;             /* so many words they are */
    } plain;
    uint8_t keys;  /* script: so many of the words are keys, the first ones */
    uint8_t count; /* of the words that follow */
    uint8_t words[RLK_COMMAND_WORDS]; /* enum rlk_word */
};

/*
 * What rows are written with. A script goes by the name that
 * tools/embed-scripts gives it.
 */
#define RLK_SCRIPT(name)                                                       \
    .script = {.text = text_of_##name,                                         \
               .length = sizeof(text_of_##name) - 1,                           \
               .sha = sha_of_##name}
#define RLK_PLAIN(count, literal)                                              \
    .plain = {.bytes = literal, .length = sizeof(literal) - 1, .words = (count)}
#define RLK_WORDS(...)                                                         \
    .words = {__VA_ARGS__}, .count = sizeof((const uint8_t[]){__VA_ARGS__})

/* What every checked script is told: its keys, and its arguments. */
#define RLK_CHECKED_WORDS                                                      \
    .keys = 3, RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER, RLK_WORD_MARKER, \
                         RLK_WORD_TOKEN, RLK_WORD_TTL, RLK_WORD_RUN_ID,        \
                         RLK_WORD_GUARD, RLK_WORD_SERIAL, RLK_WORD_FENCED,     \
                         RLK_WORD_FENCE, RLK_WORD_FLOOR)

struct rlk_kind {
    const char *name; /* "mutex" */
    uint8_t bit;      /* stands for this kind in a set of kinds */
    /*
     * Several hold it at once, as members: a member's counter may be moved by
     * another.
     */
    bool party;
    bool former; /* of a member that had the resource alone: where its key is
                    there still, its next request has it shared */
    bool owned;  /* the members are one owner's: the first mints, the others
                    carry its number */
    /*
     * There is no plain command for it: its grants, confirms, extensions and
     * repairs are checked at all times, and its releases where a number is
     * taken back. Nobody is handed it: it has no row for that. Who waits for it
     * is woken.
     */
    bool scripted;
    struct {
        struct rlk_command plain;   /* no markers, no fences */
        struct rlk_command checked; /* judges both */
    } command[RLK_VERBS_OF_KIND];
};

#endif
