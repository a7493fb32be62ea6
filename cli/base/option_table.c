/* SPDX-License-Identifier: MIT */
/* The options, one row each. */

#include "cli/base/option_table.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/secrets.h"
#include "cli/text/duration.h"

/* --- the arguments of options --------------------------------------------- */

static int refuse(const struct option_row *row, const char *command,
                  const char *what)
{
    return message_fail(EXITS_USAGE, command, "--%s: %s", row->name, what);
}

static void *member_of(const struct option_row *row, struct options *options)
{
    return (char *)options + row->member;
}

static int read_flag(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    (void)command, (void)text;
    *(bool *)member_of(row, options) = true;
    return -1;
}

static int read_mode(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    (void)command, (void)text;
    options->mode = row->letter == 's' ? REDLOCK_SHARED : REDLOCK_EXCLUSIVE;
    return -1;
}

/* Adds an operand, over a word of argv that has been read already. */
static int read_shared_resource(const struct option_row *row,
                                const char *command, char *text,
                                struct options *options)
{
    if (options->operand_count >= REDLOCK_SET_MAX)
        return refuse(row, command, "too many resources");
    options->modes[options->operand_count] = REDLOCK_SHARED;
    options->operands[options->operand_count++] = text;
    return -1;
}

static int read_owner(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    const char *problem = text == NULL ? NULL : redlock_owner_problem(text);

    options->reentrant = true;
    options->owner = text;
    return problem == NULL ? -1 : refuse(row, command, problem);
}

static int read_duration(const struct option_row *row, const char *command,
                         const char *text, int64_t *ms)
{
    enum duration_fault fault = duration_parse(text, ms);

    if (fault == DURATION_FINE && *ms >= row->least)
        return -1;
    if (fault == DURATION_FINE)
        return refuse(row, command, "must be longer than 0");
    if (fault == DURATION_NO_UNIT)
        return message_fail(EXITS_USAGE, command,
                            "--%s %s: a number needs a unit: did you mean %ss?",
                            row->name, text, text);
    return message_fail(EXITS_USAGE, command, "--%s %s: %s", row->name, text,
                        duration_fault_text(fault));
}

static int read_span(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    return read_duration(row, command, text, member_of(row, options));
}

/* Accepts digits only, without sign or blanks. */
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

static int read_number(const struct option_row *row, const char *command,
                       char *text, struct options *options)
{
    int64_t number;

    if (read_integer(text, row->least, row->most, &number)) {
        *(int *)member_of(row, options) = (int)number;
        return -1;
    }
    return message_fail(EXITS_USAGE, command,
                        "--%s %s: must be a number from %d to %d", row->name,
                        text, (int)row->least, (int)row->most);
}

static int read_text(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    (void)command;
    *(const char **)member_of(row, options) = text;
    return -1;
}

static int read_wait(const struct option_row *row, const char *command,
                     char *text, struct options *options)
{
    options->wait_ms = REDLOCK_FOREVER;
    if (strcmp(text, "forever") == 0)
        return -1;
    return read_duration(row, command, text, &options->wait_ms);
}

static int read_quorum(const struct option_row *row, const char *command,
                       char *text, struct options *options)
{
    int64_t quorum = 0;

    if (strcmp(text, "all") == 0)
        quorum = REDLOCK_QUORUM_ALL;
    else if (strcmp(text, "majority") != 0 &&
             !read_integer(text, 1, REDLOCK_NODES_MAX, &quorum))
        return refuse(row, command, "must be a number, majority or all");
    options->settings.quorum = (int)quorum;
    return -1;
}

static int read_drift(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    char *end;
    double factor = strtod(text, &end);

    options->settings.drift_factor = factor;
    if (end != text && *end == '\0' && factor > 0 && factor < 1)
        return -1;
    return refuse(
        row, command,
        "must be a fraction of the TTL between 0 and 1, such as 0.01");
}

/* Reads a word of row->values, which has the order of an enumeration. */
static bool read_word(const struct option_row *row, const char *text,
                      struct options *options)
{
    const char *word = row->values;

    for (int number = 0; *word != '\0'; number++) {
        size_t length = strcspn(word, " ");
        if (strlen(text) == length && strncmp(word, text, length) == 0) {
            *(int *)member_of(row, options) = number;
            return true;
        }
        word += length + strspn(word + length, " ");
    }
    return false;
}

static int read_strategy(const struct option_row *row, const char *command,
                         char *text, struct options *options)
{
    if (read_word(row, text, options))
        return -1;
    return refuse(row, command,
                  strcmp(text, "adaptive") == 0
                      ? "adaptive does not exist yet; use sequential or "
                        "parallel"
                      : "must be sequential or parallel");
}

static int read_guard(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    return read_word(row, text, options)
               ? -1
               : refuse(row, command, "must be auto, on or off");
}

static int read_slack(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    int64_t slack_ms = REDLOCK_NO_SLACK;
    int status = strcmp(text, "none") == 0
                     ? -1
                     : read_duration(row, command, text, &slack_ms);

    if (status < 0 && slack_ms == 0)
        return refuse(row, command, "must be longer than 0, or the word none");
    options->settings.slack_ms = slack_ms;
    return status;
}

/* Copies the list, because the caller overwrites its passwords in argv. */
static int read_nodes(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    if (options->nodes != NULL)
        return refuse(row, command,
                      "given twice: separate the nodes by commas");
    options->nodes = strdup(text);
    secrets_hide(text);
    return options->nodes == NULL ? refuse(row, command, strerror(errno)) : -1;
}

static int read_token(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    static char token[REDLOCK_TOKEN_MAX];
    size_t length = strlen(text);

    if (length == 0 || length >= sizeof(token) ||
        strncmp(text, "redlock:", strlen("redlock:")) == 0)
        return refuse(row, command, "not a token of redlock acquire");
    memcpy(token, text, length + 1);
    memset(text, '*', length);
    options->token = token;
    return -1;
}

static int read_label(const struct option_row *row, const char *command,
                      char *text, struct options *options)
{
    if (*text == '\0')
        return refuse(row, command,
                      "the label is empty; waiters could not name the holder");
    options->settings.label = text;
    return -1;
}

static int read_password(const struct option_row *row, const char *command,
                         char *text, struct options *options)
{
    (void)options;
    memset(text, '*', strlen(text));
    return refuse(row, command,
                  "every user can read the arguments of a process: use "
                  "--password-file or set REDLOCK_PASSWORD");
}

#define WORKERS_MAX 1024
#define LIST_MAX 100000

/* The column of the explanations; after a longer option they begin later. */
#define HELP_COLUMN 28

#define MEMBER(path) .member = offsetof(struct options, path)

/* A row. The members that few rows have follow its help text. */
#define OPTION(its_name, whose, called, how, ...)                              \
    {                                                                          \
        .name = its_name, .takers = whose, .argument = called, .read = how,    \
        .help = __VA_ARGS__                                                    \
    }

/* The options that most subcommands have in common. */
#define FLAG(name, whose, its_member, ...)                                     \
    OPTION(name, whose, NULL, read_flag, __VA_ARGS__, MEMBER(its_member))
#define SPAN(name, whose, its_member, from, ...)                               \
    OPTION(name, whose, "DUR", read_span, __VA_ARGS__, MEMBER(its_member),     \
           .least = from)
#define NUMBER(name, whose, called, its_member, from, to, ...)                 \
    OPTION(name, whose, called, read_number, __VA_ARGS__, MEMBER(its_member),  \
           .least = from, .most = to)
#define TEXT(name, whose, called, its_member, ...)                             \
    OPTION(name, whose, called, read_text, __VA_ARGS__, MEMBER(its_member))

const struct option_row option_table[] = {
    /* Options about the nodes and the connections. */
    OPTION("nodes", OPTIONS_CLIENT, "URI[,URI...]", read_nodes,
           "the masters, given once; or $REDLOCK_NODES:\n"
           "redis://[user:pass@]host[:port],\n"
           "rediss://... with TLS, unix:///path,\n"
           "sentinel://host[:port][+...]/name, or\n"
           "local:N alone: N private servers, which are\n"
           "started if they do not run",
           .letter = 'n',
           .values = "local:3 local:5 redis:// rediss:// unix:///",
           .variables = {"REDLOCK_NODES"}),
    TEXT("username", OPTIONS_CLIENT, "NAME", settings.username,
         "the user, for nodes whose URI has none"),
    TEXT("password-file", OPTIONS_CLIENT, "FILE", password_file,
         "the file whose first line is the password, for\n"
         "nodes whose URI has none; or $REDLOCK_PASSWORD,\n"
         "$REDLOCK_PASSWORD_FILE",
         .variables = {"REDLOCK_PASSWORD", "REDLOCK_PASSWORD_FILE"}),
    {.name = "password",
     .takers = OPTIONS_CLIENT,
     .argument = "TEXT",
     .read = read_password},
    TEXT("cacert", OPTIONS_CLIENT, "FILE", settings.tls.ca_file,
         "the trusted authorities for rediss://, PEM; by\n"
         "default this system's; or $REDLOCK_CACERT",
         .variables = {"REDLOCK_CACERT", "REDLOCK_CACERTDIR"},
         .fellow = "cacertdir"),
    TEXT("cacertdir", OPTIONS_CLIENT, "DIR", settings.tls.ca_folder,
         "a folder with the trusted authorities, one file\n"
         "each; or $REDLOCK_CACERTDIR",
         .variables = {"REDLOCK_CACERT", "REDLOCK_CACERTDIR"},
         .fellow = "cacert"),
    TEXT("cert", OPTIONS_CLIENT, "FILE", settings.tls.cert_file,
         "the client's certificate; or $REDLOCK_CERT",
         .variables = {"REDLOCK_CERT", "REDLOCK_KEY"}, .fellow = "key"),
    TEXT("key", OPTIONS_CLIENT, "FILE", settings.tls.key_file,
         "the key of --cert; or $REDLOCK_KEY",
         .variables = {"REDLOCK_CERT", "REDLOCK_KEY"}, .fellow = "cert"),
    TEXT("sni", OPTIONS_CLIENT, "NAME", settings.tls.server_name,
         "the name that the nodes' certificates must\n"
         "have; by default the host in each URI; or\n"
         "$REDLOCK_SNI",
         .variables = {"REDLOCK_SNI"}),
    FLAG("insecure", OPTIONS_CLIENT, settings.tls.insecure,
         "do not verify certificates (insecure; prints a\n"
         "warning)"),
    SPAN("node-timeout", OPTIONS_CLIENT, settings.node_timeout_ms, 1,
         "timeout of each request to each node; default 100ms"),
    OPTION("quorum", OPTIONS_CLIENT, "N|majority|all", read_quorum,
           "the number of nodes that must grant a lock;\n"
           "default majority",
           .values = "majority all"),
    OPTION("strategy", OPTIONS_CLIENT, "sequential|parallel", read_strategy,
           "ask one node after the other, or all at the\n"
           "same time; default sequential",
           .values = "sequential parallel", MEMBER(settings.strategy)),
    OPTION("drift", OPTIONS_CLIENT, "F", read_drift,
           "the part of the TTL that is subtracted because\n"
           "clocks run at different rates; default 0.01"),
    SPAN("ttl-max", OPTIONS_CLIENT, settings.ttl_max_ms, 1,
         "the longest TTL that a lock may have, the same for\n"
         "all clients; default 5m"),
    OPTION("slack", OPTIONS_CLIENT, "DUR|none", read_slack,
           "how much longer than the TTL the keys stay, for\n"
           "steps of a node's clock; default: a tenth of the\n"
           "TTL, at least 250ms",
           .values = "none"),
    OPTION("guard", OPTIONS_CLIENT, "auto|on|off", read_guard,
           "exclude nodes that have lost their memory; default\n"
           "auto: once this client has connected to a node\n"
           "that redlock init has marked",
           .values = "auto on off", MEMBER(settings.guard)),
    OPTION("label", OPTIONS_CLIENT, "TEXT", read_label,
           "the client's name for waiters and status;\n"
           "default host:pid"),

    /* Options of one or some subcommands. */
    SPAN("ttl", OPTIONS_TTL, ttl_ms, 1,
         "the lock's time to live unless renewed; default 30s"),
    OPTION("wait", OPTIONS_ACQUIRE, "DUR|forever", read_wait,
           "how long to wait for the lock; 0s: one attempt.\n"
           "By default redlock waits for ever, but fails if its\n"
           "first attempt reaches no quorum",
           .values = "0s 10m forever"),
    SPAN("pause-max", OPTIONS_ACQUIRE, settings.pause_max_ms, 1,
         "the longest pause between two attempts without a\n"
         "queue entry; default: grows with the wait to 1s"),
    FLAG("fair", OPTIONS_ACQUIRE, fair,
         "queue behind existing waiters even if the lock\n"
         "is free"),
    OPTION("shared", OPTIONS_MODE, NULL, read_mode,
           "shared lock: excludes exclusive holders only", .letter = 's'),
    OPTION("shared-resource", OPTIONS_SET, "NAME", read_shared_resource,
           "one more resource, which is shared; may be\n"
           "repeated"),
    OPTION("exclusive", OPTIONS_MODE, NULL, read_mode,
           "exclusive lock: the default", .letter = 'x'),
    OPTION("reentrant", OPTIONS_MODE, "OWNER", read_owner,
           "exclude all clients except this owner, which may\n"
           "acquire it more than once; or $REDLOCK_OWNER",
           .optional = true),
    NUMBER("slots", OPTIONS_MODE, "K", slots, 1, REDLOCK_SLOTS_MAX,
           "at most K holders at a time; all clients use the\n"
           "same K"),
    NUMBER("conflict-exit-code", OPTIONS_ACQUIRE, "N", busy_status, 0, 255,
           "the exit status if another client holds the\n"
           "lock; default 75",
           .letter = 'E'),
    FLAG("no-fence", OPTIONS_FENCE, no_fence, "no fencing token"),
    OPTION("token", OPTIONS_TOKEN, "T", read_token,
           "as redlock acquire printed it; or\n"
           "$REDLOCK_TOKEN"),
    NUMBER("slot", OPTIONS_TOKEN, "N", slot, 0, REDLOCK_SLOTS_MAX - 1,
           "with --slots: the slot of the token; or\n"
           "$REDLOCK_SLOT"),
    FLAG("keep", OPTIONS_KEEP, keep,
         "renew the lock until a process has ended, and\n"
         "then release it"),
    NUMBER("pid", OPTIONS_KEEP, "PID", pid, 1, INT_MAX,
           "with --keep: the process, such as a script's $$;\n"
           "by default the caller of redlock"),
    SPAN("kill-after", OPTIONS_KILL, kill_after_ms, 1,
         "without a renewal the command (or --pid) gets TERM\n"
         "this long before the validity ends, and KILL\n"
         "shortly before that end; default a fifth of the TTL"),
    FLAG("export-token", OPTIONS_COMMAND, export_token,
         "set REDLOCK_TOKEN for the command"),
    TEXT("metrics-file", OPTIONS_COMMAND, "FILE", metrics_file,
         "write OpenMetrics text to FILE at each change"),
    NUMBER("depth", OPTIONS_BENCH, "N", depth, 1, WORKERS_MAX,
           "N locks at a time; default 1"),
    NUMBER("contenders", OPTIONS_BENCH, "N", contenders, 1, WORKERS_MAX,
           "N clients for one lock, instead of --depth"),
    SPAN("hold", OPTIONS_BENCH, hold_ms, 0, "hold time of a lock; default 0s"),
    SPAN("time", OPTIONS_BENCH, time_ms, 1,
         "length of each measurement; default 3s"),
    SPAN("every", OPTIONS_WATCH, every_ms, 1,
         "the longest pause before the nodes are asked\n"
         "again; default 1s"),
    FLAG("once", OPTIONS_WATCH, once, "print the state once and end"),
    FLAG("force", OPTIONS_FORCE, force,
         "release the lock of any holder, without\n"
         "its token"),
    FLAG("yes", OPTIONS_YES, yes,
         "release --force: do not ask; init: mark the\n"
         "nodes without a search for held locks"),
    NUMBER("limit", OPTIONS_LIST, "N", limit, 1, LIST_MAX,
           "without a resource: the most names; default 1000"),
    SPAN("within", OPTIONS_LIST, within_ms, 1,
         "without a resource: the search time; default 10s"),

    FLAG("json", OPTIONS_JSON, json, "print JSON, for programs"),
    FLAG("quiet", OPTIONS_MESSAGES, quiet,
         "print only errors of usage and of the system", .letter = 'q'),
    FLAG("verbose", OPTIONS_MESSAGES, verbose,
         "print each node's vote and latency", .letter = 'v'),

    /* Rows that the parser itself answers. */
    {.name = "help", .letter = 'h', .help = "print this text"},
    {.name = "version", .letter = 'V', .help = "print the version"},
};

const int option_table_rows = sizeof(option_table) / sizeof(option_table[0]);

const struct option_row *option_named(const char *name)
{
    for (int i = 0; i < option_table_rows; i++) {
        if (strcmp(option_table[i].name, name) == 0)
            return &option_table[i];
    }
    return NULL;
}

bool option_given(const struct options *options, const char *name)
{
    return options->sources[option_named(name) - option_table].given;
}

bool option_given_by_call(const struct options *options, const char *name)
{
    const struct option_source *source =
        &options->sources[option_named(name) - option_table];

    return source->given && source->line == 0;
}

static void print_row(const struct option_row *row)
{
    const char *line = row->help;
    int column;

    if (line == NULL) /* the option exists only to be refused */
        return;
    if (row->letter != 0)
        column = printf("  -%c, --%s", row->letter, row->name);
    else
        column = printf("      --%s", row->name);
    if (row->argument != NULL)
        column += printf(row->optional ? "[=%s]" : " %s", row->argument);
    if (column + 2 > HELP_COLUMN) {
        (void)putchar('\n');
        column = 0;
    }
    (void)printf("%*s", HELP_COLUMN - column, "");
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

void option_table_print_help(const struct subcommand *taker)
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
