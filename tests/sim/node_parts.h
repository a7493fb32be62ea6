/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_PARTS_H
#define SIM_NODE_PARTS_H

/* What node_model.c and node_queue.c share, and nobody else includes. */

#include <string.h>

#include "tests/sim/node_model.h"

static inline struct sim_answer plain(enum rlk_answer_kind kind)
{
    return (struct sim_answer){.kind = kind, .remaining_ms = -1, .slot = -1};
}

static inline struct sim_answer held(const struct sim_key *key, int64_t now_ms)
{
    struct sim_answer answer = {
        .kind = RLK_ANSWER_HELD,
        .remaining_ms = key->until_ms - now_ms,
        .slot = -1,
    };

    memcpy(answer.text, key->token, sizeof(key->token));
    return answer;
}

static inline bool owns(const struct sim_request *request,
                        const struct sim_key *key)
{
    return strcmp(key->token, request->token) == 0;
}

static inline void set(struct sim_key *key, const struct sim_request *request,
                       int64_t now_ms)
{
    *key = (struct sim_key){.until_ms = now_ms + request->ttl_ms};
    memcpy(key->token, request->token, sizeof(key->token));
}

/* A marker's verdict. */
struct sim_judgement {
    bool quarantined;
    int64_t longest_ms; /* the marker's, where it is not the client's; else 0 */
};

struct sim_judgement sim_model_judge(struct sim_model *model,
                                     const struct sim_request *request,
                                     int64_t now_us);

/* fresh: it had to begin anew. */
int64_t sim_model_counter(const struct sim_model *model,
                          const struct sim_request *request, int64_t now_us,
                          bool *fresh);
void sim_model_store(struct sim_model *model, const struct sim_request *request,
                     int64_t number);

/* What a token's place is, or would be (placing.lua). */
struct sim_placing {
    struct sim_queue *queue;
    struct sim_place mine;
    const struct sim_place *first; /* the first living one beside it, until the
                                      queue is changed; NULL: there is none */
    bool is_later;                 /* somebody is before it */
};

struct sim_placing sim_queue_placing(struct sim_model *model,
                                     const struct sim_request *request,
                                     int64_t now_us);

/* It gets its place, or is refused one: answer is held(), or its like. */
struct sim_answer sim_queue_file(const struct sim_placing *placing,
                                 const struct sim_request *request,
                                 struct sim_answer answer, int64_t now_ms);

/* ask.lua, once the memory has been judged to be sound; and pass.lua. */
struct sim_answer sim_queue_ask(struct sim_model *model,
                                const struct sim_request *request,
                                int64_t now_us);
struct sim_answer sim_queue_pass(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_us);

/* The first living place; NULL: nobody waits. */
struct sim_place *sim_queue_first(struct sim_model *model, int queue,
                                  int64_t now_ms);

/* The request's token has no place any more. true: it had one. */
bool sim_queue_forget(struct sim_model *model,
                      const struct sim_request *request, int64_t now_ms);

/* Tells the first who waits there and is heard that it is free. */
void sim_queue_wake(struct sim_model *model, int queue, int64_t now_us);

/* Tells those who wait to share the resource, and behind nobody who would have
 * it alone, to come in, each once. */
void sim_queue_admit(struct sim_model *model, int resource, int64_t now_us);

/* May it join, as the key is, where it is next? */
bool sim_members_may_join(struct sim_model *model,
                          const struct sim_request *request, bool is_next,
                          int64_t now_ms);

/* Is it refused by a reader that is its own owner? */
bool sim_members_waits_for_itself(struct sim_model *model,
                                  const struct sim_request *request,
                                  const struct sim_key *key, int64_t now_ms);

/* Makes the token a member's. */
struct sim_answer sim_members_join(struct sim_model *model,
                                   const struct sim_request *request,
                                   int64_t now_us);

/* The checked scripts of mutexes. */
struct sim_answer sim_model_checked(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us);

/* The scripts of semaphores; and what they add to an inspection. */
struct sim_answer sim_slots_execute(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us);
struct sim_answer sim_slots_inspect(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_ms);

/* The scripts of shared locks. */
struct sim_answer sim_members_execute(struct sim_model *model,
                                      const struct sim_request *request,
                                      int64_t now_us);

#endif
