/* SPDX-License-Identifier: MIT */
/* Versions, ciphers and certificates. */

#include "cli/doctor/doctor_tls.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

static bool same(const struct redlock_node_facts *one,
                 const struct redlock_node_facts *other)
{
    return strcmp(one->tls_version, other->tls_version) == 0 &&
           strcmp(one->tls_cipher, other->tls_cipher) == 0 &&
           one->certificate_days == other->certificate_days;
}

static bool has_been_told(const struct redlock_examination *examination,
                          int node)
{
    for (int i = 0; i < node; i++) {
        if (same(&examination->node[i], &examination->node[node]))
            return true;
    }
    return false;
}

/* The numbers of this node and of those that have the same. */
static void list(const struct redlock_examination *examination, int node,
                 char *text, size_t size)
{
    size_t length = 0;

    for (int i = node; i < examination->nodes && length < size; i++) {
        if (same(&examination->node[i], &examination->node[node]))
            length += (size_t)snprintf(text + length, size - length, "%s%d",
                                       i == node ? "" : ", ", i + 1);
    }
}

void doctor_tls(FILE *out, const struct wrap *wrap,
                const struct redlock_examination *examination)
{
    for (int i = 0; i < examination->nodes; i++) {
        const struct redlock_node_facts *facts = &examination->node[i];
        char nodes[4 * REDLOCK_NODES_MAX + 1];

        if (facts->tls_version[0] == '\0' || has_been_told(examination, i))
            continue;
        list(examination, i, nodes, sizeof(nodes));
        wrap_line(out, wrap,
                  "tls:      node %s: %s, %s; the certificate expires in "
                  "%" PRId64 " day%s.",
                  nodes, facts->tls_version, facts->tls_cipher,
                  facts->certificate_days,
                  facts->certificate_days == 1 ? "" : "s");
    }
}
