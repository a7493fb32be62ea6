/* SPDX-License-Identifier: MIT */
/* Settings to nodes with a connection each. */

#include "redlock/admin/talk_nodes.h"

#include "clock/clock.h"
#include "redlock/api/client.h"

#define PATIENCE_LEAST_NS RLK_NS_PER_S

/* Those that a client's connection to this node would use. */
static struct rlk_credentials
credentials_of(const struct redlock_settings *settings,
               const struct rlk_uri *uri)
{
    return (struct rlk_credentials){
        .username = uri->username != NULL ? uri->username : settings->username,
        .password = uri->password != NULL ? uri->password : settings->password,
    };
}

static void init(struct rlk_talk_nodes *nodes)
{
    nodes->patience = 3 * nodes->core.node_timeout_ns;
    if (nodes->patience < PATIENCE_LEAST_NS)
        nodes->patience = PATIENCE_LEAST_NS;
    for (int i = 0; i < nodes->uris.count; i++) {
        const struct rlk_uri *uri = &nodes->uris.uri[i];
        struct rlk_credentials credentials =
            credentials_of(nodes->settings, uri);

        rlk_conn_init(&nodes->talk[i].conn, uri, &credentials,
                      nodes->tls.node[i]);
    }
}

enum redlock_status rlk_talk_nodes_open(struct rlk_talk_nodes *nodes,
                                        const struct redlock_settings *settings,
                                        struct redlock_problem *problem)
{
    enum redlock_status status = rlk_uris_parse(
        settings->nodes == NULL ? "" : settings->nodes, &nodes->uris, problem);

    nodes->settings = settings;
    if (status == REDLOCK_OK)
        status =
            rlk_client_check(settings, &nodes->uris, &nodes->core, problem);
    if (status == REDLOCK_OK)
        status = rlk_tls_nodes_open(&nodes->tls, &nodes->uris, &settings->tls,
                                    problem);
    if (status == REDLOCK_OK)
        init(nodes);
    else
        nodes->core.nodes = 0;
    return status;
}

void rlk_talk_nodes_close(struct rlk_talk_nodes *nodes)
{
    rlk_talk_clear(nodes->talk, nodes->core.nodes);
    rlk_tls_nodes_close(&nodes->tls);
    rlk_uris_clear(&nodes->uris);
}

bool rlk_talk_nodes_refuses(enum redlock_reason reason)
{
    return reason == REDLOCK_REASON_NOAUTH ||
           reason == REDLOCK_REASON_WRONGPASS ||
           reason == REDLOCK_REASON_CLIENT_CERTIFICATE;
}
