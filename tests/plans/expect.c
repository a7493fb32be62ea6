/* SPDX-License-Identifier: MIT */
/* Checks the expectations of a case. */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/waiter.h"
#include "tests/plans/play.h"
#include "tests/support/verbs.h"

/* --- requests --------------------------------------------------------------
 */

static const struct member request_members[] = {
    MEMBER("ttl", MEMBER_MS, struct rig_request, ttl_ms),
    MEMBER("kind", MEMBER_KIND, struct rig_request, kind),
    MEMBER("checked", MEMBER_FLAG, struct rig_request, checked),
    MEMBER("whole", MEMBER_FLAG, struct rig_request, by_text),
    MEMBER("resource", MEMBER_TEXT, struct rig_request, resource),
    MEMBER("token", MEMBER_TOKEN, struct rig_request, token),
    MEMBER("owner-length", MEMBER_NUMBER, struct rig_request, owner_length),
    MEMBER("id", MEMBER_NUMBER, struct rig_request, client_id),
    MEMBER("until", MEMBER_CLOCK, struct rig_request, until_us),
    MEMBER("until-us", MEMBER_NUMBER, struct rig_request, until_us),
    MEMBER("slot", MEMBER_NUMBER, struct rig_request, slot.from),
    MEMBER("among", MEMBER_NUMBER, struct rig_request, slot.among),
    MEMBER("slots", MEMBER_NUMBER, struct rig_request, slot.many),
    MEMBER("fenced", MEMBER_FLAG, struct rig_request, rules.fenced),
    MEMBER("fence", MEMBER_NUMBER, struct rig_request, rules.fence),
    MEMBER("issued", MEMBER_NUMBER, struct rig_request, rules.issued),
    MEMBER("guard", MEMBER_MS, struct rig_request, rules.guard_ms),
    MEMBER("serial", MEMBER_NUMBER, struct rig_request, rules.serial),
    MEMBER("floor", MEMBER_CLOCK, struct rig_request, rules.floor_us),
    MEMBER("ticket", MEMBER_NUMBER, struct rig_request, ask.ticket),
    MEMBER("generation", MEMBER_NUMBER, struct rig_request, ask.generation),
    MEMBER("claiming", MEMBER_FLAG, struct rig_request, ask.claiming),
    MEMBER("next", MEMBER_TOKEN, struct rig_request, successor.token.text),
    MEMBER("next-ticket", MEMBER_NUMBER, struct rig_request, successor.ticket),
    MEMBER("next-generation", MEMBER_NUMBER, struct rig_request,
           successor.generation),
    {0},
};

/* What the waiter asks for; what a mark changes the marker to. */
static bool check_special(const struct rig_request *sent, const char *word)
{
    bool woken = (sent->ask.flags & RLK_ENTRY_WOKEN) != 0;
    bool shares = (sent->ask.flags & RLK_ENTRY_SHARES) != 0;
    char replid[RLK_REPLID_MAX] = "";
    bool marked = rlk_marker_replid(sent->mark, replid);
    struct rlk_marker mark = rlk_marker_read(sent->mark, replid);

    if (words_name(word, "woken"))
        words_compare(MEMBER_FLAG, woken, word);
    else if (words_name(word, "shares"))
        words_compare(MEMBER_FLAG, shares, word);
    else if (words_name(word, "no-entry"))
        words_compare(MEMBER_FLAG, (sent->ask.flags & RLK_ENTRY_NONE) != 0,
                      word);
    else if (words_name(word, "sound"))
        words_compare(MEMBER_FLAG, marked && mark.state == RLK_MARKER_OK, word);
    else if (words_name(word, "quarantine"))
        words_compare(MEMBER_FLAG,
                      marked && mark.state == RLK_MARKER_QUARANTINE, word);
    else if (words_name(word, "longest"))
        words_compare(MEMBER_MS, mark.longest_ms, word);
    else
        return false;
    return true;
}

static void check_request(const struct rig_request *sent,
                          const struct words *words, int next)
{
    for (; next < words->count; next++) {
        const char *word = words->word[next];
        if (word[0] >= '0' && word[0] <= '9') {
            int64_t ttl_ms = words_value(MEMBER_MS, word);
            if (sent->ttl_ms != ttl_ms)
                play_fail("%s n%d for %" PRId64 " ms, not %s",
                          verb_word(sent->verb), sent->node + 1, sent->ttl_ms,
                          word);
        } else if (!words_check(request_members, sent, word) &&
                   !check_special(sent, word)) {
            play_fail("no request has that: %s", word);
        }
    }
}

/* All requests from that one on, as a plan would write them. Static. */
static const char *sent_text(int from)
{
    static char text[2048];
    size_t length = 0;

    snprintf(text, sizeof(text), "nothing");
    for (int i = from; i < play.rig.count && length < sizeof(text); i++) {
        const struct rig_request *sent = &play.rig.sent[i % RIG_SENT_MAX];
        char ttl[32] = "";
        if (sent->verb == RLK_VERB_GRANT || sent->verb == RLK_VERB_EXTEND ||
            sent->verb == RLK_VERB_REPAIR)
            snprintf(ttl, sizeof(ttl), " %" PRId64, sent->ttl_ms);
        length += (size_t)snprintf(text + length, sizeof(text) - length,
                                   "%s%s n%d%s", length == 0 ? "" : ", ",
                                   verb_word(sent->verb), sent->node + 1, ttl);
    }
    return text;
}

/* "grant n* 10000": the grants of all nodes. Returns the next request. */
static int check_item(int from, int at, char *item)
{
    struct words words;
    uint32_t nodes;
    int next = 1;

    words_split(&words, item);
    if (words.count < 2)
        play_fail("a request is a verb and a node");
    nodes = words_nodes(&words, &next);
    for (int node = 0; node < play.settings.nodes; node++) {
        const struct rig_request *sent = &play.rig.sent[at % RIG_SENT_MAX];
        if ((nodes >> node & 1) == 0)
            continue;
        if (at == play.rig.count || sent->node != node ||
            strcmp(verb_word(sent->verb), words.word[0]) != 0)
            play_fail("not %s n%d; sent is: %s", words.word[0], node + 1,
                      sent_text(from));
        check_request(sent, &words, next);
        at++;
    }
    return at;
}

void expect_said(int from, char *text)
{
    char *rest = text;
    int at = from;

    if (play.starved)
        return;
    if (strcmp(text + strspn(text, " "), "nothing") == 0)
        rest = NULL;
    while (rest != NULL)
        at = check_item(from, at, strsep(&rest, ","));
    if (at != play.rig.count)
        play_fail("more than that; sent is: %s", sent_text(from));
    play.looked_at = at;
}

int expect_said_so_far(bool line)
{
    return line ? play.rig.count : play.looked_at;
}

void expect_asked(const struct words *words)
{
    int next = 1;
    int node = __builtin_ctz(words_nodes(words, &next));
    const struct rig_request *asked = rig_asked(&play.rig, node);

    if (play.starved)
        return;
    if (next < words->count && strcmp(words->word[next], "nothing") == 0) {
        if (asked != NULL)
            play_fail("it is: %s", verb_word(asked->verb));
        return;
    }
    if (asked == NULL)
        play_fail("nothing is");
    if (next == words->count ||
        strcmp(words->word[next], verb_word(asked->verb)) != 0)
        play_fail("it is: %s", verb_word(asked->verb));
    check_request(asked, words, next + 1);
}

/* --- calls and their locks -------------------------------------------------
 */

static const struct member report_members[] = {
    MEMBER("granted", MEMBER_NUMBER, struct redlock_report, granted),
    MEMBER("attempts", MEMBER_NUMBER, struct redlock_report, attempts),
    MEMBER("elapsed", MEMBER_US, struct redlock_report, elapsed_us),
    MEMBER("free", MEMBER_MS, struct redlock_report, free_in_ms),
    MEMBER("nodes", MEMBER_NUMBER, struct redlock_report, nodes),
    MEMBER("quorum", MEMBER_NUMBER, struct redlock_report, quorum),
    {0},
};

static const struct member vote_members[] = {
    MEMBER("reason", MEMBER_REASON, struct redlock_node_report, reason),
    MEMBER("latency", MEMBER_US, struct redlock_node_report, latency_us),
    MEMBER("left", MEMBER_MS, struct redlock_node_report, remaining_ms),
    MEMBER("quarantine", MEMBER_MS, struct redlock_node_report, quarantine_ms),
    MEMBER("name", MEMBER_TEXT, struct redlock_node_report, name),
    MEMBER("by", MEMBER_TEXT, struct redlock_node_report, holder),
    MEMBER("message", MEMBER_TEXT, struct redlock_node_report, message),
    MEMBER("slots", MEMBER_NUMBER, struct redlock_node_report, slots),
    MEMBER("marked", MEMBER_MS, struct redlock_node_report, marked_ttl_max_ms),
    {0},
};

static const struct member lock_members[] = {
    MEMBER("valid", MEMBER_INSTANT, struct redlock_lock, tenure.validity),
    MEMBER("fence", MEMBER_NUMBER, struct redlock_lock, fence),
    MEMBER("lost", MEMBER_FLAG, struct redlock_lock, lost),
    MEMBER("ttl", MEMBER_SPAN, struct redlock_lock, ttl_ns),
    MEMBER("renew", MEMBER_INSTANT, struct redlock_lock, renew_at),
    {0},
};

struct lock_facts {
    int64_t published;
    int64_t shielded;
    uint16_t slot;
    bool waiter;
};

static const struct member fact_members[] = {
    MEMBER("published", MEMBER_INSTANT, struct lock_facts, published),
    MEMBER("shielded", MEMBER_INSTANT, struct lock_facts, shielded),
    MEMBER("slot", MEMBER_NUMBER, struct lock_facts, slot),
    MEMBER("waiter", MEMBER_FLAG, struct lock_facts, waiter),
    {0},
};

static const struct member call_members[] = {
    MEMBER("ended", MEMBER_INSTANT, struct call, ended),
    MEMBER("notified", MEMBER_NUMBER, struct call, notified),
    MEMBER("rank", MEMBER_NUMBER, struct call, waiting.position),
    MEMBER("by", MEMBER_TEXT, struct call, holder),
    MEMBER("renewed", MEMBER_INSTANT, struct call, renewed_until),
    MEMBER("view", MEMBER_NUMBER, struct call, view.state),
    MEMBER("answered", MEMBER_NUMBER, struct call, view.answered),
    MEMBER("seen", MEMBER_NUMBER, struct call, view.fence),
    {0},
};

/* "denied", "denied/held" */
static void check_vote(const struct redlock_node_report *node, const char *word)
{
    char vote[48];
    const char *reason = strchr(words_rest(word), '/');

    snprintf(vote, sizeof(vote), "%.*s", (int)strcspn(word, "/"), word);
    words_compare(MEMBER_VOTE, node->vote, vote);
    if (reason != NULL)
        words_compare(MEMBER_REASON, node->reason, reason + 1);
}

static bool check_lock(const struct redlock_lock *lock, const char *word)
{
    const struct lock_facts facts = {
        .published = rlk_lock_valid_until(lock),
        .shielded = rlk_lock_shielded_until(lock),
        .slot = lock->rare->slot.from,
        .waiter = lock->rare->waiter != NULL,
    };

    return words_check(lock_members, lock, word) ||
           words_check(fact_members, &facts, word);
}

static bool check_lock_at(const struct redlock_lock *lock, int node,
                          const char *word)
{
    if (!words_name(word, "end") && !words_name(word, "counter"))
        return false;
    if (lock == NULL)
        play_fail("there is no lock");
    if (words_name(word, "counter"))
        words_compare(MEMBER_NUMBER, rlk_lock_counted(lock, node), word);
    else
        (void)words_check(
            (const struct member[]){{"end", MEMBER_INSTANT, 0, sizeof(int64_t)},
                                    {0}},
            &(int64_t){rlk_tenure_vote_end(&lock->tenure, node)}, word);
    return true;
}

/* "n1=denied/held", "n1.left=4000", "n1.end=9898ms" */
static bool check_node_of(const struct call *call,
                          const struct redlock_lock *lock, const char *word)
{
    char name[8];
    size_t length = strcspn(word, ".=");
    int node;

    if (word[0] != 'n' || length > 3 || word[1] < '0' || word[1] > '9' ||
        word[length] == '\0')
        return false;
    snprintf(name, sizeof(name), "%.*s", (int)length, word);
    node = words_node(name);
    if (word[length] == '=')
        check_vote(&call->report.node[node], word);
    else if (!words_check(vote_members, &call->report.node[node],
                          word + length + 1) &&
             !check_lock_at(lock, node, word + length + 1))
        return false;
    return true;
}

static bool check_held(struct redlock_lock *lock, const char *word)
{
    if (words_name(word, "handle"))
        words_compare(MEMBER_FLAG, lock != NULL, word);
    else if (words_name(word, "held"))
        words_compare(MEMBER_FLAG,
                      lock != NULL && rlk_lock_held(lock, play.rig.now), word);
    else if (words_name(word, "tell"))
        words_compare(MEMBER_INSTANT, rlk_lock_tell_at(lock) - RIG_BEGINNING,
                      word);
    else
        return false;
    return true;
}

static void check_call(const struct words *words)
{
    const struct call *call = play_call(words->word[1]);
    struct redlock_lock *lock = play_lock(call);

    for (int i = 2; i < words->count; i++) {
        const char *word = words->word[i];
        if (strcmp(word, "pending") == 0) {
            if (call->done)
                play_fail("it has ended: %s", redlock_strerror(call->status));
        } else if (check_node_of(call, lock, word) ||
                   words_check(report_members, &call->report, word) ||
                   words_check(call_members, call, word) ||
                   check_held(lock, word) ||
                   (lock != NULL && check_lock(lock, word))) {
            continue;
        } else if (strpbrk(word, "=<>!") != NULL) {
            play_fail("no call has that: %s", word);
        } else {
            if (!call->done && call->kind != CALL_OBSERVE)
                play_fail("it is pending");
            words_compare(MEMBER_STATUS, call->status, word);
        }
    }
}

/* --- nodes -----------------------------------------------------------------
 */

static const struct member rig_node_members[] = {
    MEMBER("connects", MEMBER_NUMBER, struct rig_node, connects),
    MEMBER("disconnects", MEMBER_NUMBER, struct rig_node, disconnects),
    MEMBER("listens", MEMBER_NUMBER, struct rig_node, listens),
    MEMBER("unlistens", MEMBER_NUMBER, struct rig_node, unlistens),
    MEMBER("open", MEMBER_NUMBER, struct rig_node, open_count),
    {0},
};

static const struct member node_members[] = {
    MEMBER("backlog", MEMBER_NUMBER, struct rlk_node, releases.count),
    MEMBER("inflight", MEMBER_NUMBER, struct rlk_node, inflight.count),
    MEMBER("lacks-queue", MEMBER_FLAG, struct rlk_node, lacks_queue),
    MEMBER("message", MEMBER_TEXT, struct rlk_node, message),
    MEMBER("reason", MEMBER_REASON, struct rlk_node, reason),
    MEMBER("deaf", MEMBER_REASON, struct rlk_node, listening.reason),
    MEMBER("stale", MEMBER_FLAG, struct rlk_node, guard.stale),
    {0},
};

/* "asked=7", "asked.grant=2": since the last "count". */
static bool check_asked_of(int node, const char *word)
{
    size_t length = strlen("asked");
    char only[16];
    int64_t count = 0;

    if (strncmp(word, "asked", length) != 0)
        return false;
    snprintf(only, sizeof(only), "%.*s", (int)strcspn(word + length, "=<>!"),
             word + length);
    for (int verb = 0; verb < RLK_VERBS; verb++) {
        if (only[0] == '\0' ||
            strcmp(verb_word((enum rlk_verb)verb), only + 1) == 0)
            count += (int64_t)(play.rig.node[node].asked[verb] -
                               play.asked_from[node][verb]);
    }
    words_compare(MEMBER_NUMBER, count, word);
    return true;
}

static bool check_computed(const struct rlk_node *node, const char *word)
{
    int64_t now = play.rig.now;
    struct redlock_quarantine_observation seen;

    if (words_name(word, "usable"))
        words_compare(MEMBER_FLAG, rlk_node_usable(node, now), word);
    else if (words_name(word, "excluded"))
        words_compare(MEMBER_FLAG, rlk_guard_excludes(&node->guard, now), word);
    else if (words_name(word, "quarantine"))
        words_compare(MEMBER_SPAN, rlk_node_quarantine(node, now), word);
    else if (words_name(word, "hears"))
        words_compare(MEMBER_FLAG, rlk_node_listens(node), word);
    else if (words_name(word, "hands-on"))
        words_compare(MEMBER_FLAG, rlk_node_observation(node, now, &seen),
                      word);
    else
        return false;
    return true;
}

/* What a process would export: "observation.since=1ms" */
static bool check_observation(const struct rlk_node *node, const char *word)
{
    static const struct member members[] = {
        MEMBER("observation.since", MEMBER_MS,
               struct redlock_quarantine_observation, since_ms),
        MEMBER("observation.answered", MEMBER_MS,
               struct redlock_quarantine_observation, answered_ms),
        MEMBER("observation.least", MEMBER_US,
               struct redlock_quarantine_observation, ahead_least_us),
        MEMBER("observation.most", MEMBER_US,
               struct redlock_quarantine_observation, ahead_most_us),
        {0},
    };
    struct redlock_quarantine_observation seen;

    if (strncmp(word, "observation.", 9) != 0)
        return false;
    if (!rlk_node_observation(node, play.rig.now, &seen))
        play_fail("there is nothing to hand on");
    seen.since_ms -= RIG_BEGINNING / RLK_NS_PER_MS;
    seen.answered_ms -= RIG_BEGINNING / RLK_NS_PER_MS;
    return words_check(members, &seen, word);
}

static void check_nodes(const struct words *words)
{
    int first = 1;
    uint32_t nodes = words_nodes(words, &first);

    for (int node = 0; node < play.settings.nodes; node++) {
        const struct rlk_node *at = &play.rig.core.nodes[node];
        for (int i = first; (nodes >> node & 1) != 0 && i < words->count; i++) {
            const char *word = words->word[i];
            if (!check_asked_of(node, word) && !check_computed(at, word) &&
                !check_observation(at, word) &&
                !words_check(rig_node_members, &play.rig.node[node], word) &&
                !words_check(node_members, at, word))
                play_fail("no node has that: %s", word);
        }
    }
}

/* --- the core --------------------------------------------------------------
 */

static const struct member rig_members[] = {
    MEMBER("lost", MEMBER_NUMBER, struct rig, losses),
    MEMBER("renewed", MEMBER_NUMBER, struct rig, renewed),
    MEMBER("armed", MEMBER_INSTANT, struct rig, armed),
    MEMBER("guarded", MEMBER_FLAG, struct rig, core.runtime.guarded),
    {0},
};

static int length_of(const struct rlk_list *list)
{
    int length = 0;

    for (const struct rlk_list *at = list->next; at != list; at = at->next)
        length++;
    return length;
}

static bool check_list(const char *word)
{
    const struct rlk_runtime *runtime = &play.rig.core.runtime;
    const struct {
        const char *name;
        const struct rlk_list *list;
    } lists[] = {
        {"rounds", &runtime->ops},
        {"acquires", &runtime->acquires},
        {"locks", &runtime->locks},
        {"waiters", &runtime->waiters},
    };

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        if (words_name(word, lists[i].name)) {
            words_compare(MEMBER_NUMBER, length_of(lists[i].list), word);
            return true;
        }
    }
    return false;
}

static void check_core(const struct words *words)
{
    const struct rlk_core *core = &play.rig.core;

    for (int i = 2; i < words->count; i++) {
        const char *word = words->word[i];
        if (words_name(word, "quiet"))
            words_compare(MEMBER_FLAG, rlk_core_quiet(core, 0, play.rig.now),
                          word);
        else if (words_name(word, "impaired"))
            words_compare(MEMBER_FLAG, rlk_core_impaired(core, play.rig.now),
                          word);
        else if (words_name(word, "sent"))
            words_compare(MEMBER_NUMBER, play.rig.count - play.counted_from,
                          word);
        else if (!words_check(rig_members, &play.rig, word) &&
                 !check_list(word))
            play_fail("no core has that: %s", word);
    }
}

void expect_state(const struct words *words)
{
    const char *who = words->count > 2 ? words->word[1] : "";

    if (play.starved)
        return;
    if (who[0] == '\0')
        play_fail("who, and what?");
    if (strcmp(who, "core") == 0)
        check_core(words);
    else if (who[0] == 'n' &&
             (who[1] == '*' || (who[1] >= '0' && who[1] <= '9')))
        check_nodes(words);
    else
        check_call(words);
}
