/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTIONS_H
#define RLK_CLI_BASE_OPTIONS_H

/*
 * The parsed command line: the options that the subcommands
 * share, one table of them (option_table.c), of which each takes its part. They
 * may stand before the subcommand's name, after it, and after the resource.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"

/* What a subcommand takes, beside --help and --version. */
enum {
    OPTIONS_CLIENT = 1 << 0,   /* the nodes, and how to talk to them */
    OPTIONS_TTL = 1 << 1,      /* --ttl */
    OPTIONS_ACQUIRE = 1 << 2,  /* --wait, --pause-max, --fair, -E */
    OPTIONS_TOKEN = 1 << 3,    /* --token, --slot */
    OPTIONS_COMMAND = 1 << 4,  /* a command after --, and what concerns it */
    OPTIONS_BENCH = 1 << 5,    /* --depth, --contenders, --hold, --time */
    OPTIONS_FENCE = 1 << 6,    /* --no-fence */
    OPTIONS_JSON = 1 << 8,     /* --json */
    OPTIONS_MESSAGES = 1 << 9, /* -q, -v */
    OPTIONS_WATCH = 1 << 10,   /* --every, --once */
    OPTIONS_MODE = 1 << 11,    /* -s, -x, --reentrant, --slots */
    OPTIONS_LIST = 1 << 12,    /* --limit, --within; a resource need not be */
    OPTIONS_FORCE = 1 << 13,   /* --force */
    OPTIONS_NOTICE = 1 << 14,  /* --kill-after */
    OPTIONS_KEEP = 1 << 15,    /* --keep, --pid */
    OPTIONS_YES = 1 << 16,     /* --yes */
    OPTIONS_SET = 1 << 17,     /* --shared-resource */
};

struct options_taker {
    const char *name;
    const char *help;   /* usage, purpose, exit statuses */
    unsigned takes;     /* OPTIONS_ */
    int resources_most; /* 0: none; else at least one is asked for */
    int words_most;     /* instead of resources: the subcommand reads them */
};

/* A subcommand, and its purpose in one line. */
struct options_command {
    const struct options_taker *taker;
    int (*start)(int argc, char **argv);
    const char *what;
};

/* The most configuration files, and rows of the table. */
#define OPTIONS_FILES 2
#define OPTIONS_ROWS_MAX 64

/* Where a file has said it; line 0: no file has. */
struct options_place {
    int file;
    int line;
};

/* Strings point into argv or into config, unless something else is said. */
struct options {
    struct redlock_settings settings; /* without nodes and password */
    uint64_t given; /* rows of the table that were read, a bit each */
    char *config[OPTIONS_FILES]; /* what files said, memory of its own */
    char *paths[OPTIONS_FILES];  /* of these files; allocated */
    struct options_place places[OPTIONS_ROWS_MAX];
    bool tls_asked; /* for TLS, by the call itself */
    char *nodes;    /* memory of its own; NULL: not given */
    const char *password_file;
    char *password;    /* read early, memory of its own; NULL: it was not */
    const char *token; /* static memory */
    int64_t ttl_ms;    /* 0: the default */
    int64_t wait_ms;   /* REDLOCK_FOREVER where it is not given */
    bool wait_given;   /* --wait forever included */
    int64_t notice_ms; /* --kill-after; 0: the default */
    int busy_status;   /* -E */
    bool keep;
    int pid; /* 0: not given */
    bool strategy_given;
    bool fair;
    enum redlock_mode mode;
    bool reentrant;
    const char *owner; /* of it; NULL: not given, or none */
    int slots;         /* 0: none */
    int slot;          /* -1: not given */
    int depth;         /* 0: not given */
    int contenders;    /* 0: not given */
    int64_t hold_ms;   /* 0: the default */
    int64_t time_ms;   /* 0: the default */
    int64_t every_ms;  /* 0: the default */
    bool once;
    bool force;
    bool yes;
    int limit;         /* 0: the default */
    int64_t within_ms; /* 0: the default */
    bool no_fence;
    bool export_token;
    const char *metrics_file; /* NULL: none */
    bool json;
    bool quiet;
    bool verbose;
    const char *resource; /* the first operand; NULL: there is none */
    const char *title;    /* all of them, for people */
    char *joined;         /* that, in memory of its own; NULL: it is one name */
    char **operands;      /* in argv: resources, or words */
    int operand_count;
    /* Of each operand; mode is the first one's. */
    enum redlock_mode modes[REDLOCK_SET_MAX];
    char own_name[REDLOCK_OWNER_MAX]; /* the owner, where it was made */
    char **command; /* in argv, ended by NULL; NULL: there is none */
};

#endif
