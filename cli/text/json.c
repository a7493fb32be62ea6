/* SPDX-License-Identifier: MIT */
/* Writes JSON. */

#include "cli/text/json.h"

#include <inttypes.h>

#include "cli/text/layout.h"
#include "cli/text/report_text.h"
#include "cli/text/words.h"

static void write_escaped(FILE *out, const char *text)
{
    (void)fputc('"', out);
    while (*text != '\0') {
        uint32_t character;
        size_t length = utf8_next(text, &character);
        if (length == 0)
            (void)fputs("\\ufffd", out);
        else if (character == '"' || character == '\\')
            (void)fprintf(out, "\\%c", *text);
        else if (plain_is_unsafe(character))
            (void)fprintf(out, "\\u%04" PRIx32, character);
        else
            (void)fwrite(text, 1, length, out);
        text += length == 0 ? 1 : length;
    }
    (void)fputc('"', out);
}

/* Writes the separator and the name before a value. */
static void write_name(struct json *json, const char *name)
{
    if (json->comma)
        (void)fputc(',', json->out);
    json->comma = true;
    if (name == NULL)
        return;
    write_escaped(json->out, name);
    (void)fputc(':', json->out);
}

void json_open(struct json *json, FILE *out)
{
    *json = (struct json){.out = out};
    json_object(json, NULL);
}

void json_end(struct json *json)
{
    (void)fputs("}\n", json->out);
}

void json_object(struct json *json, const char *name)
{
    write_name(json, name);
    (void)fputc('{', json->out);
    json->comma = false;
}

void json_array(struct json *json, const char *name)
{
    write_name(json, name);
    (void)fputc('[', json->out);
    json->comma = false;
}

void json_close(struct json *json, char bracket)
{
    (void)fputc(bracket, json->out);
    json->comma = true;
}

void json_text(struct json *json, const char *name, const char *text)
{
    write_name(json, name);
    if (text == NULL)
        (void)fputs("null", json->out);
    else
        write_escaped(json->out, text);
}

void json_number(struct json *json, const char *name, int64_t number)
{
    write_name(json, name);
    (void)fprintf(json->out, "%" PRId64, number);
}

void json_number_from(struct json *json, const char *name, int64_t least,
                      int64_t number)
{
    if (number >= least)
        json_number(json, name, number);
}

void json_some_text(struct json *json, const char *name, const char *text)
{
    if (text != NULL && *text != '\0')
        json_text(json, name, text);
}

void json_reason(struct json *json, const char *name,
                 enum redlock_reason reason)
{
    if (reason != REDLOCK_REASON_NONE)
        json_text(json, name, json_words_reason(reason));
}

void json_bool(struct json *json, const char *name, bool value)
{
    write_name(json, name);
    (void)fputs(value ? "true" : "false", json->out);
}

/* --- a report ------------------------------------------------------------- */

/* The word for a vote that is granted. */
static const char *word_for_yes(enum report_call call)
{
    static const char *const words[] = {
        [REPORT_ACQUIRE] = "granted",  [REPORT_EXTEND] = "extended",
        [REPORT_RELEASE] = "released", [REPORT_INIT] = "marked",
        [REPORT_INSPECT] = "answered",
    };

    return words[call];
}

/* Writes the node's vote, its answer about the lock, or its failure. */
static void write_answer(struct json *json,
                         const struct redlock_node_report *node,
                         enum report_call call)
{
    bool answered =
        call == REPORT_INSPECT && node->vote == REDLOCK_VOTE_ANSWERED;
    const char *word = node->vote == REDLOCK_VOTE_GRANTED
                           ? word_for_yes(call)
                           : json_words_vote(node->vote);

    if (call != REPORT_INSPECT)
        json_text(json, "vote", word);
    else
        json_text(json, "answer",
                  answered ? json_words_reason(node->reason) : word);
    if (!answered)
        json_reason(json, "reason", node->reason);
}

static void write_node(struct json *json,
                       const struct redlock_node_report *node,
                       enum report_call call)
{
    json_object(json, NULL);
    json_text(json, "node", node->name);
    write_answer(json, node, call);
    json_some_text(json, "message", node->message);
    if (report_names_holder(node))
        json_text(json, "holder", redlock_token_label(node->holder));
    json_number_from(json, "members", 1, node->members);
    json_number_from(json, "slots", 1, node->slots);
    json_number_from(json, "slots_taken", 1, node->slots_taken);
    json_number_from(json, "waiting", 1, node->waiting);
    json_number_from(json, "remaining_ms", 0, node->remaining_ms);
    json_number_from(json, "quarantine_ms", 1, node->quarantine_ms);
    json_number_from(json, "latency_us", 0, node->latency_us);
    json_close(json, '}');
}

void report_json(struct json *json, const struct redlock_report *report,
                 enum report_call call)
{
    json_number(json, "quorum", report->quorum);
    json_number(json, word_for_yes(call), report->granted);
    json_number(json, "attempts", report->attempts);
    json_number(json, "elapsed_us", report->elapsed_us);
    json_number_from(json, "free_in_ms", 0, report->free_in_ms);
    json_array(json, "nodes");
    for (int i = 0; i < report->nodes; i++)
        write_node(json, &report->node[i], call);
    json_close(json, ']');
}
