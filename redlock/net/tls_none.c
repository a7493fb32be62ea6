/* SPDX-License-Identifier: MIT */
/* Replaces tls.c if the library is built without TLS. */

#include <assert.h>

#include "redlock/net/tls.h"
#include "redlock/net/uri.h"

enum redlock_status rlk_tls_context_open(const struct redlock_tls *settings,
                                         struct rlk_tls_context **context,
                                         struct redlock_problem *problem)
{
    (void)settings, (void)context;
    return rlk_problem_refuse(problem, "this libredlock was built without TLS");
}

void rlk_tls_context_close(struct rlk_tls_context *context)
{
    assert(context == NULL);
}

/* There is never a context, so there are no connections. */

struct rlk_tls *rlk_tls_open(struct rlk_tls_context *context, int socket,
                             const char *host)
{
    (void)context, (void)socket, (void)host;
    return NULL;
}

void rlk_tls_close(struct rlk_tls *tls)
{
    assert(tls == NULL);
}

void rlk_tls_readable(struct rlk_tls *tls)
{
    (void)tls;
}

enum rlk_tls_result rlk_tls_handshake(struct rlk_tls *tls)
{
    (void)tls;
    return RLK_TLS_FAILED;
}

enum rlk_tls_result rlk_tls_read(struct rlk_tls *tls, void *bytes, size_t room,
                                 size_t *count)
{
    (void)tls, (void)bytes, (void)room;
    *count = 0;
    return RLK_TLS_FAILED;
}

enum rlk_tls_result rlk_tls_write(struct rlk_tls *tls, const void *bytes,
                                  size_t length, size_t *count)
{
    (void)tls, (void)bytes, (void)length;
    *count = 0;
    return RLK_TLS_FAILED;
}

bool rlk_tls_blocked(const struct rlk_tls *tls)
{
    (void)tls;
    return false;
}

enum redlock_reason rlk_tls_reason(const struct rlk_tls *tls)
{
    (void)tls;
    return REDLOCK_REASON_TLS;
}

const char *rlk_tls_message(const struct rlk_tls *tls)
{
    (void)tls;
    return "";
}

void rlk_tls_facts(const struct rlk_tls *tls, struct rlk_tls_facts *facts)
{
    (void)tls;
    *facts = (struct rlk_tls_facts){.certificate_days = -1};
}
