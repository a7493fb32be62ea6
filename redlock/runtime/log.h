/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_LOG_H
#define RLK_REDLOCK_RUNTIME_LOG_H

/*
 * What has happened and may be told, as values; words are made of it above the
 * core, where somebody listens. None of it is anything that the core needs.
 */

#include <stdint.h>

#include "redlock/redlock.h"

enum rlk_log_kind {
    RLK_LOG_CONNECTED,    /* a node's connection stands */
    RLK_LOG_DISCONNECTED, /* one that stood is gone: reason, text */
    RLK_LOG_UNCONNECTED,  /* none came about, for another reason than before:
                             reason, text */
    RLK_LOG_SILENT,       /* no answer within the node time-out */
    RLK_LOG_LATE,         /* it answers after all: span_ns */
    RLK_LOG_CLOCK,        /* its clock was stepped: what it granted is barred */
    RLK_LOG_QUARANTINE,   /* its memory was lost, or may have been: span_ns
                             more, 0: nobody knows */
    RLK_LOG_SOUND,        /* its quarantine is over */
    RLK_LOG_LOST, /* a lock; text: the resource; span_ns: how much longer
                     its keys keep others out */
};

struct rlk_log_event {
    enum rlk_log_kind kind;
    int node; /* -1: it is of none */
    enum redlock_reason reason;
    const char *text; /* borrowed for the call; may be NULL */
    int64_t span_ns;
    int64_t now;
};

#endif
