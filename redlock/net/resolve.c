/* SPDX-License-Identifier: MIT */
/* Addresses: those that need no look-up, and the look-up. */

#include "redlock/net/resolve.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/un.h>

#include "redlock/redlock.h"

void rlk_address_set_port(struct rlk_address *address, int port)
{
    uint16_t number = htons((uint16_t)port);

    if (address->storage.ss_family == AF_INET6)
        ((struct sockaddr_in6 *)&address->storage)->sin6_port = number;
    else
        ((struct sockaddr_in *)&address->storage)->sin_port = number;
}

static void unix_address(const char *path, struct rlk_address *address)
{
    struct sockaddr_un *to = (struct sockaddr_un *)&address->storage;
    size_t length = strlen(path);

    assert(length < sizeof(to->sun_path));
    to->sun_family = AF_UNIX;
    memcpy(to->sun_path, path, length + 1);
    address->length = sizeof(*to);
}

static void numeric_address(const struct rlk_uri *uri,
                            struct rlk_address *address)
{
    struct sockaddr_in *v4 = (struct sockaddr_in *)&address->storage;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&address->storage;

    if (inet_pton(AF_INET, uri->host, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        address->length = sizeof(*v4);
    } else {
        inet_pton(AF_INET6, uri->host, &v6->sin6_addr);
        v6->sin6_family = AF_INET6;
        address->length = sizeof(*v6);
    }
    rlk_address_set_port(address, uri->port);
}

bool rlk_resolve_blocks(const struct rlk_uri *uri)
{
    return uri->host != NULL && !uri->numeric;
}

void rlk_resolve_at_once(const struct rlk_uri *uri,
                         struct rlk_addresses *addresses)
{
    struct rlk_address *address = &addresses->address[0];

    memset(address, 0, sizeof(*address));
    addresses->count = 1;
    if (uri->host == NULL)
        unix_address(uri->path, address);
    else
        numeric_address(uri, address);
}

static void collect(const struct addrinfo *list, struct rlk_addresses *found)
{
    for (; list != NULL && found->count < RLK_ADDRESSES_MAX;
         list = list->ai_next) {
        struct rlk_address *address = &found->address[found->count];

        if (list->ai_addrlen > sizeof(address->storage))
            continue;
        memcpy(&address->storage, list->ai_addr, list->ai_addrlen);
        address->length = list->ai_addrlen;
        found->count++;
    }
}

const char *rlk_resolve_blocking(const char *host, const char *port,
                                 struct rlk_addresses *found)
{
    struct addrinfo hints = {
        .ai_family = AF_UNSPEC,
        .ai_socktype = SOCK_STREAM,
        .ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV,
    };
    struct addrinfo *list = NULL;
    int error = getaddrinfo(host, port, &hints, &list);

    collect(list, found);
    if (list != NULL)
        freeaddrinfo(list);
    if (error != 0)
        return gai_strerror(error);
    return found->count > 0 ? NULL
                            : redlock_reason_text(REDLOCK_REASON_UNRESOLVED);
}
