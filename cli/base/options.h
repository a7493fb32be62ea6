/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTIONS_H
#define RLK_CLI_BASE_OPTIONS_H

/*
 * The parsed command line. One table (option_table.c) has the options of all
 * subcommands; each subcommand takes its part. Options may stand before the
 * subcommand's name, after it, and after the resource.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"

/* Groups of options, in addition to --help and --version. */
enum {
    OPTIONS_CLIENT = 1 << 0,   /* the nodes and the connections */
    OPTIONS_TTL = 1 << 1,      /* --ttl */
    OPTIONS_ACQUIRE = 1 << 2,  /* --wait, --pause-max, --fair, -E */
    OPTIONS_TOKEN = 1 << 3,    /* --token, --slot */
    OPTIONS_COMMAND = 1 << 4,  /* a command after --, and its options */
    OPTIONS_BENCH = 1 << 5,    /* --depth, --contenders, --hold, --time */
    OPTIONS_FENCE = 1 << 6,    /* --no-fence */
    OPTIONS_JSON = 1 << 8,     /* --json */
    OPTIONS_MESSAGES = 1 << 9, /* -q, -v */
    OPTIONS_WATCH = 1 << 10,   /* --every, --once */
    OPTIONS_MODE = 1 << 11,    /* -s, -x, --reentrant, --slots */
    OPTIONS_LIST = 1 << 12,    /* --limit, --within; resources are optional */
    OPTIONS_FORCE = 1 << 13,   /* --force */
    OPTIONS_KILL = 1 << 14,    /* --kill-after */
    OPTIONS_KEEP = 1 << 15,    /* --keep, --pid */
    OPTIONS_YES = 1 << 16,     /* --yes */
    OPTIONS_SET = 1 << 17,     /* --shared-resource */
};

struct options;

/* A subcommand: its options and its function. */
struct subcommand {
    const char *name;
    const char *what;   /* its purpose in one line, for --help */
    const char *help;   /* usage, purpose and exit statuses, for --help */
    unsigned takes;     /* a mask of OPTIONS_ */
    int resources_most; /* 0: takes none; else requires at least one */
    int words_most;     /* if not 0: takes words instead, and checks them */

    /* Runs the subcommand. Returns the exit status. */
    int (*run)(struct options *options);
};

/* The limits: configuration files, and rows of the table. */
#define OPTIONS_FILES 2
#define OPTIONS_ROWS_MAX 64

/* The source of an option; option_given() and similar functions read it. */
struct option_source {
    bool given;
    int file;
    int line; /* the line in that file; 0: the command line */
};

/*
 * Every member is set, to the default if the option was not given. Strings
 * point into argv or into files unless a comment says otherwise.
 */
struct options {
    const char *name;                 /* the subcommand's */
    struct redlock_settings settings; /* without nodes and password */
    struct option_source sources[OPTIONS_ROWS_MAX]; /* one a row */
    char *files[OPTIONS_FILES]; /* contents of configuration files; allocated */
    char *paths[OPTIONS_FILES]; /* paths of those files; allocated */
    char *nodes;                /* allocated; NULL: none */
    const char *password_file;
    char *password;    /* if it was read early; allocated; else NULL */
    const char *token; /* static memory */
    int64_t ttl_ms;
    int64_t wait_ms;
    int64_t kill_after_ms; /* 0: the default, a part of the TTL */
    int busy_status;       /* -E */
    bool keep;
    int pid; /* 0: the calling process */
    bool fair;
    enum redlock_mode mode;
    bool reentrant;
    const char *owner; /* of --reentrant; NULL: none */
    int slots;         /* 0: none */
    int slot;          /* -1: none */
    int depth;
    int contenders; /* 0: none */
    int64_t hold_ms;
    int64_t time_ms;
    int64_t every_ms;
    bool once;
    bool force;
    bool yes;
    int limit; /* this and within_ms: 0 means redlock_list()'s default */
    int64_t within_ms;
    bool no_fence;
    bool export_token;
    const char *metrics_file; /* NULL: none */
    bool json;
    bool quiet;
    bool verbose;
    const char *resource; /* the first operand, or NULL */
    const char *title;    /* all operands in one line, for messages */
    char *joined;         /* title, where it was allocated; or NULL */
    char **operands;      /* in argv: resources or words */
    int operand_count;
    /* The mode of each operand; mode is that of the first. */
    enum redlock_mode modes[REDLOCK_SET_MAX];
    char own_name[REDLOCK_OWNER_MAX]; /* a generated owner name */
    char **command;                   /* in argv, ended by NULL; or NULL */
};

#endif
