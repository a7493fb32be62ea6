/* SPDX-License-Identifier: MIT */
/* redlock local: private masters of this user, for trying out redlock. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/commands.h"
#include "cli/text/json.h"
#include "cli/text/layout.h"
#include "redlock/admin.h"

static const char help[] =
    "Usage: redlock local start N\n"
    "       redlock local stop [N]\n"
    "       redlock local status [N]\n"
    "\n"
    "Runs N private redis-servers (or valkey-servers) of this user on Unix\n"
    "sockets: the nodes of --nodes local:N. They keep nothing on disk, and "
    "run\n"
    "until they are stopped. Without N, the command applies to every set.\n"
    "\n"
    "  start   start the servers that do not run, and wait until all answer\n"
    "  stop    stop the servers, and remove their files\n"
    "  status  print the process and the socket of each server\n"
    "\n"
    "A complete new set is marked, as by redlock init. A single server that "
    "is\n"
    "started again has lost its memory: its vote does not count for five\n"
    "minutes.\n"
    "\n"
    "Environment: REDLOCK_SERVER, the program to start; XDG_RUNTIME_DIR, the\n"
    "folder of the sockets.\n"
    "Exit status: 0; 64 wrong usage; 69 servers could not be started or\n"
    "stopped; status: 1 if a server does not run.\n";

/* Returns an exit status, or -1 to go on. */
static int read_nodes(const char *text, int *nodes)
{
    char *end;
    long number;

    errno = 0;
    number = strtol(text, &end, 10);
    *nodes = (int)number;
    return errno == 0 && end != text && *end == '\0' && number >= 1 &&
                   number <= REDLOCK_NODES_MAX
               ? -1
               : message_fail(EXITS_USAGE, "local",
                              "the number of nodes must be 1 .. %d, not %s",
                              REDLOCK_NODES_MAX, text);
}

static int refuse(enum redlock_status status,
                  const struct redlock_problem *problem)
{
    nodes_problem("local", status, problem);
    return EXITS_NO_QUORUM;
}

/* nodes, here and in the functions below: the size of the set; 0: not given. */
static int start_servers(const struct options *options, int nodes)
{
    struct redlock_problem problem = {.position = 0};
    char name[16];
    const struct redlock_settings settings = {.nodes = name};
    enum redlock_status status;
    int started = 0;
    struct json json;

    (void)snprintf(name, sizeof(name), "local:%d", nodes);
    if (nodes == 0)
        return message_fail(EXITS_USAGE, "local",
                            "no number of nodes: redlock local start N");
    status = redlock_local_start(nodes, &started, &problem);
    if (status != REDLOCK_OK)
        return refuse(status, &problem);
    if (started == nodes) /* a complete new set */
        nodes_init_new(&settings, "local");
    if (options->json) {
        json_open(&json, stdout);
        json_number(&json, "node_count", nodes);
        json_number(&json, "started", started);
        json_end(&json);
    } else {
        (void)printf("local:%d runs: %d started, %d ran already\n", nodes,
                     started, nodes - started);
    }
    return EXITS_OK;
}

static int stop_servers(const struct options *options, int nodes)
{
    struct redlock_problem problem = {.position = 0};
    int stopped = 0;
    enum redlock_status status = redlock_local_stop(nodes, &stopped, &problem);
    struct json json;

    if (status != REDLOCK_OK)
        return refuse(status, &problem);
    if (options->json) {
        json_open(&json, stdout);
        json_number(&json, "stopped", stopped);
        json_end(&json);
    } else {
        (void)printf("%d stopped\n", stopped);
    }
    return EXITS_OK;
}

struct server {
    int pid;
    char socket[108];
};

struct set {
    int nodes;
    int running;
    struct server server[REDLOCK_NODES_MAX];
};

static enum redlock_status find_servers(struct set *set, int nodes)
{
    enum redlock_status status = REDLOCK_OK;

    *set = (struct set){.nodes = nodes};
    for (int i = 0; i < nodes && status == REDLOCK_OK; i++) {
        struct server *server = &set->server[i];
        status =
            redlock_local_server(nodes, i + 1, server->socket, &server->pid);
        set->running += server->pid > 0 ? 1 : 0;
    }
    return status;
}

static void print_text(const struct set *set)
{
    (void)printf("local:%d\n", set->nodes);
    for (int i = 0; i < set->nodes; i++) {
        const struct server *server = &set->server[i];
        if (server->pid > 0)
            plain_print(stdout, "  %2d  runs, process %-8d  %s", i + 1,
                        server->pid, server->socket);
        else
            plain_print(stdout, "  %2d  does not run           %s", i + 1,
                        server->socket);
        (void)putchar('\n');
    }
}

static void print_json(struct json *json, const struct set *set)
{
    json_object(json, NULL);
    json_number(json, "node_count", set->nodes);
    json_number(json, "running", set->running);
    json_array(json, "servers");
    for (int i = 0; i < set->nodes; i++) {
        json_object(json, NULL);
        json_number(json, "node_number", i + 1);
        if (set->server[i].pid > 0)
            json_number(json, "pid", set->server[i].pid);
        json_text(json, "socket", set->server[i].socket);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* Prints that set, or all with a running server. missing: stopped servers. */
static enum redlock_status print_sets(int nodes, int *missing,
                                      struct json *json)
{
    int from = nodes == 0 ? 1 : nodes;
    int to = nodes == 0 ? REDLOCK_NODES_MAX : nodes;
    int shown = 0;

    for (int count = from; count <= to; count++) {
        struct set set;
        enum redlock_status status = find_servers(&set, count);
        if (status != REDLOCK_OK)
            return status;
        if (set.running == 0 && nodes == 0)
            continue;
        if (json != NULL)
            print_json(json, &set);
        else
            print_text(&set);
        shown++;
        *missing += set.nodes - set.running;
    }
    if (shown == 0 && json == NULL)
        (void)puts("no private masters run");
    return REDLOCK_OK;
}

static int print_status(const struct options *options, int nodes)
{
    int missing = 0;
    enum redlock_status status;
    struct json json;

    if (options->json) {
        json_open(&json, stdout);
        json_array(&json, "sets");
    }
    status = print_sets(nodes, &missing, options->json ? &json : NULL);
    if (options->json) {
        json_close(&json, ']');
        json_end(&json);
    }
    if (status == REDLOCK_OK)
        return missing == 0 ? EXITS_OK : EXITS_NOT_ALL;
    return message_fail(EXITS_NO_QUORUM, "local",
                        "the folder of the sockets cannot be used; redlock "
                        "local start %d prints the reason",
                        nodes == 0 ? 1 : nodes);
}

static int run(struct options *options)
{
    static const struct {
        const char *name;
        int (*run)(const struct options *options, int nodes);
    } actions[] = {
        {"start", start_servers},
        {"stop", stop_servers},
        {"status", print_status},
    };
    int nodes = 0;
    int status = -1;

    if (options->operand_count == 0) {
        (void)fputs(help, stderr);
        return EXITS_USAGE;
    }
    if (options->operand_count == 2)
        status = read_nodes(options->operands[1], &nodes);
    if (status >= 0)
        return status;
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
        if (strcmp(options->operands[0], actions[i].name) == 0)
            return actions[i].run(options, nodes);
    }
    return message_fail(EXITS_USAGE, "local",
                        "unknown action %s: start, stop or status; see --help",
                        options->operands[0]);
}

const struct subcommand cmd_local = {
    .name = "local",
    .what = "run private masters on this machine",
    .help = help,
    .takes = OPTIONS_JSON,
    .words_most = 2,
    .run = run,
};
