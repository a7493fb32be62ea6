/* SPDX-License-Identifier: MIT */
/* The options, one row each. */

#include "cli/base/option_table.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/options.h"
#include "cli/base/secrets.h"
#include "cli/text/duration.h"

/* --- option values --------------------------------------------------------
 */

/* The arguments of options. */

/* The general ones, by the type of the member that they set. */
option_read_fn option_read_flag; /* bool */

option_read_fn option_read_span; /* int64_t, milliseconds; least */

option_read_fn option_read_number; /* int; least .. most */

option_read_fn option_read_text; /* const char * */

option_read_fn option_read_mode; /* by its letter */

option_read_fn option_read_shared_resource;

option_read_fn option_read_owner; /* NULL: it is not named */

option_read_fn option_read_wait;

option_read_fn option_read_quorum;

option_read_fn option_read_drift;

option_read_fn option_read_strategy;

option_read_fn option_read_guard;

option_read_fn option_read_slack;

option_read_fn option_read_nodes;

option_read_fn option_read_token;

option_read_fn option_read_label;

option_read_fn option_read_password; /* refuses it */

option_read_fn option_read_seed;

static int refuse(const struct option_row *row, const char *command,
                  const char *what)
{
    message_always(command, "--%s: %s", row->name, what);
    return EXITS_USAGE;
}

static void *member_of(const struct option_row *row, struct options *options)
{
    return (char *)options + row->member;
}

int option_read_flag(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    (void)command;
    (void)text;
    *(bool *)member_of(row, options) = true;
    return -1;
}

int option_read_mode(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    (void)command;
    (void)text;
    options->mode = row->letter == 's' ? REDLOCK_SHARED : REDLOCK_EXCLUSIVE;
    return -1;
}

/* It is an operand, which is written where a word of argv has been read. */
int option_read_shared_resource(const struct option_row *row,
                                const char *command, char *text,
                                struct options *options)
{
    if (options->operand_count >= REDLOCK_SET_MAX)
        return refuse(row, command, "these are too many resources");
    options->modes[options->operand_count] = REDLOCK_SHARED;
    options->operands[options->operand_count++] = text;
    return -1;
}

int option_read_owner(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    const char *problem = text == NULL ? NULL : redlock_owner_problem(text);

    options->reentrant = true;
    options->owner = text;
    return problem == NULL ? -1 : refuse(row, command, problem);
}

static int read_span(const struct option_row *row, const char *command,
                     const char *text, int64_t *ms)
{
    enum duration_fault fault = duration_parse(text, ms);

    if (fault == DURATION_FINE && *ms >= row->least)
        return -1;
    if (fault == DURATION_FINE)
        return refuse(row, command, "it must be longer than nothing");
    if (fault == DURATION_NO_UNIT)
        message_always(command,
                       "--%s %s: a number needs a unit: did you mean %ss?",
                       row->name, text, text);
    else
        message_always(command, "--%s %s: %s", row->name, text,
                       duration_fault_text(fault));
    return EXITS_USAGE;
}

int option_read_span(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    return read_span(row, command, text, member_of(row, options));
}

/* Digits alone: no sign, no blank. */
static bool read_integer(const char *text, int64_t least, int64_t most,
                         int64_t *number)
{
    char *end;
    long long value;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    value = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0' || value < least || value > most)
        return false;
    *number = value;
    return true;
}

int option_read_number(const struct option_row *row, const char *command,
                       char *text, struct options *options)
{
    int64_t number;

    if (read_integer(text, row->least, row->most, &number)) {
        *(int *)member_of(row, options) = (int)number;
        return -1;
    }
    message_always(command, "--%s %s: it is a number from %d to %d", row->name,
                   text, (int)row->least, (int)row->most);
    return EXITS_USAGE;
}

int option_read_text(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    (void)command;
    *(const char **)member_of(row, options) = text;
    return -1;
}

int option_read_wait(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    options->wait_given = true;
    options->wait_ms = REDLOCK_FOREVER;
    if (strcmp(text, "forever") == 0)
        return -1;
    return read_span(row, command, text, &options->wait_ms);
}

int option_read_quorum(const struct option_row *row, const char *command,
                       char *text, struct options *options)
{
    int64_t quorum = 0;

    if (strcmp(text, "all") == 0)
        quorum = REDLOCK_QUORUM_ALL;
    else if (strcmp(text, "majority") != 0 &&
             !read_integer(text, 1, REDLOCK_NODES_MAX, &quorum))
        return refuse(row, command, "it is a number, majority or all");
    options->settings.quorum = (int)quorum;
    return -1;
}

int option_read_drift(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    char *end;
    double factor = strtod(text, &end);

    options->settings.drift_factor = factor;
    if (end != text && *end == '\0' && factor > 0 && factor < 1)
        return -1;
    return refuse(row, command,
                  "it is a part of the TTL, between 0 and 1, such as 0.01");
}

int option_read_strategy(const struct option_row *row, const char *command,
                         char *text, struct options *options)
{
    struct redlock_settings *settings = &options->settings;

    options->strategy_given = true;
    if (strcmp(text, "parallel") == 0)
        settings->strategy = REDLOCK_PARALLEL;
    else if (strcmp(text, "sequential") == 0)
        settings->strategy = REDLOCK_SEQUENTIAL;
    else if (strcmp(text, "adaptive") == 0)
        return refuse(row, command,
                      "adaptive is not there yet: sequential or parallel");
    else
        return refuse(row, command, "it is sequential or parallel");
    return -1;
}

int option_read_guard(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    struct redlock_settings *settings = &options->settings;

    if (strcmp(text, "auto") == 0)
        settings->guard = REDLOCK_GUARD_AUTO;
    else if (strcmp(text, "on") == 0)
        settings->guard = REDLOCK_GUARD_ON;
    else if (strcmp(text, "off") == 0)
        settings->guard = REDLOCK_GUARD_OFF;
    else
        return refuse(row, command, "it is auto, on or off");
    return -1;
}

int option_read_slack(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    int64_t slack_ms = REDLOCK_NO_SLACK;
    int status = strcmp(text, "none") == 0
                     ? -1
                     : read_span(row, command, text, &slack_ms);

    if (status < 0 && slack_ms == 0)
        return refuse(row, command, "it must be longer than nothing, or none");
    options->settings.slack_ms = slack_ms;
    return status;
}

/* The list is copied before its passwords are overwritten. */
int option_read_nodes(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    free(options->nodes);
    options->nodes = strdup(text);
    secrets_hide(text);
    return options->nodes == NULL ? refuse(row, command, strerror(errno)) : -1;
}

int option_read_token(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    static char token[REDLOCK_TOKEN_MAX];
    size_t length = strlen(text);

    if (length == 0 || length >= sizeof(token))
        return refuse(row, command, "it is none of redlock acquire's");
    memcpy(token, text, length + 1);
    memset(text, '*', length);
    options->token = token;
    return -1;
}

int option_read_label(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    if (*text == '\0')
        return refuse(row, command, "it is empty: others would read it");
    options->settings.label = text;
    return -1;
}

int option_read_password(const struct option_row *row, const char *command,
                         char *text, struct options *options)
{
    (void)options;
    memset(text, '*', strlen(text));
    return refuse(row, command,
                  "everybody can read arguments: use --password-file or set "
                  "REDLOCK_PASSWORD");
}

int option_read_seed(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    if (read_integer(text, 0, INT64_MAX, &options->seed))
        return -1;
    message_always(command, "--%s: no number: %s", row->name, text);
    return EXITS_USAGE;
}

#define WORKERS_MAX 1024
#define LIST_MAX 100000

/* Where the explanations begin; an option that is longer pushes its own. */
#define HELP_COLUMN 28

#define MEMBER(name) .member = offsetof(struct options, name)

const struct option_row option_table[] = {
    /* The nodes, and how to talk to them. */
    {.name = "nodes",
     .letter = 'n',
     .takers = OPTIONS_CLIENT,
     .argument = "URI[,URI...]",
     .values = "local:3 local:5 redis:// rediss:// unix:///",
     .read = option_read_nodes,
     .variables = {"REDLOCK_NODES"},
     .help = "the masters; or $REDLOCK_NODES:\n"
             "redis://[user:pass@]host[:port],\n"
             "rediss://... with TLS, unix:///path,\n"
             "sentinel://host[:port][+...]/name, or\n"
             "local:N alone: N private servers, started\n"
             "where they do not run yet"},
    {.name = "username",
     .takers = OPTIONS_CLIENT,
     .argument = "NAME",
     .read = option_read_text,
     MEMBER(settings.username),
     .help = "for nodes whose URI has none"},
    {.name = "password-file",
     .takers = OPTIONS_CLIENT,
     .argument = "FILE",
     .read = option_read_text,
     MEMBER(password_file),
     .variables = {"REDLOCK_PASSWORD", "REDLOCK_PASSWORD_FILE"},
     .help = "its first line, for nodes whose URI has none;\n"
             "or $REDLOCK_PASSWORD,\n"
             "$REDLOCK_PASSWORD_FILE"},
    {.name = "password",
     .takers = OPTIONS_CLIENT,
     .argument = "TEXT",
     .read = option_read_password},
    {.name = "cacert",
     .takers = OPTIONS_CLIENT,
     .argument = "FILE",
     .read = option_read_text,
     MEMBER(settings.tls.ca_file),
     .variables = {"REDLOCK_CACERT", "REDLOCK_CACERTDIR"},
     .fellow = "cacertdir",
     .help = "whose certificates are trusted, for rediss://;\n"
             "this system's without; or $REDLOCK_CACERT"},
    {.name = "cacertdir",
     .takers = OPTIONS_CLIENT,
     .argument = "DIR",
     .read = option_read_text,
     MEMBER(settings.tls.ca_folder),
     .variables = {"REDLOCK_CACERT", "REDLOCK_CACERTDIR"},
     .fellow = "cacert",
     .help = "the same, a file each; or $REDLOCK_CACERTDIR"},
    {.name = "cert",
     .takers = OPTIONS_CLIENT,
     .argument = "FILE",
     .read = option_read_text,
     MEMBER(settings.tls.cert_file),
     .variables = {"REDLOCK_CERT", "REDLOCK_KEY"},
     .fellow = "key",
     .help = "our certificate; or $REDLOCK_CERT"},
    {.name = "key",
     .takers = OPTIONS_CLIENT,
     .argument = "FILE",
     .read = option_read_text,
     MEMBER(settings.tls.key_file),
     .variables = {"REDLOCK_CERT", "REDLOCK_KEY"},
     .fellow = "cert",
     .help = "its key; or $REDLOCK_KEY"},
    {.name = "sni",
     .takers = OPTIONS_CLIENT,
     .argument = "NAME",
     .read = option_read_text,
     MEMBER(settings.tls.server_name),
     .variables = {"REDLOCK_SNI"},
     .help = "whom the nodes' certificates are for, instead\n"
             "of the host of each; or $REDLOCK_SNI"},
    {.name = "insecure",
     .takers = OPTIONS_CLIENT,
     .read = option_read_flag,
     MEMBER(settings.tls.insecure),
     .help = "look at nobody's certificate; said each time"},
    {.name = "node-timeout",
     .takers = OPTIONS_CLIENT,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(settings.node_timeout_ms),
     .least = 1,
     .help = "for each request to each node; 100ms"},
    {.name = "quorum",
     .takers = OPTIONS_CLIENT,
     .argument = "N|majority|all",
     .values = "majority all",
     .read = option_read_quorum,
     .help = "how many nodes make a lock; a majority"},
    {.name = "strategy",
     .takers = OPTIONS_CLIENT,
     .argument = "sequential|parallel",
     .values = "sequential parallel",
     .read = option_read_strategy,
     .help = "sequential is the default"},
    {.name = "drift",
     .takers = OPTIONS_CLIENT,
     .argument = "F",
     .read = option_read_drift,
     .help = "of the TTL, for the clocks' rates; 0.01"},
    {.name = "ttl-max",
     .takers = OPTIONS_CLIENT,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(settings.ttl_max_ms),
     .least = 1,
     .help = "the longest TTL of any client; 5m"},
    {.name = "slack",
     .takers = OPTIONS_CLIENT,
     .argument = "DUR|none",
     .values = "none",
     .read = option_read_slack,
     .help = "how much longer than the lock its keys live,\n"
             "for steps of a node's clock; a tenth of the\n"
             "TTL, at least 250ms"},
    {.name = "guard",
     .takers = OPTIONS_CLIENT,
     .argument = "auto|on|off",
     .values = "auto on off",
     .read = option_read_guard,
     .help = "may a node vote that has lost its memory?\n"
             "auto: not where redlock init was run"},
    {.name = "label",
     .takers = OPTIONS_CLIENT,
     .argument = "TEXT",
     .read = option_read_label,
     .help = "who we are, for those who wait; host:pid"},

    /* What one subcommand takes, or some do. */
    {.name = "ttl",
     .takers = OPTIONS_TTL,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(ttl_ms),
     .least = 1,
     .help = "how long the lock lives unless renewed; 30s"},
    {.name = "wait",
     .takers = OPTIONS_ACQUIRE,
     .argument = "DUR|forever",
     .values = "0s 10m forever",
     .read = option_read_wait,
     .help = "how long to wait for it; 0s is one attempt.\n"
             "Without: forever while another holds it,\n"
             "but no quorum at first is an end"},
    {.name = "pause-max",
     .takers = OPTIONS_ACQUIRE,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(settings.pause_max_ms),
     .least = 1,
     .help = "the longest pause between two attempts that\n"
             "stand in no queue; grows with the wait, to 1s"},
    {.name = "fair",
     .takers = OPTIONS_ACQUIRE,
     .read = option_read_flag,
     MEMBER(fair),
     .help = "take not even a free lock before those who\n"
             "wait for it"},
    {.name = "shared",
     .letter = 's',
     .takers = OPTIONS_MODE,
     .read = option_read_mode,
     .help = "others may share it: it keeps out only who\n"
             "wants it exclusively"},
    {.name = "shared-resource",
     .takers = OPTIONS_SET,
     .argument = "NAME",
     .read = option_read_shared_resource,
     .help = "one resource more, which is shared whatever the\n"
             "mode of the others; may be given repeatedly"},
    {.name = "exclusive",
     .letter = 'x',
     .takers = OPTIONS_MODE,
     .read = option_read_mode,
     .help = "it keeps out everybody else: the default"},
    {.name = "reentrant",
     .takers = OPTIONS_MODE,
     .argument = "OWNER",
     .optional = true,
     .read = option_read_owner,
     .help = "it keeps out everybody but this owner, who may\n"
             "have it more than once; $REDLOCK_OWNER without"},
    {.name = "slots",
     .takers = OPTIONS_MODE,
     .argument = "K",
     .read = option_read_number,
     MEMBER(slots),
     .least = 1,
     .most = REDLOCK_SLOTS_MAX,
     .help = "so many may hold it at once; the same K for\n"
             "all who use it"},
    {.name = "conflict-exit-code",
     .letter = 'E',
     .takers = OPTIONS_ACQUIRE,
     .argument = "N",
     .read = option_read_number,
     MEMBER(busy_status),
     .most = 255,
     .help = "instead of 75, held by another"},
    {.name = "no-fence",
     .takers = OPTIONS_FENCE,
     .read = option_read_flag,
     MEMBER(no_fence),
     .help = "a plain lock without a fence"},
    {.name = "token",
     .takers = OPTIONS_TOKEN,
     .argument = "T",
     .read = option_read_token,
     .help = "as redlock acquire printed it; or\n"
             "$REDLOCK_TOKEN"},
    {.name = "slot",
     .takers = OPTIONS_TOKEN,
     .argument = "N",
     .read = option_read_number,
     MEMBER(slot),
     .most = REDLOCK_SLOTS_MAX - 1,
     .help = "with --slots: which one the token is for; or\n"
             "$REDLOCK_SLOT"},
    {.name = "keep",
     .takers = OPTIONS_KEEP,
     .read = option_read_flag,
     MEMBER(keep),
     .help = "renew it until a process has ended, and then\n"
             "release it"},
    {.name = "pid",
     .takers = OPTIONS_KEEP,
     .argument = "PID",
     .read = option_read_number,
     MEMBER(pid),
     .least = 1,
     .most = INT_MAX,
     .help = "with --keep: that process, as a script's $$;\n"
             "the one that called redlock"},
    {.name = "kill-after",
     .takers = OPTIONS_NOTICE,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(notice_ms),
     .least = 1,
     .help = "how long before the lock's end the command, or\n"
             "--pid, gets TERM, unless renewed; KILL follows\n"
             "shortly before that end; a fifth of the TTL"},
    {.name = "export-token",
     .takers = OPTIONS_COMMAND,
     .read = option_read_flag,
     MEMBER(export_token),
     .help = "give the command REDLOCK_TOKEN"},
    {.name = "metrics-file",
     .takers = OPTIONS_COMMAND,
     .argument = "FILE",
     .read = option_read_text,
     MEMBER(metrics_file),
     .help = "write numbers to it at each change, as\n"
             "OpenMetrics text"},
    {.name = "depth",
     .takers = OPTIONS_BENCH,
     .argument = "N",
     .read = option_read_number,
     MEMBER(depth),
     .least = 1,
     .most = WORKERS_MAX,
     .help = "so many at once, each a lock of its own; 1"},
    {.name = "contenders",
     .takers = OPTIONS_BENCH,
     .argument = "N",
     .read = option_read_number,
     MEMBER(contenders),
     .least = 1,
     .most = WORKERS_MAX,
     .help = "instead, so many clients for one lock"},
    {.name = "hold",
     .takers = OPTIONS_BENCH,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(hold_ms),
     .help = "how long a lock is held; 0s"},
    {.name = "time",
     .takers = OPTIONS_BENCH,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(time_ms),
     .least = 1,
     .help = "of each measurement; 3s"},
    {.name = "every",
     .takers = OPTIONS_WATCH,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(every_ms),
     .least = 1,
     .help = "the longest pause before the nodes are asked\n"
             "again; 1s"},
    {.name = "once",
     .takers = OPTIONS_WATCH,
     .read = option_read_flag,
     MEMBER(once),
     .help = "print how it is now, and end"},
    {.name = "force",
     .takers = OPTIONS_FORCE,
     .read = option_read_flag,
     MEMBER(force),
     .help = "whoever holds it, without its token"},
    {.name = "yes",
     .takers = OPTIONS_YES,
     .read = option_read_flag,
     MEMBER(yes),
     .help = "release --force: do not ask; init: mark the\n"
             "nodes even if locks are held"},
    {.name = "limit",
     .takers = OPTIONS_LIST,
     .argument = "N",
     .read = option_read_number,
     MEMBER(limit),
     .least = 1,
     .most = LIST_MAX,
     .help = "without a resource: so many at most; 1000"},
    {.name = "within",
     .takers = OPTIONS_LIST,
     .argument = "DUR",
     .read = option_read_span,
     MEMBER(within_ms),
     .least = 1,
     .help = "likewise: how long nodes are gone through; 10s"},
    {.name = "quick",
     .takers = OPTIONS_DEMO,
     .read = option_read_flag,
     MEMBER(quick),
     .help = "some 9 seconds instead of 20"},
    {.name = "seed",
     .takers = OPTIONS_DEMO,
     .argument = "N",
     .read = option_read_seed,
     .help = "of the workers' thinking times; 1"},

    {.name = "json",
     .takers = OPTIONS_JSON,
     .read = option_read_flag,
     MEMBER(json),
     .help = "for programs"},
    {.name = "quiet",
     .letter = 'q',
     .takers = OPTIONS_MESSAGES,
     .read = option_read_flag,
     MEMBER(quiet),
     .help = "no messages but about wrong usage"},
    {.name = "verbose",
     .letter = 'v',
     .takers = OPTIONS_MESSAGES,
     .read = option_read_flag,
     MEMBER(verbose),
     .help = "each node's vote and latency"},

    /* Answered by the parser. */
    {.name = "help", .letter = 'h', .help = "this text"},
    {.name = "version", .help = "which redlock this is"},
};

const int option_table_rows = sizeof(option_table) / sizeof(option_table[0]);

static void print_row(const struct option_row *row)
{
    const char *line = row->help;
    int column;

    if (line == NULL) /* it is there to be refused */
        return;
    if (row->letter != 0)
        column = printf("  -%c, --%s", row->letter, row->name);
    else
        column = printf("      --%s", row->name);
    if (row->argument != NULL)
        column += printf(row->optional ? "[=%s]" : " %s", row->argument);
    (void)printf("%*s", column + 2 < HELP_COLUMN ? HELP_COLUMN - column : 2,
                 "");
    for (;;) {
        size_t length = strcspn(line, "\n");

        (void)printf("%.*s\n", (int)length, line);
        if (line[length] == '\0')
            return;
        line += length + 1;
        (void)printf("%*s", HELP_COLUMN, "");
    }
}

static void print_rows(unsigned takes, bool of_client)
{
    for (int i = 0; i < option_table_rows; i++) {
        const struct option_row *row = &option_table[i];

        if ((row->takers & ~takes) == 0 &&
            (row->takers == OPTIONS_CLIENT) == of_client)
            print_row(row);
    }
}

void option_table_print_help(const struct options_taker *taker)
{
    (void)fputs(taker->help, stdout);
    if ((taker->takes & OPTIONS_CLIENT) != 0) {
        (void)puts("\nThe nodes, the same list in the same order for every "
                   "client:");
        print_rows(taker->takes, true);
        (void)puts("\nAnd:");
    } else {
        (void)putchar('\n');
    }
    print_rows(taker->takes, false);
    if ((taker->takes & OPTIONS_CLIENT) != 0)
        (void)puts("\nDUR is a number with its unit: 250ms, 1.5s, 1h30m. "
                   "More: man redlock");
}
