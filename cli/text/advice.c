/* SPDX-License-Identifier: MIT */
/* What to do about a node that fails. */

#include "cli/text/advice.h"

#include <stddef.h>

const char *advice_of(enum redlock_reason reason)
{
    switch (reason) {
    case REDLOCK_REASON_REFUSED:
        return "does the server run there?";
    case REDLOCK_REASON_NO_ROUTE:
        return "check the network, and the address";
    case REDLOCK_REASON_UNRESOLVED:
        return "check the name";
    case REDLOCK_REASON_CONNECT:
        return "check the address, and the socket's rights";
    case REDLOCK_REASON_BROKEN:
        return "look into the server's log";
    case REDLOCK_REASON_SILENT:
        return "does it hang? If it is far away, raise --node-timeout";
    case REDLOCK_REASON_NOAUTH:
        return "give REDLOCK_PASSWORD or --password-file";
    case REDLOCK_REASON_WRONGPASS:
        return "check the user and the password";
    case REDLOCK_REASON_NOPERM:
        return "give the user what redlock doctor finds missing, and this "
               "resource's keys";
    case REDLOCK_REASON_READONLY:
    case REDLOCK_REASON_REPLICA:
        return "name its master instead";
    case REDLOCK_REASON_SAME_SERVER:
        return "name every server once";
    case REDLOCK_REASON_LOADING:
        return "wait until it has loaded";
    case REDLOCK_REASON_IN_SCRIPT:
        return "end its script with SCRIPT KILL";
    case REDLOCK_REASON_OOM:
        return "raise its maxmemory";
    case REDLOCK_REASON_MISCONF:
        return "mend its disk or its save setting";
    case REDLOCK_REASON_NOREPLICAS:
        return "mend its replicas, or lower min-replicas-to-write";
    case REDLOCK_REASON_WRONGTYPE:
        return "this key is somebody else's data: choose another resource";
    case REDLOCK_REASON_CLUSTER:
        return "name masters that belong to no cluster";
    case REDLOCK_REASON_SENTINEL:
        return "name the masters themselves, not who watches them";
    case REDLOCK_REASON_TLS:
        return "rediss:// is for TLS ports, redis:// for the others; look into "
               "the server's log";
    case REDLOCK_REASON_CERTIFICATE:
        return "give its CA by --cacert, the name that it is for by --sni; or "
               "renew it";
    case REDLOCK_REASON_CLIENT_CERTIFICATE:
        return "give --cert and --key, of a CA that the server trusts";
    case REDLOCK_REASON_NOSCRIPT:
        return "let it keep scripts: does a proxy stand before it?";
    case REDLOCK_REASON_NOT_REDIS:
        return "check the port";
    case REDLOCK_REASON_ERROR:
        return "look into the server's log";
    case REDLOCK_REASON_PROBATION:
        return "it counts again after --ttl-max";
    case REDLOCK_REASON_QUARANTINE:
        return "wait; or, if nobody holds a lock, run redlock init";
    case REDLOCK_REASON_SUPERSEDED:
        return "its keys or its counters were changed by hand";
    case REDLOCK_REASON_CLOCK:
        return "see to its clock; it counts again after --ttl-max";
    case REDLOCK_REASON_LONGEST_TTL:
        return "give every client the same --ttl-max, as redlock init had it";
    case REDLOCK_REASON_SLOTS_DIFFER:
        return "give the same --slots to all who use it";
    case REDLOCK_REASON_NONE:
    case REDLOCK_REASON_UPGRADE:
    case REDLOCK_REASON_SLOTS:
    case REDLOCK_REASON_HELD:
    case REDLOCK_REASON_SHARED:
    case REDLOCK_REASON_QUEUED:
    case REDLOCK_REASON_MISSING:
        break;
    }
    return NULL;
}
