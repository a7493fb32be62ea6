/* SPDX-License-Identifier: MIT */
/*
 * slow_network PORT=HOST:PORT=FILE...: listens on ports of 127.0.0.1 and
 * forwards all bytes, in each direction delayed by the number of milliseconds
 * that the file contains at that moment. Ends with the process that started it.
 */

#include <err.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "tests/proxy/relay.h"

#define ROUTES_MAX 16
#define MS INT64_C(1000000)

static struct {
    int file;
    int64_t delay_ns; /* the present delay */
} routes[ROUTES_MAX];

static int route_count;

static void open_route(struct relay *relay, char *text)
{
    char *port = strsep(&text, "=");
    char *target = strsep(&text, "=");

    if (route_count == ROUTES_MAX || target == NULL || text == NULL)
        errx(64, "usage: slow_network PORT=HOST:PORT=FILE...");
    routes[route_count].file = open(text, O_RDONLY | O_CLOEXEC);
    if (routes[route_count].file == -1)
        err(1, "%s", text);
    (void)relay_open(relay, (int)strtol(port, NULL, 10), target);
    route_count++;
}

static int64_t delay_in(int file)
{
    char text[16] = "";

    if (pread(file, text, sizeof(text) - 1, 0) < 0)
        err(1, "a delay");
    return strtol(text, NULL, 10) * MS;
}

static void read_delays(struct relay *relay)
{
    for (int i = 0; i < route_count; i++) {
        int64_t delay_ns = delay_in(routes[i].file);

        if (delay_ns == routes[i].delay_ns)
            continue;
        routes[i].delay_ns = delay_ns;
        relay_set(relay, i,
                  &(struct proxy_faults){.request_delay_ns = delay_ns,
                                         .reply_delay_ns = delay_ns});
    }
}

int main(int argc, char **argv)
{
    struct relay *relay = relay_new(-1);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 1; i < argc; i++)
        open_route(relay, argv[i]);
    for (;;) {
        relay_wait(relay);
        read_delays(relay);
        relay_serve(relay);
    }
}
