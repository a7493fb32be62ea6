/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTIONS_H
#define RLK_CLI_BASE_OPTIONS_H

/*
 * The parsed command line. One table (option_table.c) has the options of all
 * subcommands; each subcommand takes its part. Options may stand before the
 * subcommand's name, after it, and after the resource.
 */

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

/* --- the command line: option_parser.c ------------------------------------ */

/*
 * Returns an exit status, or -1 to go on: it has printed all that is needed,
 * and errors in any case. Passwords and tokens in argv are overwritten. From
 * here on --quiet and --json keep message() silent.
 */
int option_parser_read(const struct subcommand *taker, int argc, char **argv,
                       struct options *options);

/*
 * Where the subcommand's name stands in argv: behind the options before it;
 * argc if there is none. --help and --version are answered by the caller:
 * *answer is 'h' or 'V', else 0. Negative: a usage error, which was reported.
 */
int option_parser_find_name(int argc, char **argv, int *answer);

/* What --version prints. Returns the exit status. */
int option_parser_print_version(void);

/* Releases what option_parser_read() has allocated. */
void option_parser_clear(struct options *options);

/* --- configuration files: config.c ---------------------------------------- */

/*
 * Configuration files: lines "name = value" with options that are the same for
 * every call. If $REDLOCK_CONFIG is set, it names the only file; empty means
 * none. Otherwise the user's redlock.conf takes precedence over
 * /etc/redlock.conf. The command line and the environment take precedence over
 * both.
 */

/*
 * Reads the options that the command line has not given.
 *
 * Returns an exit status, or -1 to go on: it has reported the error, with the
 * file and the line.
 */
int config_read(const struct subcommand *taker, struct options *options);

/*
 * "FILE:LINE" if a file has given the option; static, until the next call.
 * NULL: the call or the environment has given it, or nobody has.
 */
const char *config_where(const struct options *options, const char *name);

/* Frees what it has read. */
void config_clear(struct options *options);

/*
 * The user's home: $HOME, or by the user database, as cron may not set $HOME.
 * Borrowed until the next query of that database. NULL: there is none.
 */
const char *home_folder(void);

#endif
