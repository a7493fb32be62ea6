/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTIONS_H
#define RLK_CLI_BASE_OPTIONS_H

/*
 * The options that the subcommands share: one table, of which each takes its
 * part. They may stand before the subcommand's name, after it, and after the
 * resource.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"

/* What a subcommand takes, beside --json, -q, -v, --help and --version. */
enum {
    OPTIONS_CLIENT = 1 << 0,  /* the nodes, and how to talk to them */
    OPTIONS_TTL = 1 << 1,     /* --ttl */
    OPTIONS_ACQUIRE = 1 << 2, /* --wait, --pause-max, -E */
    OPTIONS_TOKEN = 1 << 3,   /* --token */
    OPTIONS_COMMAND = 1 << 4, /* a command after --, and what concerns it */
    OPTIONS_BENCH = 1 << 5,   /* --depth, --contenders, --hold, --time */
    OPTIONS_FENCE = 1 << 6,   /* --no-fence */
};

#define OPTIONS_WORKERS_MAX 1024

struct options_taker {
    const char *name;
    const char *help;   /* its own part: usage, what it does, statuses */
    unsigned takes;     /* OPTIONS_ */
    int resources_most; /* 0: none; else at least one is asked for */
};

/* Strings point into argv, unless something else is said. */
struct options {
    struct redlock_settings settings; /* without nodes and password */
    char *nodes;                      /* memory of its own; NULL: not given */
    const char *password_file;
    const char *token;
    int64_t ttl_ms;    /* 0: the default */
    int64_t wait_ms;   /* REDLOCK_FOREVER where it is not given */
    bool wait_given;   /* --wait forever included */
    int64_t notice_ms; /* --kill-after; 0: the default */
    int held_status;   /* -E */
    bool strategy_given;
    int depth;       /* 0: not given */
    int contenders;  /* 0: not given */
    int64_t hold_ms; /* 0: the default */
    int64_t time_ms; /* 0: the default */
    bool no_fence;
    bool export_token;
    bool json;
    bool quiet;
    bool verbose;
    char **resources; /* in argv */
    int resource_count;
    char **command; /* in argv, ended by NULL; NULL: there is none */
};

/*
 * Returns an exit status, or -1 to go on: it has said what there is to say.
 * Passwords and tokens in argv are overwritten.
 */
int options_parse(const struct options_taker *taker, int argc, char **argv,
                  struct options *options);

/*
 * Where the subcommand's name stands in argv: behind the options before it;
 * argc if there is none. --help and --version are answered by the caller:
 * *answer is 'h' or 'V', else 0. Negative: a usage error, which was told.
 */
int options_find_name(int argc, char **argv, int *answer);

/*
 * What getopt_long() could not make sense of, with an option string that
 * begins with a colon: option is what it returned, '?' or ':'. Says so, and
 * returns an exit status. name: of the subcommand; NULL: none yet.
 */
int options_refuse(const char *name, int option, char **argv);

/* Releases what options_parse() has allocated. */
void options_clear(struct options *options);

#endif
