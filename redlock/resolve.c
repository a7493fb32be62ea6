/* SPDX-License-Identifier: MIT */
/* Names to addresses, in a thread that shares a counted record with us. */

#include "redlock/resolve.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/un.h>
#include <unistd.h>

#include "redlock/memory.h"

struct rlk_resolve {
    _Atomic int owners; /* the asker and the thread: the last one frees */
    _Atomic bool ended; /* the thread is done with what follows */
    int fd;
    int port;
    char *host;
    int error; /* of getaddrinfo() */
    struct rlk_addresses found;
};

static void set_port(struct rlk_address *address, int port)
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
    set_port(address, uri->port);
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

static void look_up(struct rlk_resolve *resolve)
{
    struct addrinfo hints = {
        .ai_family = AF_UNSPEC,
        .ai_socktype = SOCK_STREAM,
        .ai_flags = AI_ADDRCONFIG,
    };
    struct addrinfo *list = NULL;

    resolve->error = getaddrinfo(resolve->host, NULL, &hints, &list);
    for (const struct addrinfo *at = list;
         at != NULL && resolve->found.count < RLK_ADDRESSES_MAX;
         at = at->ai_next) {
        struct rlk_address *address =
            &resolve->found.address[resolve->found.count];
        if (at->ai_addrlen > sizeof(address->storage))
            continue;
        memcpy(&address->storage, at->ai_addr, at->ai_addrlen);
        address->length = at->ai_addrlen;
        set_port(address, resolve->port);
        resolve->found.count++;
    }
    if (list != NULL)
        freeaddrinfo(list);
}

static void free_resolve(struct rlk_resolve *resolve)
{
    if (resolve->fd >= 0)
        close(resolve->fd);
    rlk_free(resolve->host);
    rlk_free(resolve);
}

static void *run(void *argument)
{
    struct rlk_resolve *resolve = argument;
    uint64_t one = 1;

    look_up(resolve);
    atomic_store(&resolve->ended, true);
    /* An eventfd at zero takes a one. */
    (void)!write(resolve->fd, &one, sizeof(one));
    rlk_resolve_drop(resolve);
    return NULL;
}

/* The caller's signals are none of the thread's business. */
static int start_thread(struct rlk_resolve *resolve)
{
    sigset_t all, before;
    pthread_t thread;
    int error;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(&thread, NULL, run, resolve);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0)
        pthread_detach(thread);
    return error;
}

struct rlk_resolve *rlk_resolve_start(const struct rlk_uri *uri)
{
    struct rlk_resolve *resolve = rlk_alloc(sizeof(*resolve));
    int error = ENOMEM;

    if (resolve == NULL)
        goto out;
    resolve->port = uri->port;
    resolve->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (resolve->fd < 0) {
        error = errno;
        goto out;
    }
    resolve->host = rlk_text_copy(uri->host);
    if (resolve->host == NULL)
        goto out;
    atomic_store(&resolve->owners, 2);
    error = start_thread(resolve);
    if (error == 0)
        return resolve;
out:
    if (resolve != NULL)
        free_resolve(resolve);
    errno = error;
    return NULL;
}

int rlk_resolve_fd(const struct rlk_resolve *resolve)
{
    return resolve->fd;
}

bool rlk_resolve_ended(const struct rlk_resolve *resolve)
{
    return atomic_load(&resolve->ended);
}

const char *rlk_resolve_result(const struct rlk_resolve *resolve,
                               struct rlk_addresses *addresses)
{
    assert(rlk_resolve_ended(resolve));
    *addresses = resolve->found;
    if (addresses->count > 0)
        return NULL;
    return resolve->error != 0 ? gai_strerror(resolve->error)
                               : "the name has no address";
}

void rlk_resolve_drop(struct rlk_resolve *resolve)
{
    if (resolve != NULL && atomic_fetch_sub(&resolve->owners, 1) == 1)
        free_resolve(resolve);
}
