/* SPDX-License-Identifier: MIT */
/* Files of certificates: the option first, then the environment. */

#include "cli/base/node_tls.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/message.h"

static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && *value != '\0' ? value : NULL;
}

bool node_tls_is_any(const struct redlock_tls *tls)
{
    return tls->ca_file != NULL || tls->ca_folder != NULL ||
           tls->cert_file != NULL || tls->key_file != NULL ||
           tls->server_name != NULL || tls->insecure;
}

void node_tls(const struct options *options, const char *command,
              struct redlock_settings *settings)
{
    struct redlock_tls *tls = &settings->tls;
    static bool said;

    settings->size = sizeof(*settings);
    if (strcasestr(settings->nodes, "rediss://") == NULL &&
        strcasestr(settings->nodes, "valkeys://") == NULL) {
        if (!options->tls_asked)
            *tls = (struct redlock_tls){.insecure = false};
        return;
    }
    if (tls->ca_file == NULL && tls->ca_folder == NULL) {
        tls->ca_file = variable("REDLOCK_CACERT");
        tls->ca_folder = variable("REDLOCK_CACERTDIR");
    }
    if (tls->cert_file == NULL && tls->key_file == NULL) {
        tls->cert_file = variable("REDLOCK_CERT");
        tls->key_file = variable("REDLOCK_KEY");
    }
    if (tls->server_name == NULL)
        tls->server_name = variable("REDLOCK_SNI");
    if (tls->insecure && !said)
        message_always(command,
                       "--insecure: nobody's certificate is looked at: whoever "
                       "is on the way can read, and answer in a node's name");
    said = said || tls->insecure;
}
