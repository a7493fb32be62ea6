/* SPDX-License-Identifier: MIT */
/*
 * delay MICROSECONDS COMMAND...: runs COMMAND with a proxy in front of each
 * master of BENCH_PORTS; the command's BENCH_PORTS has the proxies' ports. Each
 * proxy delays all bytes by that much, in both directions.
 */

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

#include "bench/beside.h"
#include "bench/driver.h"
#include "tests/proxy/relay.h"

#define US INT64_C(1000)

static int open_route(struct relay *relay, int route, int master,
                      int64_t delay_ns)
{
    char target[32];
    int port;

    (void)snprintf(target, sizeof(target), "127.0.0.1:%d", master);
    port = relay_open(relay, 0, target);
    relay_set(relay, route,
              &(struct proxy_faults){.request_delay_ns = delay_ns,
                                     .reply_delay_ns = delay_ns});
    return port;
}

static _Noreturn void serve(struct relay *relay)
{
    for (;;) {
        relay_wait(relay);
        relay_serve(relay);
    }
}

int main(int argc, char **argv)
{
    /* Without the words: those of the plan belong to the command. */
    struct driver masters;
    struct relay *relay = relay_new(-1);
    int port[DRIVER_NODES_MAX];
    int64_t delay_ns;
    pid_t server;
    int status;

    if (argc < 3)
        driver_fail("usage: delay MICROSECONDS COMMAND...");
    driver_init(&masters, 1, argv);
    delay_ns = driver_number("delay", argv[1], 1000000) * US;
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (int i = 0; i < masters.plan.nodes; i++)
        port[i] = open_route(relay, i, masters.plan.port[i], delay_ns);
    server = beside_fork();
    if (server == 0)
        serve(relay);
    beside_tell_ports(port, masters.plan.nodes);
    status = beside_run(argv + 2);
    beside_end(server);
    return status;
}
