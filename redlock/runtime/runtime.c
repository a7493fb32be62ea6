/* SPDX-License-Identifier: MIT */
/* Settings, tokens, timers and completions: the base of the core. */

#include "redlock/runtime/runtime.h"

#include "redlock/runtime/memory.h"

void rlk_runtime_init(struct rlk_runtime *runtime,
                      const struct rlk_runtime_settings *settings,
                      struct rlk_transport *transport, struct rlk_node *nodes)
{
    unsigned char random[RLK_TOKEN_RANDOM_BYTES];
    void *api = runtime->api;

    rlk_zero(runtime, offsetof(struct rlk_runtime, observations));
    runtime->api = api;
    runtime->transport = transport;
    runtime->settings = *settings;
    runtime->tenures = (struct rlk_tenure_settings){
        .nodes = settings->nodes,
        .quorum = settings->quorum,
        .drift_ppm = settings->drift_ppm,
        .ttl_max_ns = settings->ttl_max_ns,
    };
    runtime->nodes = nodes;
    runtime->guarded = settings->guard == REDLOCK_GUARD_ON;
    rlk_quarantine_observations_take(&runtime->observations,
                                     settings->observations,
                                     settings->observations_count);
    rlk_timers_init(&runtime->timers);
    rlk_list_init(&runtime->completions.queue);
    rlk_list_init(&runtime->ops);
    rlk_list_init(&runtime->spare_ops);
    rlk_list_init(&runtime->acquires);
    rlk_list_init(&runtime->locks);
    rlk_list_init(&runtime->sets);
    rlk_list_init(&runtime->waiters);
    rlk_list_init(&runtime->lines);
    rlk_contention_init(&runtime->contention);
    transport->ops->random(transport, random, sizeof(random));
    rlk_token_base_init(&runtime->token_base, random, settings->label);
}

int64_t rlk_runtime_slack(const struct rlk_runtime *runtime, int64_t ttl_ns)
{
    int64_t part = ttl_ns / REDLOCK_SLACK_DEFAULT_PART;
    int64_t least = REDLOCK_SLACK_DEFAULT_LEAST_MS * RLK_NS_PER_MS;

    if (runtime->settings.slack_ns >= 0)
        return runtime->settings.slack_ns;
    return part > least ? part : least;
}

int64_t rlk_runtime_key_lives(const struct rlk_runtime *runtime, int64_t ttl_ns)
{
    return rlk_clock_add(ttl_ns, rlk_runtime_slack(runtime, ttl_ns));
}

void rlk_runtime_log(struct rlk_runtime *runtime,
                     const struct rlk_log_event *event)
{
    if (runtime->log != NULL)
        runtime->log(runtime, event);
}

uint64_t rlk_runtime_random(const struct rlk_runtime *runtime)
{
    uint64_t random;

    runtime->transport->ops->random(runtime->transport, &random,
                                    sizeof(random));
    return random;
}

/* --- completions: first in, first out ------------------------------------ */

void rlk_completions_push(struct rlk_completions *completions,
                          struct rlk_completion *completion)
{
    if (rlk_list_linked(&completion->queued))
        return;
    rlk_list_push_back(&completions->queue, &completion->queued);
}

bool rlk_completions_empty(const struct rlk_completions *completions)
{
    return rlk_list_empty(&completions->queue);
}

struct rlk_completion *rlk_completions_pop(struct rlk_completions *completions)
{
    struct rlk_completion *completion;

    if (rlk_list_empty(&completions->queue))
        return NULL;
    completion =
        RLK_OWNER_OF(completions->queue.next, struct rlk_completion, queued);
    rlk_list_remove(&completion->queued);
    return completion;
}

/* --- what is counted ----------------------------------------------------- */

void rlk_counts_ended(struct rlk_counts *counts, enum redlock_status status,
                      int64_t waited_ns)
{
    if (waited_ns > 0) {
        counts->waits++;
        counts->waited_ns = rlk_clock_add(counts->waited_ns, waited_ns);
    }
    if (status == REDLOCK_OK)
        counts->acquired++;
    else if (status == REDLOCK_BUSY)
        counts->refused++;
    else if (status == REDLOCK_CANCELLED)
        counts->cancelled++;
    else
        counts->failed++;
}

void rlk_counts_latency(struct redlock_node_stats *stats, int64_t took_ns)
{
    uint64_t us = (uint64_t)took_ns / 1000;
    int bucket;

    if (took_ns < 0)
        return;
    /* Buckets: below 128 us, below 256 us, and so on. */
    bucket = 63 - __builtin_clzll(us >> 6 | 1);
    if (bucket >= REDLOCK_LATENCY_BUCKETS)
        bucket = REDLOCK_LATENCY_BUCKETS - 1;
    stats->latency[bucket]++;
    stats->latency_us += (int64_t)us;
    if (stats->latency_most_us < (int64_t)us)
        stats->latency_most_us = (int64_t)us;
}
