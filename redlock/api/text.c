/* SPDX-License-Identifier: MIT */
/*
 * Words for statuses, votes and reasons. No switch has a default, so that the
 * compiler finds one that is forgotten.
 */

#include "redlock/redlock.h"

const char *redlock_version(void)
{
    return REDLOCK_VERSION;
}

const char *redlock_strerror(enum redlock_status status)
{
    switch (status) {
    case REDLOCK_OK:
        return "done";
    case REDLOCK_BUSY:
        return "held by another";
    case REDLOCK_NO_QUORUM:
        return "no quorum: too many nodes failed";
    case REDLOCK_NO_RIGHTS:
        return "a majority of the nodes refuses our credentials";
    case REDLOCK_TOO_SLOW:
        return "too slow: a quorum answered after the lock's validity";
    case REDLOCK_CANCELLED:
        return "cancelled";
    case REDLOCK_DEADLINE:
        return "the wait ran out before the votes were in";
    case REDLOCK_LOST:
        return "the lock is lost";
    case REDLOCK_GONE:
        return "the lock was gone already: expired, or another's";
    case REDLOCK_UNREACHABLE:
        return "no quorum heard the release: the lock will expire by itself";
    case REDLOCK_ALREADY:
        return "this handle already holds a lock: release it first";
    case REDLOCK_FORKED:
        return "opened by the parent process: open a client after fork()";
    case REDLOCK_NO_MEMORY:
        return "out of memory";
    case REDLOCK_BAD_NODES:
        return "the list of nodes is wrong";
    case REDLOCK_BAD_SETTING:
        return "a setting is out of its range";
    case REDLOCK_BAD_REQUEST:
        return "the request has no resource, one that cannot be, or a number "
               "out "
               "of its range";
    case REDLOCK_TTL_TOO_SHORT:
        return "the ttl is too short: clock drift and notice leave nothing";
    case REDLOCK_TTL_TOO_LONG:
        return "the ttl is longer than the longest one allowed";
    case REDLOCK_SYSTEM:
        return "the system refused a descriptor, a thread or random bits";
    case REDLOCK_DISAGREES:
        return "it is held with another number of slots";
    case REDLOCK_UPGRADE:
        return "its own owner shares it: that is to be given up first";
    case REDLOCK_TTL_MAX_DIFFERS:
        return "the nodes were marked with another longest ttl";
    case REDLOCK_NO_DOWNGRADE:
        return "only an exclusive lock of one resource, without an owner, can "
               "be downgraded";
    case REDLOCK_UNSAFE:
        return "the set-up is unsafe: a failover would forget locks";
    }
    return "unknown status";
}

const char *redlock_vote_text(enum redlock_vote vote)
{
    switch (vote) {
    case REDLOCK_VOTE_NONE:
        return "not asked";
    case REDLOCK_VOTE_GRANTED:
        return "granted";
    case REDLOCK_VOTE_DENIED:
        return "denied";
    case REDLOCK_VOTE_FAILED:
        return "failed";
    case REDLOCK_VOTE_TIMED_OUT:
        return "timed out";
    case REDLOCK_VOTE_UNREACHED:
        return "unreached";
    case REDLOCK_VOTE_BARRED:
        return "barred";
    case REDLOCK_VOTE_OPEN:
        return "not waited for";
    case REDLOCK_VOTE_RELEASED:
        return "released";
    case REDLOCK_VOTE_ANSWERED:
        return "answered";
    case REDLOCK_VOTE_MARKED:
        return "marked";
    }
    return "unknown vote";
}

const char *redlock_reason_text(enum redlock_reason reason)
{
    switch (reason) {
    case REDLOCK_REASON_NONE:
        return "";
    case REDLOCK_REASON_HELD:
        return "the key has another's token";
    case REDLOCK_REASON_SHARED:
        return "others share it";
    case REDLOCK_REASON_QUEUED:
        return "somebody waits, and goes before";
    case REDLOCK_REASON_SLOTS:
        return "all slots are taken";
    case REDLOCK_REASON_SLOTS_DIFFER:
        return "it has another number of slots there";
    case REDLOCK_REASON_UPGRADE:
        return "its own owner shares it there";
    case REDLOCK_REASON_MISSING:
        return "no key";
    case REDLOCK_REASON_REFUSED:
        return "connection refused";
    case REDLOCK_REASON_NO_ROUTE:
        return "network or host unreachable";
    case REDLOCK_REASON_UNRESOLVED:
        return "the name has no address";
    case REDLOCK_REASON_CONNECT:
        return "cannot connect";
    case REDLOCK_REASON_BROKEN:
        return "the connection broke";
    case REDLOCK_REASON_SILENT:
        return "no answer";
    case REDLOCK_REASON_NOAUTH:
        return "wants a password";
    case REDLOCK_REASON_WRONGPASS:
        return "refuses the password";
    case REDLOCK_REASON_NOPERM:
        return "the user lacks a right";
    case REDLOCK_REASON_READONLY:
        return "refuses writes: read-only";
    case REDLOCK_REASON_REPLICA:
        return "a replica, not a master";
    case REDLOCK_REASON_SAME_SERVER:
        return "the same server as another node";
    case REDLOCK_REASON_LOADING:
        return "still loading its data";
    case REDLOCK_REASON_IN_SCRIPT:
        return "busy with a script";
    case REDLOCK_REASON_OOM:
        return "out of memory";
    case REDLOCK_REASON_MISCONF:
        return "cannot persist, so it refuses writes";
    case REDLOCK_REASON_NOREPLICAS:
        return "has too few replicas, so it refuses writes";
    case REDLOCK_REASON_WRONGTYPE:
        return "the key is not a string";
    case REDLOCK_REASON_CLUSTER:
        return "a cluster node, not an independent master";
    case REDLOCK_REASON_NOSCRIPT:
        return "does not keep scripts";
    case REDLOCK_REASON_NOT_REDIS:
        return "does not speak Redis' protocol";
    case REDLOCK_REASON_ERROR:
        return "answered with an error";
    case REDLOCK_REASON_PROBATION:
        return "lost the key, and is on probation";
    case REDLOCK_REASON_QUARANTINE:
        return "in quarantine: it has lost its memory";
    case REDLOCK_REASON_SUPERSEDED:
        return "has granted to somebody newer";
    case REDLOCK_REASON_CLOCK:
        return "its clock was stepped forward";
    case REDLOCK_REASON_LONGEST_TTL:
        return "the deployment's longest ttl is another one";
    case REDLOCK_REASON_SENTINEL:
        return "a Sentinel, not a master";
    case REDLOCK_REASON_TLS:
        return "no TLS connection";
    case REDLOCK_REASON_CERTIFICATE:
        return "its certificate does not hold good";
    case REDLOCK_REASON_CLIENT_CERTIFICATE:
        return "wants a certificate of ours that it trusts";
    }
    return "unknown reason";
}
