/* SPDX-License-Identifier: MIT */
/* Converts replies into answers, and error texts into reasons. */

#include "redlock/resp/answer.h"

#include <string.h>

static const struct {
    const char *word;
    enum redlock_reason reason;
} error_codes[] = {
    {"NOSCRIPT", REDLOCK_REASON_NOSCRIPT},
    {"NOAUTH", REDLOCK_REASON_NOAUTH},
    {"WRONGPASS", REDLOCK_REASON_WRONGPASS},
    {"NOPERM", REDLOCK_REASON_NOPERM},
    {"READONLY", REDLOCK_REASON_READONLY},
    {"LOADING", REDLOCK_REASON_LOADING},
    {"BUSY", REDLOCK_REASON_IN_SCRIPT},
    {"OOM", REDLOCK_REASON_OOM},
    {"MISCONF", REDLOCK_REASON_MISCONF},
    {"NOREPLICAS", REDLOCK_REASON_NOREPLICAS},
    {"WRONGTYPE", REDLOCK_REASON_WRONGTYPE},
    {"MOVED", REDLOCK_REASON_CLUSTER},
    {"ASK", REDLOCK_REASON_CLUSTER},
    {"CROSSSLOT", REDLOCK_REASON_CLUSTER},
    {"CLUSTERDOWN", REDLOCK_REASON_CLUSTER},
    {"TRYAGAIN", REDLOCK_REASON_CLUSTER},
};

/* Errors without an error code. Scripts raise the last three. */
static const struct {
    const char *phrase;
    enum redlock_reason reason;
} error_phrases[] = {
    {"ERR invalid password", REDLOCK_REASON_WRONGPASS},
    {"ERR Client sent AUTH, but no password is set", REDLOCK_REASON_WRONGPASS},
    {"without any password configured", REDLOCK_REASON_WRONGPASS},
    {"ACL failure in script", REDLOCK_REASON_NOPERM},
    {"user executing the script can't run", REDLOCK_REASON_NOPERM},
    {"user executing the script can't access", REDLOCK_REASON_NOPERM},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static enum redlock_reason reason_of_code(const char *text)
{
    size_t length = strcspn(text, " ");

    for (size_t i = 0; i < COUNT(error_codes); i++) {
        if (strlen(error_codes[i].word) == length &&
            memcmp(text, error_codes[i].word, length) == 0)
            return error_codes[i].reason;
    }
    return REDLOCK_REASON_ERROR;
}

/*
 * The error of a command within a script, as Redis up to 6.2 wraps it: "ERR
 * Error running script (call to f_...): @user_script:1: -OOM command not
 * allowed ...". Some versions leave out the dash, and some write a space before
 * the line number.
 */
static const char *inner_error(const char *text)
{
    static const char mark[] = "@user_script:";
    const char *inner = strstr(text, mark);

    if (inner == NULL)
        return NULL;
    inner += sizeof(mark) - 1;
    inner += strspn(inner, " 0123456789");
    if (*inner != ':')
        return NULL;
    inner += 1;
    return inner + strspn(inner, " -");
}

enum redlock_reason rlk_answer_reason(const struct rlk_reply *error)
{
    enum redlock_reason reason = reason_of_code(error->text);
    const char *inner;

    if (reason != REDLOCK_REASON_ERROR)
        return reason;
    for (size_t i = 0; i < COUNT(error_phrases); i++) {
        if (strstr(error->text, error_phrases[i].phrase) != NULL)
            return error_phrases[i].reason;
    }
    inner = inner_error(error->text);
    return inner != NULL ? reason_of_code(inner) : REDLOCK_REASON_ERROR;
}

static struct rlk_answer plain(enum rlk_answer_kind kind)
{
    return (struct rlk_answer){
        .kind = kind, .remaining_ms = -1, .slot = -1, .text = ""};
}

static struct rlk_answer error(enum redlock_reason reason, const char *text,
                               size_t length)
{
    struct rlk_answer answer = plain(RLK_ANSWER_ERROR);

    answer.reason = reason;
    answer.text = text;
    answer.text_length = length;
    return answer;
}

static struct rlk_answer unexpected(void)
{
    static const char text[] = "unexpected reply";

    return error(REDLOCK_REASON_ERROR, text, sizeof(text) - 1);
}

/* An error that needs no text: its reason is complete. */
static struct rlk_answer at_the_end(void)
{
    return error(REDLOCK_REASON_COUNTER_END, "", 0);
}

int rlk_answer_first(enum rlk_verb verb)
{
    static const int first[RLK_VERBS] = {
        [RLK_VERB_EXTEND] = RLK_STATUS_EXTEND,
        [RLK_VERB_REPAIR] = RLK_STATUS_REPAIR,
        [RLK_VERB_GRANT] = RLK_STATUS_GRANT,
        [RLK_VERB_ASK] = RLK_STATUS_ASK,
        [RLK_VERB_CONFIRM] = RLK_STATUS_CONFIRM,
        [RLK_VERB_MARK] = RLK_STATUS_MARK,
        [RLK_VERB_INIT_NODE] = RLK_STATUS_INIT_NODE,
    };

    return first[verb];
}

/* An integer below any status, of a grant alone: the fence that it issued. */
static struct rlk_answer to_fence(int64_t number)
{
    struct rlk_answer answer = plain(RLK_ANSWER_YES);

    if (number < -RLK_FENCE_MAX)
        return at_the_end();
    answer.issued = true;
    answer.counter = -number;
    return answer;
}

static struct rlk_answer to_number(enum rlk_verb verb, int64_t number)
{
    int64_t status = number < 0 ? -1 : number - rlk_answer_first(verb);
    int64_t last = verb == RLK_VERB_REPAIR ? 2 : 1;

    if (verb == RLK_VERB_GRANT && number < 0)
        return to_fence(number);
    if (verb == RLK_VERB_GRANT || status < 0 || status > last)
        return unexpected();
    return plain((enum rlk_answer_kind)status);
}

static bool is_row(const struct rlk_reply *reply, int first)
{
    return reply->row[0] >= first && reply->row[0] < first + RLK_ANSWER_ERROR &&
           rlk_reply_is_exact(reply->row[1]);
}

/* Scripts give a counter that is far beyond the range as a negative number. */
static bool is_counter(int64_t number)
{
    return number >= 0 && number <= RLK_FENCE_MAX;
}

/* The counter of a queue entry is its ticket. Its rank is above the flags. */
static struct rlk_answer to_queue_entry(const struct rlk_reply *reply)
{
    int64_t rank = reply->row[2] / RLK_REPLY_COUNT;

    if (reply->row[3] < 1 || !rlk_reply_is_exact(reply->row[3]) || rank < 0 ||
        rank >= RLK_ENTRIES_MOST)
        return unexpected();
    return (struct rlk_answer){
        .kind = RLK_ANSWER_QUEUED,
        .time_us = reply->row[1],
        .ticket = reply->row[3],
        .rank = (int)rank,
        .remaining_ms = reply->row[4] < 0 ? -1 : reply->row[4],
        .slot = -1,
        .text = reply->text,
        .text_length = reply->text_length,
    };
}

static struct rlk_answer to_row(enum rlk_verb verb,
                                const struct rlk_reply *reply)
{
    const int64_t most = RLK_REPLY_WAITER / RLK_REPLY_COUNT;
    int first = rlk_answer_first(verb);
    int64_t flags = reply->row[2];
    int64_t counts = flags > 0 ? flags / RLK_REPLY_COUNT : 0;
    enum rlk_answer_kind kind;

    if (!is_row(reply, first))
        return unexpected();
    kind = (enum rlk_answer_kind)(reply->row[0] - first);
    if (kind == RLK_ANSWER_QUEUED)
        return to_queue_entry(reply);
    if (!is_counter(reply->row[3]))
        return kind == RLK_ANSWER_SLOTS ? unexpected() : at_the_end();
    return (struct rlk_answer){
        .kind = kind,
        .time_us = reply->row[1],
        .quarantined = (flags & RLK_REPLY_QUARANTINED) != 0,
        .begun_anew = (flags & RLK_REPLY_ANEW) != 0,
        .issued = (flags & RLK_REPLY_ISSUED) != 0,
        .members = counts % most,
        .waiting = counts / most,
        .counter = reply->row[3],
        .remaining_ms =
            reply->row[4] < 0 || kind == RLK_ANSWER_YES ? -1 : reply->row[4],
        .slot = kind == RLK_ANSWER_YES ? reply->row[4] : -1,
        .slots = kind == RLK_ANSWER_SLOTS ? reply->row[3] : 0,
        .text = reply->text,
        .text_length = reply->text_length,
    };
}

struct rlk_answer rlk_answer_to(enum rlk_verb verb,
                                const struct rlk_reply *reply)
{
    switch (reply->kind) {
    case RLK_REPLY_STATUS:
        return verb == RLK_VERB_GRANT && strcmp(reply->text, "OK") == 0
                   ? plain(RLK_ANSWER_YES)
                   : unexpected();
    case RLK_REPLY_NIL:
        return verb == RLK_VERB_GRANT ? plain(RLK_ANSWER_HELD) : unexpected();
    case RLK_REPLY_INTEGER:
        return to_number(verb, reply->integer);
    case RLK_REPLY_ROW:
        return to_row(verb, reply);
    case RLK_REPLY_ERROR:
        return error(rlk_answer_reason(reply), reply->text, reply->text_length);
    case RLK_REPLY_STRING:
    case RLK_REPLY_NAMED:
    case RLK_REPLY_MESSAGE:
    case RLK_REPLY_SUBSCRIBED:
    case RLK_REPLY_OTHER:
        break;
    }
    return unexpected();
}
