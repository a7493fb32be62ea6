/* SPDX-License-Identifier: MIT */
/* The arguments of options. */

#include "cli/base/option_values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/secrets.h"
#include "cli/text/duration.h"

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
