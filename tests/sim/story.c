/* SPDX-License-Identifier: MIT */
/* Describes events as lines of text. */

#include "tests/sim/story.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/support/verbs.h"

#define NAME_MAX_BYTES 32

void sim_story(const struct sim_world *world, const char *format, ...)
{
    va_list arguments;

    if (world->story == NULL)
        return;
    fprintf(world->story, "[%6" PRId64 ".%03" PRId64 "ms] ",
            world->now / RLK_NS_PER_MS,
            world->now % RLK_NS_PER_MS / RLK_NS_PER_US);
    va_start(arguments, format);
    vfprintf(world->story, format, arguments);
    va_end(arguments);
    fputc('\n', world->story);
}

uint64_t sim_story_attempt(const char *token)
{
    const char *dash = strchr(token, '-');

    return dash == NULL ? 0 : strtoull(dash + 1, NULL, 16);
}

const char *sim_story_token(const char *token)
{
    static char name[NAME_MAX_BYTES];
    const char *label = strchr(token, ':');

    if (token[0] == '\0')
        return "nobody";
    if (label == NULL || sim_story_attempt(token) == 0)
        snprintf(name, sizeof(name), "'%.20s'", token);
    else
        snprintf(name, sizeof(name), "%.8s.%" PRIu64, label + 1,
                 sim_story_attempt(token));
    return name;
}

/*
 * ", fence F", or nothing; in microseconds after the start of the servers'
 * clocks.
 */
static const char *fence_text(int64_t fence)
{
    static char text[40];

    text[0] = '\0';
    if (fence > 0)
        snprintf(text, sizeof(text), ", fence %" PRId64,
                 fence - SIM_WALL_CLOCK_NS / RLK_NS_PER_US);
    return text;
}

/* "r1", or one of its slots, or the number of slots requested. */
static const char *name_of(const struct sim_request *request)
{
    static char text[48];
    const struct rlk_slot *slot = &request->slot;

    if (slot->many == 0)
        snprintf(text, sizeof(text), "r%d", request->resource + 1);
    else if (slot->among == 1)
        snprintf(text, sizeof(text), "r%d slot %d of %d", request->resource + 1,
                 slot->from, slot->many);
    else
        snprintf(text, sizeof(text), "r%d one of %d from %d of %d",
                 request->resource + 1, slot->among, slot->from, slot->many);
    return text;
}

const char *sim_story_request(const struct sim_request *request)
{
    static char text[192];
    const char *whole = request->by_text ? ", whole script" : "";
    int64_t number = request->verb == RLK_VERB_RELEASE ? request->rules.issued
                                                       : request->rules.fence;
    const char *fence = request->checked ? fence_text(number) : "";

    if (request->verb == RLK_VERB_KILL_CLIENT)
        snprintf(text, sizeof(text), "kill client %" PRId64,
                 request->client_id);
    else if (request->verb == RLK_VERB_MARK)
        snprintf(text, sizeof(text), "mark as %s",
                 strstr(request->mark, "|ok|") != NULL ? "sound"
                                                       : "in quarantine");
    else if (request->verb == RLK_VERB_INSPECT ||
             request->verb == RLK_VERB_OBSERVE)
        snprintf(text, sizeof(text), "%s r%d%s", verb_word(request->verb),
                 request->resource + 1, whole);
    else if (request->verb == RLK_VERB_RELEASE ||
             request->verb == RLK_VERB_PASS ||
             request->verb == RLK_VERB_CONFIRM)
        snprintf(text, sizeof(text), "%s %s %s%s%s", verb_word(request->verb),
                 name_of(request), sim_story_token(request->token), fence,
                 whole);
    else
        snprintf(text, sizeof(text), "%s %s %s for %" PRId64 "ms%s%s",
                 verb_word(request->verb), name_of(request),
                 sim_story_token(request->token), request->ttl_ms, fence,
                 whole);
    return text;
}

static const char *held_text(const struct sim_answer *answer)
{
    static char text[64];

    if (answer->text[0] == '\0')
        return "no";
    snprintf(text, sizeof(text), "no, %s for %" PRId64 "ms",
             sim_story_token(answer->text), answer->remaining_ms);
    return text;
}

static const char *error_text(enum redlock_reason reason)
{
    switch ((int)reason) {
    case REDLOCK_REASON_NOSCRIPT:
        return "no such script";
    case REDLOCK_REASON_LOADING:
        return "loading";
    case REDLOCK_REASON_READONLY:
        return "read only";
    case REDLOCK_REASON_OOM:
        return "out of memory";
    case REDLOCK_REASON_MISCONF:
        return "cannot persist";
    case REDLOCK_REASON_NOPERM:
        return "no right";
    default:
        return "busy";
    }
}

static const char *kind_text(const struct sim_answer *answer)
{
    switch (answer->kind) {
    case RLK_ANSWER_YES:
        return "yes";
    case RLK_ANSWER_CREATED:
        return "created";
    case RLK_ANSWER_MISSING:
        return "no key";
    case RLK_ANSWER_HELD:
        return held_text(answer);
    case RLK_ANSWER_QUARANTINED:
        return "no, in quarantine";
    case RLK_ANSWER_SUPERSEDED:
        return "no, superseded";
    case RLK_ANSWER_DISAGREES:
        return "no, another longest ttl";
    case RLK_ANSWER_QUEUED:
        return "no, queued";
    case RLK_ANSWER_SLOTS:
        return "no, another number of slots";
    case RLK_ANSWER_SHARING:
        return "no, its owner shares it";
    case RLK_ANSWER_ERROR:
        break;
    }
    return error_text(answer->reason);
}

const char *sim_story_answer(const struct sim_answer *answer)
{
    static char text[128];
    char slot[24] = "";
    char waiting[24] = "";

    if (answer->slot >= 0)
        snprintf(slot, sizeof(slot), ", slot %d", answer->slot);
    if (answer->waiting > 0)
        snprintf(waiting, sizeof(waiting), ", %d wait", answer->waiting);
    snprintf(text, sizeof(text), "%s%s%s%s%s", kind_text(answer), slot, waiting,
             fence_text(answer->kind == RLK_ANSWER_SLOTS ? 0 : answer->counter),
             answer->quarantined && answer->kind != RLK_ANSWER_QUARANTINED
                 ? ", in quarantine"
                 : "");
    return text;
}
