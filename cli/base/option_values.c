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

static int usage(const struct options_taker *taker, const char *option,
                 const char *what)
{
    message_always(taker->name, "%s: %s", option, what);
    return EXITS_USAGE;
}

static int take_span(const struct options_taker *taker, const char *option,
                     const char *text, int64_t *ms, int64_t least)
{
    enum duration_fault fault = duration_parse(text, ms);

    if (fault == DURATION_FINE && *ms >= least)
        return -1;
    if (fault == DURATION_FINE)
        return usage(taker, option, "it must be longer than nothing");
    if (fault == DURATION_NO_UNIT)
        message_always(taker->name,
                       "%s %s: a number needs a unit: did you mean %ss?",
                       option, text, text);
    else
        message_always(taker->name, "%s %s: %s", option, text,
                       duration_fault_text(fault));
    return EXITS_USAGE;
}

static int take_wait(const struct options_taker *taker, const char *text,
                     struct options *options)
{
    options->wait_given = true;
    options->wait_ms = REDLOCK_FOREVER;
    if (strcmp(text, "forever") == 0)
        return -1;
    return take_span(taker, "--wait", text, &options->wait_ms, 0);
}

static bool take_integer(const char *text, int least, int most, int *number)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < least ||
        value > most)
        return false;
    *number = (int)value;
    return true;
}

static int take_quorum(const struct options_taker *taker, const char *text,
                       struct redlock_settings *settings)
{
    settings->quorum = 0;
    if (strcmp(text, "majority") == 0)
        return -1;
    settings->quorum = REDLOCK_QUORUM_ALL;
    if (strcmp(text, "all") == 0)
        return -1;
    if (take_integer(text, 1, REDLOCK_NODES_MAX, &settings->quorum))
        return -1;
    return usage(taker, "--quorum", "it is a number, majority or all");
}

static int take_drift(const struct options_taker *taker, const char *text,
                      struct redlock_settings *settings)
{
    char *end;

    settings->drift_factor = strtod(text, &end);
    if (end != text && *end == '\0' && settings->drift_factor > 0 &&
        settings->drift_factor < 1)
        return -1;
    return usage(taker, "--drift",
                 "it is a part of the TTL, between 0 and 1, such as 0.01");
}

static int take_strategy(const struct options_taker *taker, const char *text,
                         struct options *options)
{
    struct redlock_settings *settings = &options->settings;

    options->strategy_given = true;
    if (strcmp(text, "adaptive") == 0)
        return usage(taker, "--strategy adaptive",
                     "not there yet: sequential or parallel");
    settings->strategy = REDLOCK_PARALLEL;
    if (strcmp(text, "parallel") == 0)
        return -1;
    settings->strategy = REDLOCK_SEQUENTIAL;
    if (strcmp(text, "sequential") == 0)
        return -1;
    return usage(taker, "--strategy", "it is sequential or parallel");
}

static int take_guard(const struct options_taker *taker, const char *text,
                      struct redlock_settings *settings)
{
    settings->guard = REDLOCK_GUARD_AUTO;
    if (strcmp(text, "auto") == 0)
        return -1;
    settings->guard = REDLOCK_GUARD_ON;
    if (strcmp(text, "on") == 0)
        return -1;
    settings->guard = REDLOCK_GUARD_OFF;
    if (strcmp(text, "off") == 0)
        return -1;
    return usage(taker, "--guard", "it is auto, on or off");
}

static int take_slack(const struct options_taker *taker, const char *text,
                      struct redlock_settings *settings)
{
    int status;

    settings->slack_ms = REDLOCK_NO_SLACK;
    if (strcmp(text, "none") == 0)
        return -1;
    status = take_span(taker, "--slack", text, &settings->slack_ms, 0);
    if (status < 0 && settings->slack_ms == 0)
        return usage(taker, "--slack",
                     "it must be longer than nothing, or none");
    return status;
}

/* The list is copied before its passwords are overwritten. */
static int take_nodes(const struct options_taker *taker, char *text,
                      struct options *options)
{
    options_clear(options);
    options->nodes = strdup(text);
    secrets_hide(text);
    return options->nodes == NULL ? usage(taker, "--nodes", strerror(errno))
                                  : -1;
}

static int take_token(const struct options_taker *taker, char *text,
                      struct options *options)
{
    static char token[REDLOCK_TOKEN_MAX];
    size_t length = strlen(text);

    if (length == 0 || length >= sizeof(token))
        return usage(taker, "--token", "it is none of redlock acquire's");
    memcpy(token, text, length + 1);
    memset(text, '*', length);
    options->token = token;
    return -1;
}

/* What concerns the nodes. */
static int take_setting(const struct options_taker *taker, int option,
                        char *value, struct options *options)
{
    struct redlock_settings *settings = &options->settings;

    switch (option) {
    case 'n':
        return take_nodes(taker, value, options);
    case OPTION_NODE_TIMEOUT:
        return take_span(taker, "--node-timeout", value,
                         &settings->node_timeout_ms, 1);
    case OPTION_TTL_MAX:
        return take_span(taker, "--ttl-max", value, &settings->ttl_max_ms, 1);
    case OPTION_DRIFT:
        return take_drift(taker, value, settings);
    case OPTION_STRATEGY:
        return take_strategy(taker, value, options);
    case OPTION_QUORUM:
        return take_quorum(taker, value, settings);
    case OPTION_GUARD:
        return take_guard(taker, value, settings);
    case OPTION_SLACK:
        return take_slack(taker, value, settings);
    case OPTION_LABEL:
        if (*value == '\0')
            return usage(taker, "--label", "it is empty: others would read it");
        settings->label = value;
        break;
    case OPTION_PASSWORD:
        memset(value, '*', strlen(value));
        return usage(taker, "--password",
                     "everybody can read arguments: use --password-file or "
                     "set REDLOCK_PASSWORD");
    case OPTION_USERNAME:
        settings->username = value;
        break;
    default:
        options->password_file = value;
        break;
    }
    return -1;
}

static int take_workers(const struct options_taker *taker, const char *option,
                        const char *text, int *workers)
{
    if (take_integer(text, 1, OPTIONS_WORKERS_MAX, workers))
        return -1;
    return usage(taker, option, "it is a number from 1 to 1024");
}

/* What concerns a measurement. */
static int take_measure(const struct options_taker *taker, int option,
                        const char *value, struct options *options)
{
    switch (option) {
    case OPTION_DEPTH:
        return take_workers(taker, "--depth", value, &options->depth);
    case OPTION_CONTENDERS:
        return take_workers(taker, "--contenders", value, &options->contenders);
    case OPTION_HOLD:
        return take_span(taker, "--hold", value, &options->hold_ms, 0);
    default:
        return take_span(taker, "--time", value, &options->time_ms, 1);
    }
}

int option_take(const struct options_taker *taker, int option, char *value,
                struct options *options)
{
    switch (option) {
    case OPTION_TTL:
        return take_span(taker, "--ttl", value, &options->ttl_ms, 1);
    case OPTION_WAIT:
        return take_wait(taker, value, options);
    case OPTION_PAUSE_MAX:
        return take_span(taker, "--pause-max", value,
                         &options->settings.pause_max_ms, 1);
    case OPTION_NO_FENCE:
        options->no_fence = true;
        return -1;
    case OPTION_KILL_AFTER:
        return take_span(taker, "--kill-after", value, &options->notice_ms, 1);
    case OPTION_TOKEN:
        return take_token(taker, value, options);
    case OPTION_DEPTH:
    case OPTION_CONTENDERS:
    case OPTION_HOLD:
    case OPTION_TIME:
        return take_measure(taker, option, value, options);
    case OPTION_EXPORT_TOKEN:
        options->export_token = true;
        return -1;
    case OPTION_JSON:
        options->json = true;
        return -1;
    case 'q':
        options->quiet = true;
        return -1;
    case 'v':
        options->verbose = true;
        return -1;
    case 'E':
        if (take_integer(value, 0, 255, &options->held_status))
            return -1;
        return usage(taker, "-E", "an exit status is 0 .. 255");
    default:
        return take_setting(taker, option, value, options);
    }
}
