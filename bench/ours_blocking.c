/* SPDX-License-Identifier: MIT */
/*
 * The blocking API of the library, with a thread for each worker. The workers
 * share one client. With shared=1, when they contend, each has its own client,
 * as separate processes would. See ours_settings.h for style.
 */

#include <stdio.h>
#include <stdlib.h>

#include "bench/crew.h"
#include "bench/ours_settings.h"

#define RESOURCE_MAX 32

static struct crew crew = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct redlock_client **clients; /* one for each worker */

static void run_pair(int worker, const struct redlock_request *request)
{
    struct redlock_lock *lock = NULL;
    struct crew_pair pair = {.start = driver_now()};
    enum redlock_status status =
        redlock_acquire(clients[worker], request, &lock);

    pair.held = driver_now();
    crew_pause(crew.driver.plan.hold_ns);
    pair.let_go = driver_now();
    (void)redlock_release(&lock, NULL);
    pair.now = driver_now();
    if (status == REDLOCK_OK)
        crew_record(&crew, worker, &pair);
    else
        crew_record_failure(&crew, pair.held - pair.start);
}

static void work(int worker)
{
    const struct driver_plan *plan = &crew.driver.plan;
    char resource[RESOURCE_MAX];
    struct ours_names names;
    struct redlock_request request;

    (void)snprintf(resource, sizeof(resource), "bench:%d:%d",
                   driver_series(&crew.driver), plan->shared ? 0 : worker);
    request = ours_request(plan, resource, &names);
    request.wait_ms = plan->shared ? DRIVER_TTL_MS : 0;
    while (crew_goes_on(&crew))
        run_pair(worker, &request);
}

static struct redlock_client *open_client(void)
{
    char nodes[OURS_NODES_TEXT_MAX];
    struct redlock_settings settings = ours_settings(&crew.driver.plan, nodes);
    struct redlock_client *client;
    struct redlock_problem problem = {0};

    if (redlock_open(&settings, &client, &problem) != REDLOCK_OK)
        driver_fail("%s", problem.text);
    return client;
}

int main(int argc, char **argv)
{
    const struct driver_plan *plan = &crew.driver.plan;

    driver_init(&crew.driver, argc, argv);
    clients = calloc((size_t)plan->workers, sizeof(struct redlock_client *));
    if (!clients)
        driver_fail("no memory");
    for (int i = 0; i < plan->workers; i++)
        clients[i] = i == 0 || plan->shared ? open_client() : clients[0];
    crew_run(&crew, work);
    for (int i = 0; i < plan->workers && (i == 0 || plan->shared); i++)
        redlock_close(clients[i]);
    free((void *)clients);
    return driver_finish(&crew.driver);
}
