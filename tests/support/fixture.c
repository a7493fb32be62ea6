/* SPDX-License-Identifier: MIT */
/* The masters and the clients of one test. */

#include "tests/support/fixture.h"

struct fleet fleet;
struct redlock_client *client;
struct redlock_client *other;
struct redlock_report report;

void start_three(void)
{
    fleet_start(&fleet, 3);
}

void start_five(void)
{
    fleet_start(&fleet, 5);
}

void open_three(void)
{
    start_three();
    client = fleet_open(&fleet, UNHURRIED_MS);
}

void open_five(void)
{
    start_five();
    client = fleet_open(&fleet, UNHURRIED_MS);
}

void open_both(void)
{
    open_three();
    other = fleet_open(&fleet, UNHURRIED_MS);
}

void close_all(void)
{
    redlock_close(client);
    redlock_close(other);
    fleet_stop(&fleet);
}
