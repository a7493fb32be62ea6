/* SPDX-License-Identifier: MIT */
/* Reports the outcome of a library call. */

#include "cli/base/outcome.h"

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/text/report_text.h"
#include "cli/text/words.h"

/* With -E 0, a lock that another client holds is not reported. */
static bool is_expected(const struct options *options,
                        enum redlock_status status)
{
    return status == REDLOCK_BUSY && options->busy_status == EXITS_OK &&
           !options->verbose;
}

/* "FILE:LINE" of the option behind a TTL that is out of range; or NULL. */
static const char *blamed(const struct options *options,
                          enum redlock_status status)
{
    bool is_long = status == REDLOCK_TTL_TOO_LONG;
    const char *where = config_where(options, "ttl");

    if (!is_long && status != REDLOCK_TTL_TOO_SHORT)
        return NULL;
    if (where == NULL)
        where = config_where(options, is_long ? "ttl-max" : "kill-after");
    if (where == NULL && !is_long)
        where = config_where(options, "drift");
    return where;
}

void outcome_print(const struct options *options, enum redlock_status status,
                   const struct redlock_report *report)
{
    const char *words = redlock_strerror(status);
    const char *advice = advice_of_status(status);
    const char *resource = options->title;
    const char *where = blamed(options, status);
    int exit = exits_of(status, EXITS_BUSY);
    char text[REPORT_LINE_MAX];

    /* Wrong usage and system errors are printed even with --quiet. */
    if (exit == EXITS_USAGE || exit == EXITS_SYSTEM) {
        message_always(where != NULL ? where : resource, "%s%s%s", words,
                       advice == NULL ? "" : ": ",
                       advice == NULL ? "" : advice);
        return;
    }
    if (message_is_silent() || is_expected(options, status))
        return;
    if (status == REDLOCK_BUSY && report != NULL)
        message(resource, "%s", report_held_text(report, text));
    else if (report != NULL && report->nodes > 0 && status == REDLOCK_NO_QUORUM)
        message(resource,
                "no quorum: %d of %d nodes granted the lock, %d needed; %s",
                report->granted, report->nodes, report->quorum, advice);
    else if (advice != NULL)
        message(resource, "%s: %s", words, advice);
    else
        message(resource, "%s", words);
    if (report != NULL)
        outcome_print_nodes(report, options->verbose);
}

void outcome_print_nodes(const struct redlock_report *report, bool all)
{
    FILE *out = message_open();

    report_print(out, report, all);
    message_close(out);
}

void outcome_json_locks(struct json *json, const struct redlock_lock *lock,
                        bool with_tokens)
{
    char token[REDLOCK_TOKEN_MAX];

    json_array(json, "locks");
    for (int i = 0; i < redlock_count(lock); i++) {
        json_object(json, NULL);
        json_text(json, "resource", redlock_resource_of(lock, i));
        if (with_tokens)
            json_text(json, "token", redlock_token_of(lock, i, token));
        json_number_from(json, "fence", 1, redlock_fence_of(lock, i));
        json_close(json, '}');
    }
    json_close(json, ']');
}

void outcome_json_open(struct json *json, FILE *out,
                       const struct options *options,
                       enum redlock_status status)
{
    json_open(json, out);
    json_text(json, "resource", options->resource);
    json_text(json, "status", json_words_status(status));
}

void outcome_json_close(struct json *json, const struct redlock_report *report,
                        enum report_call call)
{
    if (report->nodes > 0)
        report_json(json, report, call);
    json_end(json);
}

void outcome_json(const struct options *options, enum redlock_status status,
                  const struct redlock_report *report, enum report_call call)
{
    struct json json;

    if (!options->json)
        return;
    outcome_json_open(&json, stdout, options, status);
    outcome_json_close(&json, report, call);
}
