/* SPDX-License-Identifier: MIT */
/* A URI's TLS options override the settings. */

#include "redlock/net/tls_nodes.h"

#include <string.h>

static enum redlock_status check(const struct rlk_uris *uris,
                                 const struct redlock_tls *settings,
                                 struct redlock_problem *problem)
{
    if (settings->ca_file == NULL && settings->ca_folder == NULL &&
        settings->cert_file == NULL && settings->key_file == NULL &&
        settings->server_name == NULL && !settings->insecure)
        return REDLOCK_OK;
    for (int i = 0; i < uris->count; i++) {
        if (uris->uri[i].tls)
            return REDLOCK_OK;
    }
    return rlk_problem_refuse(problem,
                              "there are settings for TLS, and no node has it: "
                              "its URI begins with rediss://");
}

/* Strings are borrowed from both. */
static struct redlock_tls merge(const struct rlk_uri *uri,
                                const struct redlock_tls *settings)
{
    struct redlock_tls tls = *settings;

    if (uri->ca_file != NULL || uri->ca_folder != NULL) {
        tls.ca_file = uri->ca_file;
        tls.ca_folder = uri->ca_folder;
    }
    if (uri->cert_file != NULL || uri->key_file != NULL) {
        tls.cert_file = uri->cert_file;
        tls.key_file = uri->key_file;
    }
    if (uri->server_name != NULL)
        tls.server_name = uri->server_name;
    return tls;
}

static bool same(const struct redlock_tls *one, const struct redlock_tls *other)
{
    return rlk_same_text(one->ca_file, other->ca_file) &&
           rlk_same_text(one->ca_folder, other->ca_folder) &&
           rlk_same_text(one->cert_file, other->cert_file) &&
           rlk_same_text(one->key_file, other->key_file) &&
           rlk_same_text(one->server_name, other->server_name);
}

/* The context of an earlier node with the same files; or NULL. */
static struct rlk_tls_context *find(const struct rlk_tls_nodes *nodes,
                                    const struct rlk_uris *uris, int node,
                                    const struct redlock_tls *settings)
{
    struct redlock_tls own = merge(&uris->uri[node], settings);

    for (int i = 0; i < node; i++) {
        struct redlock_tls other = merge(&uris->uri[i], settings);
        if (nodes->node[i] != NULL && same(&own, &other))
            return nodes->node[i];
    }
    return NULL;
}

static enum redlock_status open_one(struct rlk_tls_nodes *nodes,
                                    const struct rlk_uris *uris, int node,
                                    const struct redlock_tls *settings,
                                    struct redlock_problem *problem)
{
    struct redlock_tls own = merge(&uris->uri[node], settings);
    enum redlock_status status;

    nodes->node[node] = find(nodes, uris, node, settings);
    if (nodes->node[node] != NULL)
        return REDLOCK_OK;
    status = rlk_tls_context_open(&own, &nodes->node[node], problem);
    if (status != REDLOCK_BAD_SETTING || same(&own, settings))
        return status;
    if (problem != NULL)
        problem->position = node + 1;
    return REDLOCK_BAD_NODES;
}

enum redlock_status rlk_tls_nodes_open(struct rlk_tls_nodes *nodes,
                                       const struct rlk_uris *uris,
                                       const struct redlock_tls *settings,
                                       struct redlock_problem *problem)
{
    enum redlock_status status = check(uris, settings, problem);

    memset(nodes, 0, sizeof(*nodes));
    for (int i = 0; status == REDLOCK_OK && i < uris->count; i++) {
        if (uris->uri[i].tls)
            status = open_one(nodes, uris, i, settings, problem);
    }
    if (status != REDLOCK_OK)
        rlk_tls_nodes_close(nodes);
    return status;
}

void rlk_tls_nodes_close(struct rlk_tls_nodes *nodes)
{
    for (int i = 0; i < REDLOCK_NODES_MAX; i++) {
        struct rlk_tls_context *context = nodes->node[i];
        for (int other = i; other < REDLOCK_NODES_MAX; other++) {
            if (nodes->node[other] == context)
                nodes->node[other] = NULL;
        }
        rlk_tls_context_close(context);
    }
}
