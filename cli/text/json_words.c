/* SPDX-License-Identifier: MIT */
/* Words for programs. */

#include "cli/text/json_words.h"

#include <stddef.h>

const char *json_words_status(enum redlock_status status)
{
    switch (status) {
    case REDLOCK_OK:
        return "ok";
    case REDLOCK_BUSY:
        return "busy";
    case REDLOCK_NO_QUORUM:
        return "no_quorum";
    case REDLOCK_NO_RIGHTS:
        return "no_rights";
    case REDLOCK_TOO_SLOW:
        return "too_slow";
    case REDLOCK_CANCELLED:
        return "cancelled";
    case REDLOCK_DEADLINE:
        return "deadline";
    case REDLOCK_LOST:
        return "lost";
    case REDLOCK_GONE:
        return "gone";
    case REDLOCK_UNREACHABLE:
        return "unreachable";
    case REDLOCK_ALREADY:
        return "already";
    case REDLOCK_FORKED:
        return "forked";
    case REDLOCK_NO_MEMORY:
        return "no_memory";
    case REDLOCK_BAD_NODES:
        return "bad_nodes";
    case REDLOCK_BAD_SETTING:
        return "bad_setting";
    case REDLOCK_BAD_REQUEST:
        return "bad_request";
    case REDLOCK_TTL_TOO_SHORT:
        return "ttl_too_short";
    case REDLOCK_TTL_TOO_LONG:
        return "ttl_too_long";
    case REDLOCK_SYSTEM:
        return "system";
    case REDLOCK_DISAGREES:
        return "disagrees";
    case REDLOCK_UPGRADE:
        return "upgrade";
    case REDLOCK_TTL_MAX_DIFFERS:
        return "ttl_max_differs";
    case REDLOCK_NO_DOWNGRADE:
        return "no_downgrade";
    case REDLOCK_UNSAFE:
        return "unsafe";
    }
    return NULL;
}

const char *json_words_vote(enum redlock_vote vote)
{
    switch (vote) {
    case REDLOCK_VOTE_NONE:
        return "not_asked";
    case REDLOCK_VOTE_GRANTED:
        return "granted";
    case REDLOCK_VOTE_DENIED:
        return "denied";
    case REDLOCK_VOTE_FAILED:
        return "failed";
    case REDLOCK_VOTE_TIMED_OUT:
        return "timed_out";
    case REDLOCK_VOTE_UNREACHED:
        return "unreached";
    case REDLOCK_VOTE_BARRED:
        return "barred";
    case REDLOCK_VOTE_OPEN:
        return "unanswered";
    case REDLOCK_VOTE_RELEASED:
        return "released";
    case REDLOCK_VOTE_ANSWERED:
        return "answered";
    case REDLOCK_VOTE_MARKED:
        return "marked";
    }
    return NULL;
}

const char *json_words_reason(enum redlock_reason reason)
{
    switch (reason) {
    case REDLOCK_REASON_NONE:
        return "none";
    case REDLOCK_REASON_HELD:
        return "held";
    case REDLOCK_REASON_MISSING:
        return "no_key";
    case REDLOCK_REASON_REFUSED:
        return "refused";
    case REDLOCK_REASON_NO_ROUTE:
        return "no_route";
    case REDLOCK_REASON_UNRESOLVED:
        return "unresolved";
    case REDLOCK_REASON_CONNECT:
        return "connect";
    case REDLOCK_REASON_BROKEN:
        return "broken";
    case REDLOCK_REASON_SILENT:
        return "silent";
    case REDLOCK_REASON_NOAUTH:
        return "noauth";
    case REDLOCK_REASON_WRONGPASS:
        return "wrongpass";
    case REDLOCK_REASON_NOPERM:
        return "noperm";
    case REDLOCK_REASON_READONLY:
        return "readonly";
    case REDLOCK_REASON_REPLICA:
        return "replica";
    case REDLOCK_REASON_SAME_SERVER:
        return "same_server";
    case REDLOCK_REASON_LOADING:
        return "loading";
    case REDLOCK_REASON_IN_SCRIPT:
        return "in_script";
    case REDLOCK_REASON_OOM:
        return "oom";
    case REDLOCK_REASON_MISCONF:
        return "misconf";
    case REDLOCK_REASON_NOREPLICAS:
        return "noreplicas";
    case REDLOCK_REASON_WRONGTYPE:
        return "wrongtype";
    case REDLOCK_REASON_CLUSTER:
        return "cluster";
    case REDLOCK_REASON_NOSCRIPT:
        return "noscript";
    case REDLOCK_REASON_NOT_REDIS:
        return "not_redis";
    case REDLOCK_REASON_ERROR:
        return "error";
    case REDLOCK_REASON_PROBATION:
        return "probation";
    case REDLOCK_REASON_QUARANTINE:
        return "quarantine";
    case REDLOCK_REASON_SUPERSEDED:
        return "superseded";
    case REDLOCK_REASON_CLOCK:
        return "clock";
    case REDLOCK_REASON_LONGEST_TTL:
        return "longest_ttl";
    case REDLOCK_REASON_SENTINEL:
        return "sentinel";
    case REDLOCK_REASON_TLS:
        return "tls";
    case REDLOCK_REASON_CERTIFICATE:
        return "certificate";
    case REDLOCK_REASON_CLIENT_CERTIFICATE:
        return "client_certificate";
    case REDLOCK_REASON_SHARED:
        return "shared";
    case REDLOCK_REASON_QUEUED:
        return "queued";
    case REDLOCK_REASON_SLOTS:
        return "slots";
    case REDLOCK_REASON_SLOTS_DIFFER:
        return "slots_differ";
    case REDLOCK_REASON_UPGRADE:
        return "upgrade";
    }
    return NULL;
}

const char *json_words_strategy(enum redlock_strategy strategy)
{
    switch (strategy) {
    case REDLOCK_SEQUENTIAL:
        return "sequential";
    case REDLOCK_PARALLEL:
        return "parallel";
    }
    return NULL;
}

const char *json_words_guard(enum redlock_guard guard)
{
    switch (guard) {
    case REDLOCK_GUARD_AUTO:
        return "auto";
    case REDLOCK_GUARD_ON:
        return "on";
    case REDLOCK_GUARD_OFF:
        return "off";
    }
    return NULL;
}
