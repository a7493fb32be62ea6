/* SPDX-License-Identifier: MIT */
/* Plays the settings and events of a case. */

#include "tests/plans/play.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/runtime/memory.h"
#include "tests/support/verbs.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct play play;

/* The automatic answer of a node to a verb. */
static struct reply {
    bool set;
    struct words words; /* the words of the event, after the nodes */
} replies[RIG_NODES][RLK_VERBS];

static struct dice dice;

/* --- settings --------------------------------------------------------------
 */

static const struct member settings[] = {
    MEMBER("nodes", MEMBER_NUMBER, struct rlk_runtime_settings, nodes),
    MEMBER("quorum", MEMBER_NUMBER, struct rlk_runtime_settings, quorum),
    MEMBER("parallel", MEMBER_FLAG, struct rlk_runtime_settings, parallel),
    MEMBER("node-timeout", MEMBER_SPAN, struct rlk_runtime_settings,
           node_timeout_ns),
    MEMBER("ttl-max", MEMBER_SPAN, struct rlk_runtime_settings, ttl_max_ns),
    MEMBER("drift", MEMBER_NUMBER, struct rlk_runtime_settings, drift_ppm),
    MEMBER("slack", MEMBER_SPAN, struct rlk_runtime_settings, slack_ns),
    MEMBER("pause-max", MEMBER_SPAN, struct rlk_runtime_settings, pause_max_ns),
    {0},
};

void play_begin(void)
{
    play.settings = rig_settings();
    play.unconnected = false;
    play.seen.marker[0] = '\0';
    memset(play.ahead, 0, sizeof(play.ahead));
    memset(replies, 0, sizeof(replies));
    play.calls_count = 0;
    play.counted_from = 0;
    memset(play.asked_from, 0, sizeof(play.asked_from));
    play.looked_at = 0;
    words_forget_tokens();
}

/* An observation by another process: "seen x since=0s answered=0s". */
static void read_seen(const struct words *words);

bool play_setting(const struct words *words)
{
    const char *name = words->word[0];
    char word[64];

    if (strcmp(name, "unconnected") == 0) {
        play.unconnected = true;
        return true;
    }
    if (strcmp(name, "guard") == 0 && words->count > 1) {
        play.settings.guard = strcmp(words->word[1], "on") == 0
                                  ? REDLOCK_GUARD_ON
                                  : REDLOCK_GUARD_AUTO;
        return true;
    }
    if (strcmp(name, "seen") == 0) {
        read_seen(words);
        return true;
    }
    snprintf(word, sizeof(word), "%s%s%s", name, words->count > 1 ? "=" : "",
             words->count > 1 ? words->word[1] : "");
    if (!words_set(settings, &play.settings, word))
        return false;
    if (strcmp(name, "nodes") == 0)
        play.settings.quorum = play.settings.nodes / 2 + 1;
    return true;
}

/* --- markers and identities ------------------------------------------------
 */

/*
 * "sound", "none", "later", "sound:n2", or the nonce of a quarantine; longest:
 * the longest TTL in it, 0: the deployment's.
 */
static void make_marker(char *marker, int node, const char *text,
                        int64_t longest_ms)
{
    const char *of = strchr(text, ':');
    struct rlk_identity identity =
        rig_identity(of == NULL ? node : words_node(of + 1));

    if (longest_ms == 0)
        longest_ms = play.settings.ttl_max_ns / RLK_NS_PER_MS;
    if (strcmp(text, "none") == 0)
        marker[0] = '\0';
    else if (strcmp(text, "later") == 0)
        snprintf(marker, RLK_MARKER_MAX, "9|of a later version");
    else if (strncmp(text, "sound", 5) == 0)
        rlk_marker_ok(marker, identity.replid, longest_ms);
    else
        rlk_marker_quarantine(marker, identity.replid, longest_ms, 1, text);
}

static const struct member observation_members[] = {
    MEMBER("since", MEMBER_MS, struct redlock_quarantine_observation, since_ms),
    MEMBER("answered", MEMBER_MS, struct redlock_quarantine_observation,
           answered_ms),
    {0},
};

static void read_seen(const struct words *words)
{
    int64_t beginning_ms = RIG_BEGINNING / RLK_NS_PER_MS;

    memset(&play.seen, 0, sizeof(play.seen));
    make_marker(play.seen.marker, 0, words->word[1], 0);
    for (int i = 2; i < words->count; i++)
        (void)words_set(observation_members, &play.seen, words->word[i]);
    play.seen.since_ms += beginning_ms;
    if (play.seen.answered_ms != -1)
        play.seen.answered_ms += beginning_ms;
}

static int64_t clock_us(int node)
{
    return (play.rig.now + play.ahead[node]) / RLK_NS_PER_US;
}

static const struct member identity_members[] = {
    MEMBER("id", MEMBER_NUMBER, struct rlk_identity, client_id),
    MEMBER("replica", MEMBER_FLAG, struct rlk_identity, replica),
    MEMBER("hidden", MEMBER_REASON, struct rlk_identity, marker_hidden),
    MEMBER("time", MEMBER_CLOCK, struct rlk_identity, time_us),
    MEMBER("us", MEMBER_NUMBER, struct rlk_identity, time_us),
    {0},
};

/* The identity that the node's server reports; the words may change it. */
static struct rlk_identity identity_by(int node, const struct words *words,
                                       int next)
{
    struct rlk_identity identity = rig_identity(node);
    const char *marker =
        play.settings.guard == REDLOCK_GUARD_ON ? "sound" : "none";
    int64_t longest_ms = 0;

    identity.time_us = clock_us(node);
    for (; next < words->count; next++) {
        const char *word = words->word[next];
        if (words_name(word, "like"))
            identity = rig_identity(words_node(words_rest(word)));
        else if (words_name(word, "run"))
            identity.run_id[1] = words_rest(word)[0];
        else if (words_name(word, "nameless"))
            identity.run_id[0] = identity.replid[0] = '\0';
        else if (words_name(word, "marker"))
            marker = words_rest(word);
        else if (words_name(word, "longest"))
            longest_ms = words_value(MEMBER_MS, words_rest(word));
        else if (!words_set(identity_members, &identity, word))
            play_fail("no identity has that: %s", word);
    }
    make_marker(identity.marker, node, marker, longest_ms);
    return identity;
}

static void connect_node(int node, const struct words *words, int next)
{
    struct rlk_identity identity = identity_by(node, words, next);

    rig_connect_as(&play.rig, node, &identity);
}

bool play_open(void)
{
    static const struct words nothing;

    if (play.seen.marker[0] != '\0') {
        play.settings.observations = &play.seen;
        play.settings.observations_count = 1;
    }
    if (!rig_try_open(&play.rig, &play.settings))
        return false;
    for (int node = 0; !play.unconnected && node < play.settings.nodes; node++)
        connect_node(node, &nothing, 0);
    return true;
}

/* --- answers ---------------------------------------------------------------
 */

static const struct {
    const char *word;
    enum rlk_answer_kind kind;
} answers[] = {
    {"yes", RLK_ANSWER_YES},
    {"created", RLK_ANSWER_CREATED},
    {"held", RLK_ANSWER_HELD},
    {"missing", RLK_ANSWER_MISSING},
    {"quarantined", RLK_ANSWER_QUARANTINED},
    {"superseded", RLK_ANSWER_SUPERSEDED},
    {"disagrees", RLK_ANSWER_DISAGREES},
    {"queued", RLK_ANSWER_QUEUED},
    {"differs", RLK_ANSWER_SLOTS},
    {"sharing", RLK_ANSWER_SHARING},
    {"error", RLK_ANSWER_ERROR},
};

static const struct member answer_members[] = {
    MEMBER("left", MEMBER_MS, struct rlk_answer, remaining_ms),
    MEMBER("counter", MEMBER_NUMBER, struct rlk_answer, counter),
    MEMBER("issued", MEMBER_FLAG, struct rlk_answer, issued),
    MEMBER("begun-anew", MEMBER_FLAG, struct rlk_answer, begun_anew),
    MEMBER("quarantined", MEMBER_FLAG, struct rlk_answer, quarantined),
    MEMBER("rank", MEMBER_NUMBER, struct rlk_answer, rank),
    MEMBER("waiting", MEMBER_NUMBER, struct rlk_answer, waiting),
    MEMBER("ticket", MEMBER_NUMBER, struct rlk_answer, ticket),
    MEMBER("slot", MEMBER_NUMBER, struct rlk_answer, slot),
    MEMBER("slots", MEMBER_NUMBER, struct rlk_answer, slots),
    MEMBER("us", MEMBER_NUMBER, struct rlk_answer, time_us),
    {0},
};

static bool answer_kind(const char *word, enum rlk_answer_kind *kind)
{
    for (size_t i = 0; i < COUNT(answers); i++) {
        if (strcmp(word, answers[i].word) == 0) {
            *kind = answers[i].kind;
            return true;
        }
    }
    return false;
}

/* The counter is the fence in the request, or the first number. */
static int64_t counter_for(const struct rig_request *asked)
{
    if (!asked->checked || !asked->rules.fenced)
        return 0;
    return asked->rules.fence > 0 ? asked->rules.fence : 1;
}

/* The answer without the words of the event. */
static struct rlk_answer plain_answer(int node, enum rlk_answer_kind kind,
                                      const struct rig_request *asked)
{
    struct rlk_answer answer = {
        .kind = kind,
        .remaining_ms = -1,
        .text = "",
        .slot = -1,
        .time_us = asked->checked ? clock_us(node) : 0,
        .counter = kind == RLK_ANSWER_YES ? counter_for(asked) : 0,
    };

    if (kind == RLK_ANSWER_HELD || kind == RLK_ANSWER_QUEUED)
        answer.text = "somebody";
    if (kind == RLK_ANSWER_QUEUED)
        answer.ticket = 1000;
    if (kind == RLK_ANSWER_QUARANTINED)
        answer.quarantined = true;
    if (kind == RLK_ANSWER_ERROR)
        answer.text = "said so";
    return answer;
}

/* The value without a name after the nodes: "held n1 4000". */
static void set_first(struct rlk_answer *answer, int node, const char *word)
{
    static char marker[RLK_MARKER_MAX];

    if (answer->kind == RLK_ANSWER_ERROR) {
        answer->reason = (enum redlock_reason)words_value(MEMBER_REASON, word);
    } else if (answer->kind == RLK_ANSWER_QUARANTINED) {
        make_marker(marker, node, word, 0);
        answer->text = marker;
    } else if (answer->kind == RLK_ANSWER_YES ||
               answer->kind == RLK_ANSWER_CREATED ||
               answer->kind == RLK_ANSWER_SUPERSEDED) {
        answer->counter = words_value(MEMBER_NUMBER, word);
    } else {
        answer->remaining_ms = words_value(MEMBER_MS, word);
    }
}

static struct rlk_answer answer_by(int node, enum rlk_answer_kind kind,
                                   const struct rig_request *asked,
                                   const struct words *words, int next)
{
    struct rlk_answer answer = plain_answer(node, kind, asked);
    static char text[192];

    for (; next < words->count; next++) {
        const char *word = words->word[next];
        if (words_name(word, "by") || words_name(word, "next")) {
            snprintf(text, sizeof(text), "%s", words_token(words_rest(word)));
            answer.text = text;
        } else if (words_name(word, "marker")) {
            make_marker(text, node, words_rest(word), 0);
            answer.text = text;
        } else if (words_name(word, "ahead")) {
            answer.time_us =
                clock_us(node) + words_value(MEMBER_US, words_rest(word));
        } else if (!words_set(answer_members, &answer, word)) {
            set_first(&answer, node, word);
        }
    }
    answer.text_length = strlen(answer.text);
    return answer;
}

/* "yes n1 n2 7"; "held? n*" answers only nodes with an open request. */
static bool play_answer(const struct words *words)
{
    char word[32];
    size_t length = strcspn(words->word[0], "?");
    bool perhaps = words->word[0][length] == '?';
    enum rlk_answer_kind kind;
    uint32_t nodes;
    int next = 1;

    snprintf(word, sizeof(word), "%.*s", (int)length, words->word[0]);
    if (!answer_kind(word, &kind))
        return false;
    nodes = words_nodes(words, &next);
    for (int node = 0; node < play.settings.nodes; node++) {
        const struct rig_request *asked = rig_asked(&play.rig, node);
        struct rlk_answer answer;
        if ((nodes >> node & 1) == 0 ||
            (asked == NULL && (perhaps || play.starved)))
            continue;
        if (asked == NULL)
            play_fail("nothing was asked of n%d", node + 1);
        answer = answer_by(node, kind, asked, words, next);
        rig_answer(&play.rig, node, &answer);
    }
    return true;
}

/* Answers all requests until there are none. */
static void all_yes(const struct words *words)
{
    static const struct words nothing;

    (void)words;
    for (bool any = true; any;) {
        any = false;
        for (int node = 0; node < play.settings.nodes; node++) {
            const struct rig_request *asked = rig_asked(&play.rig, node);
            struct rlk_answer answer;
            if (asked == NULL)
                continue;
            answer = answer_by(node, RLK_ANSWER_YES, asked, &nothing, 0);
            rig_answer(&play.rig, node, &answer);
            any = true;
        }
    }
}

/* The verb with that name, or RLK_VERBS. */
static enum rlk_verb verb_of(const char *word)
{
    int verb = 0;

    while (verb < RLK_VERBS &&
           strcmp(verb_word((enum rlk_verb)verb), word) != 0)
        verb++;
    return (enum rlk_verb)verb;
}

/* "held until=9s": the remaining time; 0: free. */
static int64_t left_of(const struct words *words, int *next)
{
    int64_t end;

    if (*next >= words->count || !words_name(words->word[*next], "until"))
        return RLK_NEVER;
    end = RIG_BEGINNING +
          words_value(MEMBER_SPAN, words_rest(words->word[(*next)++]));
    return end > play.rig.now ? end - play.rig.now : 0;
}

static bool by_itself(struct rig *rig, int node,
                      const struct rig_request *request,
                      struct rlk_answer *answer)
{
    const struct reply *reply = &replies[node][request->verb];
    enum rlk_answer_kind kind;
    int64_t left_ns;
    int next = 1;

    (void)rig;
    if (!reply->set || !answer_kind(reply->words.word[0], &kind))
        return false;
    left_ns = left_of(&reply->words, &next);
    *answer = answer_by(node, left_ns == 0 ? RLK_ANSWER_YES : kind, request,
                        &reply->words, next);
    /* The answer to a plain grant has no remaining time. */
    if (left_ns > 0 && left_ns != RLK_NEVER && request->verb != RLK_VERB_GRANT)
        answer->remaining_ms = (left_ns + RLK_NS_PER_MS - 1) / RLK_NS_PER_MS;
    return true;
}

/* "always n* held 4000", "always n1 ask queued", "always n1 silent". */
static void always(const struct words *words)
{
    int next = 1;
    uint32_t nodes = words_nodes(words, &next);
    enum rlk_verb only = verb_of(words->word[next]);
    struct reply reply = {.set = true};

    next += only != RLK_VERBS;
    if (next >= words->count)
        play_fail("what?");
    for (; next < words->count; next++)
        reply.words.word[reply.words.count++] = words->word[next];
    play.rig.accepts = true;
    play.rig.answers = by_itself;
    for (int node = 0; node < RIG_NODES; node++) {
        for (int verb = 0; verb < RLK_VERBS; verb++) {
            if ((nodes >> node & 1) != 0 &&
                (only == RLK_VERBS || only == (enum rlk_verb)verb))
                replies[node][verb] = reply;
        }
    }
}

/* --- calls -----------------------------------------------------------------
 */

static const struct member request_members[] = {
    MEMBER("ttl", MEMBER_MS, struct redlock_request, ttl_ms),
    MEMBER("wait", MEMBER_MS, struct redlock_request, wait_ms),
    MEMBER("least", MEMBER_MS, struct redlock_request, min_validity_ms),
    MEMBER("notice", MEMBER_MS, struct redlock_request, warning_ms),
    MEMBER("keep", MEMBER_FLAG, struct redlock_request, keep),
    MEMBER("fencing", MEMBER_FLAG, struct redlock_request, fencing),
    MEMBER("no-repair", MEMBER_FLAG, struct redlock_request, no_repair),
    MEMBER("fair", MEMBER_FLAG, struct redlock_request, fair),
    MEMBER("shared", MEMBER_FLAG, struct redlock_request, mode),
    MEMBER("mode", MEMBER_NUMBER, struct redlock_request, mode),
    MEMBER("owner", MEMBER_POINTER, struct redlock_request, owner),
    MEMBER("fence", MEMBER_NUMBER, struct redlock_request, owner_fence),
    MEMBER("slots", MEMBER_NUMBER, struct redlock_request, slots),
    MEMBER("more", MEMBER_NUMBER, struct redlock_request, more_count),
    MEMBER("resource", MEMBER_POINTER, struct redlock_request, resource),
    {0},
};

/* The newest call of that name; locked: with a lock. NULL: none. */
static struct call *newest_call(const char *name, bool locked)
{
    struct call *newest = NULL;

    for (int i = 0; i < play.calls_count; i++) {
        struct call *call = &play.calls[i];
        if (strcmp(call->name, name) == 0 && (!locked || call->lock != NULL) &&
            (newest == NULL || call->number > newest->number))
            newest = call;
    }
    return newest;
}

struct call *play_call(const char *name)
{
    struct call *call = newest_call(name, false);

    if (call == NULL && !play.starved)
        play_fail("no call is named %s", name);
    return call;
}

struct redlock_lock *play_lock(const struct call *call)
{
    if (call->kind == CALL_ACQUIRE && !call->done && !call->dropped)
        return call->memory.acquire.lock;
    return call->lock;
}

/* The caller frees the memory of a call that has ended. */
static void ended(struct rlk_completion *completion)
{
    struct call *call = (struct call *)(void *)completion;

    if (call->dropped)
        play_fail("%s ends, for which no caller waits", call->name);
    call->done = true;
    call->ended = play.rig.now;
    call->status = call->memory.call.status;
    if (call->kind == CALL_ACQUIRE)
        call->lock = call->memory.acquire.lock;
    memset(&call->memory, 0x5a, sizeof(call->memory));
}

static void observed(struct rlk_completion *completion)
{
    struct call *call = (struct call *)(void *)completion;
    struct rlk_observe *observe = &call->memory.observe;
    struct rlk_observation_change change;

    call->status = call->memory.call.status;
    if (!rlk_observation_changed(&observe->observation))
        return;
    rlk_observation_tell(&observe->observation, &change);
    call->view = *change.view;
    call->notified++;
}

/* Memory for a call; reuses that of an ended call if there is no more. */
static struct call *call_memory(void)
{
    if (play.calls_count < CALLS_MAX)
        return &play.calls[play.calls_count++];
    for (int i = 0; i < CALLS_MAX; i++) {
        if (play.calls[i].done && play.calls[i].lock == NULL)
            return &play.calls[i];
    }
    play_fail("too many calls");
}

static struct call *new_call(enum call_kind kind, const char *name)
{
    struct call *call = call_memory();

    *call = (struct call){.kind = kind, .number = ++play.calls_made};
    snprintf(call->name, sizeof(call->name), "%s", name);
    call->memory.call.completion.run = kind == CALL_OBSERVE ? observed : ended;
    return call;
}

/* The call was refused immediately, so it is not in progress. */
static void begun(struct call *call, enum redlock_status status)
{
    if (status != REDLOCK_OK) {
        call->done = true;
        call->dropped = true;
        call->ended = play.rig.now;
        call->status = status;
    }
    rig_finish(&play.rig);
}

static void on_waiting(const struct redlock_waiting *waiting, void *user)
{
    struct call *call = user;

    call->notified++;
    call->waiting = *waiting;
    snprintf(call->holder, sizeof(call->holder), "%s",
             waiting->holder == NULL ? "" : waiting->holder);
}

static void take_news(struct rlk_completion *completion)
{
    struct rlk_acquire *acquire =
        RLK_OWNER_OF(completion, struct rlk_acquire, call.news);
    struct rlk_wait_reported reported;

    if (!rlk_acquire_take_news(acquire, &reported, play.rig.now))
        return;
    reported.notify(&reported.waiting, reported.user);
    rlk_wait_reported_clear(&reported);
}

static void be_renewed(struct redlock_lock *lock, void *user)
{
    ((struct call *)user)->renewed_until = rlk_lock_valid_until(lock);
}

/* Reads the words after the name: "acquire a [RESOURCE] [WORDS]". */
static struct redlock_request request_by(struct call *call,
                                         const struct words *words, int next)
{
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup", /* the order of this resource begins at n1 */
        .ttl_ms = 10000,
        .report = &call->report,
        .user = call,
        .renewed = be_renewed,
    };

    for (; next < words->count; next++) {
        if (words_name(words->word[next], "notified"))
            request.waiting = on_waiting;
        else if (words_name(words->word[next], "unwatched"))
            request.renewed = NULL;
        else if (words_name(words->word[next], "unnamed"))
            request.resource = NULL;
        else if (!words_set(request_members, &request, words->word[next]))
            request.resource = words->word[next];
    }
    return request;
}

static struct call *start_acquire(const char *name, const struct words *words,
                                  int next)
{
    static const char *const others[] = {"other"};
    struct call *call = new_call(CALL_ACQUIRE, name);
    struct redlock_request request = request_by(call, words, next);

    request.more = request.more_count > 0 ? others : NULL;
    call->memory.acquire.call.news.run = take_news;
    begun(call, rlk_acquire_start(&call->memory.acquire, &play.rig.core.runtime,
                                  &request, play.rig.now));
    return call;
}

static void begin_acquire(const struct words *words)
{
    struct call *call = start_acquire(words->word[1], words, 2);

    if (call->dropped && !play.starved)
        play_fail("it is refused: %s", redlock_strerror(call->status));
}

/* "refused ttl-too-long ttl=301s" */
static void refused(const struct words *words)
{
    struct call *call = start_acquire("?", words, 2);

    if (!play.starved && !call->dropped)
        play_fail("it is not refused");
    if (!play.starved)
        words_compare(MEMBER_STATUS, call->status, words->word[1]);
}

/* Granted immediately by every node. */
static void begin_lock(const struct words *words)
{
    struct call *call = start_acquire(words->word[1], words, 2);

    all_yes(words);
    if (!play.starved && (!call->done || call->status != REDLOCK_OK))
        play_fail("it is not locked: %s", redlock_strerror(call->status));
    play.looked_at = play.rig.count;
}

/* "adopt a TOKEN [RESOURCE] [ttl=]" */
static void begin_adopt(const struct words *words)
{
    struct call *call = new_call(CALL_ADOPT, words->word[1]);
    struct redlock_request request = request_by(call, words, 3);
    const char *name = request.resource == NULL ? "" : request.resource;
    struct rlk_resource *resource = rlk_resource_new(name, NULL);

    call->done = true;
    if (resource == NULL)
        return;
    call->lock = rlk_lock_new(&play.rig.core.runtime,
                              &(struct rlk_lock_settings){
                                  .resource = resource,
                                  .ttl_ns = request.ttl_ms * RLK_NS_PER_MS,
                                  .repair = true,
                                  .rare.adopted = words_token(words->word[2]),
                              });
    if (call->lock == NULL)
        rlk_resource_drop(resource);
}

/*
 * The lock of the call that a word names; NULL: there is none, and none is
 * needed.
 */
static struct redlock_lock *lock_named(const char *name)
{
    struct call *call = newest_call(name, true);

    if (call == NULL && !play.starved)
        play_fail("%s has no lock", name);
    return call == NULL ? NULL : call->lock;
}

/* Takes the lock from the call. */
static struct redlock_lock *lock_from(const char *name)
{
    struct redlock_lock *lock = lock_named(name);

    if (lock != NULL)
        newest_call(name, true)->lock = NULL;
    return lock;
}

/* "extend e a [20s]" */
static void begin_extend(const struct words *words)
{
    struct redlock_lock *lock = lock_named(words->word[2]);
    int64_t ttl_ms =
        words->count > 3 ? words_value(MEMBER_MS, words->word[3]) : 10000;
    struct call *call;
    enum redlock_status status;

    if (lock == NULL)
        return;
    call = new_call(CALL_EXTEND, words->word[1]);
    status = rlk_extend_check(lock, ttl_ms);
    if (status == REDLOCK_OK)
        status =
            rlk_extend_start(&call->memory.extend, lock, ttl_ms * RLK_NS_PER_MS,
                             &call->report, play.rig.now);
    begun(call, status);
}

static void begin_downgrade(const struct words *words)
{
    struct redlock_lock *lock = lock_named(words->word[2]);
    struct call *call;
    enum redlock_status status;

    if (lock == NULL)
        return;
    call = new_call(CALL_EXTEND, words->word[1]);
    status = rlk_extend_check_downgrade(lock);
    if (status == REDLOCK_OK)
        status = rlk_extend_downgrade(&call->memory.extend, lock, &call->report,
                                      play.rig.now);
    begun(call, status);
}

static void release_held(void)
{
    for (int i = 0; i < play.calls_count; i++) {
        struct redlock_lock *lock = play.calls[i].lock;
        play.calls[i].lock = NULL;
        if (lock != NULL)
            rlk_release_start(NULL, lock, NULL, play.rig.now);
    }
    rig_finish(&play.rig);
}

/*
 * "release r a"; "release - a": without a callback; "release - *": all locks.
 */
static void begin_release(const struct words *words)
{
    struct redlock_lock *lock;
    struct call *call = NULL;

    if (strcmp(words->word[2], "*") == 0) {
        release_held();
        return;
    }
    lock = lock_from(words->word[2]);
    if (lock == NULL)
        return;
    if (strcmp(words->word[1], "-") != 0)
        call = new_call(CALL_RELEASE, words->word[1]);
    rlk_release_start(call == NULL ? NULL : &call->memory.release, lock,
                      call == NULL ? NULL : &call->report, play.rig.now);
    rig_finish(&play.rig);
}

/* The keys of the lock remain. */
static void detach(const struct words *words)
{
    struct redlock_lock *lock = lock_from(words->word[1]);

    if (lock == NULL)
        return;
    rlk_release_detach(lock, play.rig.now);
    rig_finish(&play.rig);
}

static void begin_inspect(const struct words *words)
{
    struct call *call = new_call(CALL_INSPECT, words->word[1]);

    begun(call, rlk_inspect_start(&call->memory.inspect, &play.rig.core.runtime,
                                  words->count > 2 ? words->word[2] : "cup",
                                  &call->report, play.rig.now));
}

static void begin_init(const struct words *words)
{
    struct call *call = new_call(CALL_INSPECT, words->word[1]);

    begun(call,
          rlk_inspect_init_nodes(&call->memory.inspect, &play.rig.core.runtime,
                                 &call->report, play.rig.now));
}

/* "observe o [RESOURCE [EVERY]]" */
static void begin_observe(const struct words *words)
{
    struct call *call = new_call(CALL_OBSERVE, words->word[1]);
    int64_t every = words->count > 3 ? words_value(MEMBER_SPAN, words->word[3])
                                     : RLK_NS_PER_S;

    begun(call, rlk_observe_start(&call->memory.observe, &play.rig.core.runtime,
                                  words->count > 2 ? words->word[2] : "cup",
                                  every, play.rig.now));
}

static void cancel(const struct words *words)
{
    struct call *call = play_call(words->word[1]);

    if (call != NULL && !call->done)
        rlk_acquire_cancel(&call->memory.acquire, play.rig.now);
    rig_finish(&play.rig);
}

/* The caller no longer waits for the call. */
static void drop_call(struct call *call)
{
    if (call->dropped || (call->done && call->kind != CALL_OBSERVE))
        return;
    call->dropped = true;
    if (call->kind == CALL_ACQUIRE)
        rlk_acquire_drop(&call->memory.acquire);
    else if (call->kind == CALL_EXTEND)
        rlk_extend_drop(&call->memory.extend, play.rig.now);
    else if (call->kind == CALL_OBSERVE)
        rlk_observe_stop(&call->memory.observe);
    else
        rlk_call_drop(&call->memory.call);
}

static void drop(const struct words *words)
{
    struct call *call = play_call(words->word[1]);

    if (call != NULL)
        drop_call(call);
    rig_finish(&play.rig);
}

/* --- time ------------------------------------------------------------------
 */

static void pass(const struct words *words)
{
    rig_pass(&play.rig, words_value(MEMBER_SPAN, words->word[1]));
}

/* Lets time pass until an instant of the case. */
static void until(const struct words *words)
{
    int64_t instant = RIG_BEGINNING + words_value(MEMBER_SPAN, words->word[1]);

    if (instant < play.rig.now)
        play_fail("that is over");
    rig_pass(&play.rig, instant - play.rig.now);
}

/* Lets time pass in steps of a millisecond until something is sent. */
static void await(const struct words *words)
{
    int64_t most = words_value(MEMBER_SPAN, words->word[1]);
    int count = play.rig.count;

    for (; most > 0 && play.rig.count == count; most -= RLK_NS_PER_MS)
        rig_pass(&play.rig, RLK_NS_PER_MS);
}

/* The loop did not run for that time. */
static void stand(const struct words *words)
{
    int64_t ns = words_value(MEMBER_SPAN, words->word[1]);

    play.rig.now += ns;
    rlk_core_overlook(&play.rig.core, ns);
}

static void sleep_through(const struct words *words)
{
    play.rig.now += words_value(MEMBER_SPAN, words->word[1]);
}

static void try_again(const struct words *words)
{
    rlk_core_try_again(&play.rig.core, words_value(MEMBER_SPAN, words->word[1]),
                       play.rig.now);
    rig_deliver(&play.rig);
}

/* Requests since that instant left only now: "left 0s 50ms". */
static void left(const struct words *words)
{
    rlk_core_left(&play.rig.core,
                  RIG_BEGINNING + words_value(MEMBER_SPAN, words->word[1]),
                  words_value(MEMBER_SPAN, words->word[2]), play.rig.now);
    rig_deliver(&play.rig);
}

/* "clock n1 600ms": the clock is stepped forward by that much. */
static void step_clock(const struct words *words)
{
    int next = 1;
    uint32_t nodes = words_nodes(words, &next);

    for (int node = 0; node < RIG_NODES; node++) {
        if ((nodes >> node & 1) != 0)
            play.ahead[node] += words_value(MEMBER_SPAN, words->word[next]);
    }
}

/* --- connections -----------------------------------------------------------
 */

static void connect_nodes(const struct words *words)
{
    int next = 1;
    uint32_t nodes = words_nodes(words, &next);

    for (int node = 0; node < RIG_NODES; node++) {
        if ((nodes >> node & 1) != 0)
            connect_node(node, words, next);
    }
}

static enum redlock_reason reason_at(const struct words *words, int next)
{
    if (next >= words->count)
        return REDLOCK_REASON_BROKEN;
    return (enum redlock_reason)words_value(MEMBER_REASON, words->word[next]);
}

/* "break n1 n2 [REASON [MESSAGE]]" */
static void break_nodes(const struct words *words)
{
    int next = 1;
    uint32_t nodes = words_nodes(words, &next);

    for (int node = 0; node < RIG_NODES; node++) {
        if ((nodes >> node & 1) != 0)
            rig_break(&play.rig, node, reason_at(words, next),
                      next + 1 < words->count ? words->word[next + 1] : NULL);
    }
}

/* Breaks the connection and renews it: "anew n1 marker=x". */
static void connect_anew(const struct words *words)
{
    int next = 1;
    uint32_t nodes = words_nodes(words, &next);

    for (int node = 0; node < RIG_NODES; node++) {
        if ((nodes >> node & 1) == 0)
            continue;
        rig_break(&play.rig, node, REDLOCK_REASON_BROKEN, NULL);
        connect_node(node, words, next);
    }
}

static void listen_at(const struct words *words)
{
    int next = 1;
    uint32_t nodes = words_nodes(words, &next);

    for (int node = 0; node < play.settings.nodes; node++) {
        if ((nodes >> node & 1) != 0)
            rlk_node_listen(&play.rig.core.nodes[node], play.rig.now);
    }
    rig_finish(&play.rig);
}

/* The second connections are up. */
static void listening(const struct words *words)
{
    int next = 1;
    uint32_t nodes = words_nodes(words, &next);

    for (int node = 0; node < play.settings.nodes; node++) {
        struct rlk_identity identity;
        if ((nodes >> node & 1) == 0)
            continue;
        if (!play.rig.node[node].listening) {
            if (play.starved)
                continue;
            play_fail("n%d has no second connection", node + 1);
        }
        identity = identity_by(node, words, next);
        rig_listening_as(&play.rig, node, &identity);
    }
}

static void deaf(const struct words *words)
{
    int next = 1;
    int node = __builtin_ctz(words_nodes(words, &next));

    if (!play.rig.node[node].listening) {
        if (!play.starved)
            play_fail("n%d has no second connection", node + 1);
        return;
    }
    rig_deaf(&play.rig, node, reason_at(words, next));
}

static const struct member handoff_members[] = {
    MEMBER("set", MEMBER_FLAG, struct rlk_handoff, set),
    MEMBER("issued", MEMBER_FLAG, struct rlk_handoff, issued),
    MEMBER("judged", MEMBER_FLAG, struct rlk_handoff, judged),
    MEMBER("alone", MEMBER_FLAG, struct rlk_handoff, alone),
    MEMBER("generation", MEMBER_NUMBER, struct rlk_handoff, generation),
    MEMBER("counter", MEMBER_NUMBER, struct rlk_handoff, c),
    MEMBER("ticket", MEMBER_NUMBER, struct rlk_handoff, head.ticket),
    MEMBER("px", MEMBER_MS, struct rlk_handoff, head.px_ms),
    MEMBER("next-generation", MEMBER_NUMBER, struct rlk_handoff,
           head.generation),
    {0},
};

/* The token that last asked for a queue entry. */
static const char *waiting_token(void)
{
    for (int i = play.rig.count - 1; i >= 0; i--) {
        const struct rig_request *sent = &play.rig.sent[i % RIG_SENT_MAX];
        if (sent->verb == RLK_VERB_ASK)
            return sent->token;
    }
    return "";
}

/* "handoff n1 [to=TOKEN] [alone] [next=TOKEN ticket=2000]" */
static void handoff(const struct words *words)
{
    int next = 1;
    uint32_t nodes = words_nodes(words, &next);
    struct rlk_handoff message = {.set = true, .us = 1};
    const char *memory = NULL;

    (void)rlk_token_copy(&message.token, waiting_token());
    for (; next < words->count; next++) {
        const char *word = words->word[next];
        const char *rest = words_rest(word);
        if (words_name(word, "to"))
            (void)rlk_token_copy(&message.token, words_token(rest));
        else if (words_name(word, "next"))
            (void)rlk_token_copy(&message.head.token, words_token(rest));
        else if (words_name(word, "free"))
            message.set = false;
        else if (words_name(word, "memory"))
            memory = rest;
        else if (!words_set(handoff_members, &message, word))
            play_fail("no hand-off has that: %s", word);
    }
    if (message.token.length == 0)
        return;
    for (int node = 0; node < play.settings.nodes; node++) {
        struct rlk_identity identity = rig_identity(node);
        if ((nodes >> node & 1) == 0)
            continue;
        snprintf(message.memory, sizeof(message.memory), "%.8s",
                 memory == NULL ? identity.replid : memory);
        rlk_core_handed(&play.rig.core, node, &message, play.rig.now);
        rig_deliver(&play.rig);
    }
}

/*
 * An answer arrives to a checked request that no call has made, with the node's
 * clock and a delay on its way back: "hear n1 [late=900ms] [marker=sound]".
 */
static void hear(const struct words *words)
{
    int next = 1;
    int node = __builtin_ctz(words_nodes(words, &next));
    struct rlk_node *at = &play.rig.core.nodes[node];
    char marker[RLK_MARKER_MAX];
    int64_t late = 0;
    struct rlk_answer answer = {
        .kind = RLK_ANSWER_YES, .remaining_ms = -1, .counter = 7};
    enum rlk_verb verb = RLK_VERB_CONFIRM;

    snprintf(marker, sizeof(marker), "%s", at->identity.marker);
    answer.time_us = clock_us(node);
    for (; next < words->count; next++) {
        const char *word = words->word[next];
        if (words_name(word, "late"))
            late = words_value(MEMBER_SPAN, words_rest(word));
        else if (words_name(word, "marker"))
            make_marker(marker, node, words_rest(word), 0);
        else if (words_name(word, "init"))
            verb = RLK_VERB_INIT_NODE;
        else if (!words_set(answer_members, &answer, word))
            play_fail("no answer has that: %s", word);
    }
    answer.text = marker;
    answer.text_length = strlen(marker);
    answer.quarantined =
        rlk_marker_read(marker, at->identity.replid).state != RLK_MARKER_OK;
    if (answer.time_us != 0)
        answer.time_us -= late / RLK_NS_PER_US;
    rlk_node_note(at,
                  &(struct rlk_inflight_entry){
                      .verb = verb,
                      .checked = verb == RLK_VERB_CONFIRM,
                      .sent = play.rig.now - late,
                  },
                  &answer, play.rig.now);
    rig_finish(&play.rig);
}

/* --- the client ------------------------------------------------------------
 */

static void set_memory(const struct words *words)
{
    play.rig.out_of_memory = strcmp(words->word[1], "none") == 0;
}

/* Makes the nth allocation from here on fail; 0: none. */
static void fail_allocation(const struct words *words)
{
    if (!play.starved)
        (void)rlk_alloc_fail_at(
            (uint64_t)words_value(MEMBER_NUMBER, words->word[1]));
}

static void draw(const struct words *words)
{
    const char *what = words->word[1];

    if (strcmp(what, "most") == 0) {
        play.rig.random = UINT64_MAX;
    } else if (strcmp(what, "least") == 0) {
        play.rig.random = 0;
    } else {
        dice = (struct dice){(uint64_t)words_value(MEMBER_NUMBER, what)};
        play.rig.dice = &dice;
    }
}

static void refuse_queues(const struct words *words)
{
    (void)words;
    for (int node = 0; node < play.settings.nodes; node++)
        play.rig.core.nodes[node].lacks_queue = true;
}

/* Nodes connect by themselves, or do not. */
static void accept_nodes(const struct words *words)
{
    play.rig.accepts = words->count == 1;
}

/*
 * The node's server restarts with another run_id; or does not identify itself.
 */
static void run_anew(const struct words *words)
{
    int next = 1;
    int node = __builtin_ctz(words_nodes(words, &next));

    play.rig.node[node].run++;
    play.rig.node[node].nameless = next < words->count;
}

static void count_anew(const struct words *words)
{
    (void)words;
    play.counted_from = play.rig.count;
    for (int node = 0; node < RIG_NODES; node++)
        memcpy(play.asked_from[node], play.rig.node[node].asked,
               sizeof(play.asked_from[node]));
}

static void release_all(const struct words *words)
{
    (void)words;
    for (int i = 0; i < play.calls_count; i++)
        play.calls[i].lock = NULL;
    rlk_core_release_all(&play.rig.core, play.rig.now);
    rig_deliver(&play.rig);
}

/* Calls in progress end with the core; observers belong to the case. */
static void close_core(void)
{
    for (int i = 0; play.rig.open && i < play.calls_count; i++) {
        if (play.calls[i].kind == CALL_OBSERVE)
            drop_call(&play.calls[i]);
    }
    rig_close(&play.rig);
    play.calls_count = 0;
}

/* A new process begins at 0, with this one's observation of n1. */
static void hand_on(const struct words *words)
{
    (void)words;
    if (!rlk_node_observation(&play.rig.core.nodes[0], play.rig.now,
                              &play.seen)) {
        if (!play.starved)
            play_fail("there is nothing to hand on");
        return;
    }
    close_core();
    play.unconnected = true;
    (void)play_open();
}

void play_end(void)
{
    close_core();
}

/* --- events ----------------------------------------------------------------
 */

static const struct {
    const char *word;
    int words; /* the fewest words */
    void (*play)(const struct words *words);
} events[] = {
    {"acquire", 2, begin_acquire},
    {"refused", 2, refused},
    {"lock", 2, begin_lock},
    {"adopt", 3, begin_adopt},
    {"extend", 3, begin_extend},
    {"downgrade", 3, begin_downgrade},
    {"release", 3, begin_release},
    {"detach", 2, detach},
    {"inspect", 2, begin_inspect},
    {"init", 2, begin_init},
    {"observe", 2, begin_observe},
    {"cancel", 2, cancel},
    {"drop", 2, drop},
    {"pass", 2, pass},
    {"until", 2, until},
    {"await", 2, await},
    {"stand", 2, stand},
    {"sleep", 2, sleep_through},
    {"try-again", 2, try_again},
    {"left", 3, left},
    {"clock", 3, step_clock},
    {"connect", 2, connect_nodes},
    {"break", 2, break_nodes},
    {"anew", 2, connect_anew},
    {"listen", 2, listen_at},
    {"listening", 2, listening},
    {"deaf", 2, deaf},
    {"handoff", 2, handoff},
    {"hear", 2, hear},
    {"all-yes", 1, all_yes},
    {"always", 3, always},
    {"memory", 2, set_memory},
    {"fail-allocation", 2, fail_allocation},
    {"draw", 2, draw},
    {"no-queues", 1, refuse_queues},
    {"accept", 1, accept_nodes},
    {"run-anew", 2, run_anew},
    {"count", 1, count_anew},
    {"release-all", 1, release_all},
    {"hand-on", 1, hand_on},
};

void play_event(const struct words *words)
{
    if (!play.rig.open) /* it was opened again, but memory ran out */
        return;
    for (size_t i = 0; i < COUNT(events); i++) {
        if (strcmp(words->word[0], events[i].word) != 0)
            continue;
        if (words->count < events[i].words)
            play_fail("too few words");
        events[i].play(words);
        return;
    }
    if (!play_answer(words))
        play_fail("no such word: %s", words->word[0]);
}
