/* SPDX-License-Identifier: MIT */
/* N masters that are started, queried and stopped together. */

#include "tests/support/fleet.h"

#include <stdio.h>
#include <string.h>

enum {
    PATIENCE_MS = 15000
};

static void start(struct fleet *fleet, int count, bool tcp)
{
    size_t length = 0;

    memset(fleet, 0, sizeof(*fleet));
    fleet->count = count;
    for (int i = 0; i < count; i++)
        server_launch(&fleet->server[i], tcp, NULL);
    for (int i = 0; i < count; i++) {
        server_await(&fleet->server[i]);
        length += (size_t)snprintf(fleet->nodes + length,
                                   sizeof(fleet->nodes) - length, "%s%s",
                                   i == 0 ? "" : ",", fleet->server[i].uri);
    }
}

void fleet_start(struct fleet *fleet, int count)
{
    start(fleet, count, false);
}

void fleet_start_tcp(struct fleet *fleet, int count)
{
    start(fleet, count, true);
}

void fleet_stop(struct fleet *fleet)
{
    for (int i = 0; i < fleet->count; i++)
        server_kill(&fleet->server[i]);
}

/* Returns the client that was opened; ends the test if none was. */
static struct redlock_client *opened(enum redlock_status status,
                                     const struct redlock_problem *problem,
                                     struct redlock_client *client)
{
    if (status != REDLOCK_OK)
        die("redlock_open: %s: %s", redlock_strerror(status), problem->text);
    return client;
}

struct redlock_client *open_client(const struct redlock_settings *settings)
{
    struct redlock_client *client = NULL;
    struct redlock_problem problem = {0};
    enum redlock_status status = redlock_open(settings, &client, &problem);

    return opened(status, &problem, client);
}

struct redlock_client *
open_client_on_loop(struct ev_loop *loop,
                    const struct redlock_settings *settings)
{
    struct redlock_client *client = NULL;
    struct redlock_problem problem = {0};
    enum redlock_status status =
        redlock_open_on_loop(loop, settings, &client, &problem);

    return opened(status, &problem, client);
}

struct redlock_client *fleet_open(const struct fleet *fleet,
                                  int64_t node_timeout_ms)
{
    return open_client(&(struct redlock_settings){
        .nodes = fleet->nodes, .node_timeout_ms = node_timeout_ms});
}

enum redlock_status fleet_acquire(struct redlock_client *client,
                                  const char *resource,
                                  struct redlock_lock **lock)
{
    return redlock_acquire(
        client, &(struct redlock_request){.resource = resource}, lock);
}

struct redlock_cancel *make_cancel(void)
{
    struct redlock_cancel *cancel = NULL;
    enum redlock_status status = redlock_cancel_new(&cancel);

    if (status != REDLOCK_OK)
        die("no handle to cancel by: %s", redlock_strerror(status));
    return cancel;
}

void fleet_each(struct fleet *fleet, int first, int last,
                void (*change)(struct server *server))
{
    for (int node = first; node <= last; node++)
        change(&fleet->server[node]);
}

int fleet_holding(struct fleet *fleet, const char *resource)
{
    int holding = 0;

    for (int i = 0; i < fleet->count; i++) {
        struct server *server = &fleet->server[i];

        if (server->pid != 0 && !server->paused &&
            server_integer(server, "EXISTS %s", resource) == 1)
            holding++;
    }
    return holding;
}

void fleet_await(struct fleet *fleet, struct redlock_client *client,
                 const char *resource, int holding)
{
    static struct redlock_report report;
    long long until = boot_ms() + PATIENCE_MS;
    int now;

    while ((now = fleet_holding(fleet, resource)) != holding) {
        if (boot_ms() > until)
            die("%d nodes hold %s, and not %d", now, resource, holding);
        if (client == NULL)
            sleep_ms(5);
        else if (redlock_inspect(client, "nothing", &report) != REDLOCK_OK)
            sleep_ms(5);
    }
}

static bool is_waited_for(struct fleet *fleet, const char *resource,
                          int waiting)
{
    for (int i = 0; i < fleet->count; i++) {
        if (server_integer(&fleet->server[i], "ZCARD {%s}:queue", resource) ==
            waiting)
            return true;
    }
    return false;
}

void fleet_await_queue(struct fleet *fleet, const char *resource, int waiting)
{
    long long until = boot_ms() + PATIENCE_MS;

    while (!is_waited_for(fleet, resource, waiting)) {
        if (boot_ms() > until)
            die("nowhere %d wait for %s", waiting, resource);
        sleep_ms(5);
    }
}

void fleet_await_member(struct fleet *fleet, struct redlock_client *client,
                        const struct redlock_lock *lock)
{
    long long until = boot_ms() + PATIENCE_MS;
    char token[REDLOCK_TOKEN_MAX];
    char score[64];

    (void)redlock_token(lock, token);
    for (int i = 0; i < fleet->count; i++) {
        while (!server_text(&fleet->server[i], score, sizeof(score),
                            "ZSCORE {%s}:members %s", redlock_resource(lock),
                            token)) {
            if (boot_ms() > until)
                die("node %d has no member %s", i + 1, token);
            if (redlock_inspect(client, "nothing", NULL) != REDLOCK_OK)
                sleep_ms(5);
        }
    }
}

const char *votes_of(const struct redlock_report *report)
{
    static char text[4096];
    size_t length = 0;

    text[0] = '\0';
    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_node_report *node = &report->node[i];

        length +=
            (size_t)snprintf(text + length, sizeof(text) - length,
                             "[%s, %s, %s]", redlock_vote_text(node->vote),
                             redlock_reason_text(node->reason), node->message);
        if (length >= sizeof(text))
            break;
    }
    return text;
}
