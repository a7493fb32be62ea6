/* SPDX-License-Identifier: MIT */
/*
 * versions NODES: a program of one version on a library of another. Compiled
 * with the header of version 0.2.0 it runs on a library whose structs have
 * grown, under the address sanitizer; compiled with the grown header (GROWN)
 * it runs on today's. Speaks TAP.
 */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "redlock/admin.h"
#include "redlock/redlock.h"

/* Longer than any answer takes. */
#define UNHURRIED_MS 10000

static int count;
static bool failed;

static void tell(bool fine, const char *what)
{
    printf("%sok %d - versions::%s\n", fine ? "" : "not ", ++count, what);
    failed = failed || !fine;
}

/* Do those that did as asked make a quorum, and say how they voted? */
static bool voted(const struct redlock_report *report, enum redlock_vote vote)
{
    int votes = 0;

    for (int i = 0; i < report->nodes; i++)
        votes += report->node[i].vote == vote ? 1 : 0;
    return report->nodes == 5 && votes == report->granted &&
           votes >= report->quorum;
}

/* On the stack, with the sanitizer's zones around it. */
static bool answers(struct redlock_client *client, size_t size)
{
    struct redlock_report report = {.size = size};
    struct redlock_lock *lock = NULL;
    struct redlock_request request = {.size = size == 0 ? 0 : sizeof(request),
                                      .resource = "versions",
                                      .ttl_ms = 10000,
                                      .wait_ms = 10000,
                                      .report = &report};
    bool fine = redlock_acquire(client, &request, &lock) == REDLOCK_OK &&
                voted(&report, REDLOCK_VOTE_GRANTED);

    fine = fine && redlock_extend(lock, 20000, &report) == REDLOCK_OK &&
           voted(&report, REDLOCK_VOTE_GRANTED);
    fine = fine && redlock_inspect(client, "versions", &report) == REDLOCK_OK &&
           voted(&report, REDLOCK_VOTE_ANSWERED) &&
           strcmp(report.node[4].name, redlock_node_name(client, 4)) == 0;
    fine = redlock_release(&lock, &report) == REDLOCK_OK && fine &&
           voted(&report, REDLOCK_VOTE_RELEASED);
    return fine && redlock_init_nodes(client, &report) == REDLOCK_OK &&
           voted(&report, REDLOCK_VOTE_MARKED) && report.size == size;
}

static bool reports(const struct redlock_settings *settings, size_t size)
{
    struct redlock_client *client = NULL;
    struct redlock_sighting seen[REDLOCK_NODES_MAX];
    bool fine = redlock_open(settings, &client, NULL) == REDLOCK_OK &&
                answers(client, size) && redlock_sightings(client, seen) == 0;

    redlock_close(client);
    return fine;
}

static bool explains(size_t size)
{
    struct redlock_client *client = NULL;
    struct redlock_problem problem = {.size = size};
    struct redlock_settings settings = {.nodes = "redis://a,what?"};

    return redlock_open(&settings, &client, &problem) == REDLOCK_BAD_NODES &&
           problem.position == 2 && problem.text[0] != '\0';
}

static bool examines(const struct redlock_settings *settings, size_t size)
{
    struct redlock_examination examination = {.size = size};

    return redlock_examine(settings, &examination, NULL) == REDLOCK_OK &&
           examination.nodes == 5 &&
           examination.node[4].memory == REDLOCK_MEMORY_SOUND &&
           examination.node[4].server[0] != '\0';
}

#ifdef GROWN
/* What an older library does not know is refused, or left as it was. */
static void ask_too_much(const char *nodes)
{
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    struct redlock_report report = {.size = sizeof(report), .grown = {77}};
    struct redlock_settings settings = {
        .size = sizeof(settings), .nodes = nodes, .grown = {[99] = 1}};
    struct redlock_request request = {.size = sizeof(request),
                                      .resource = "versions",
                                      .report = &report,
                                      .grown = {[99] = 1}};

    tell(redlock_open(&settings, &client, NULL) == REDLOCK_BAD_SETTING,
         "a_setting_that_is_not_known_is_refused");
    settings.grown[99] = 0;
    tell(redlock_open(&settings, &client, NULL) == REDLOCK_OK,
         "one_that_is_not_set_is_not");
    tell(redlock_acquire(client, &request, &lock) == REDLOCK_BAD_REQUEST,
         "so_it_is_in_a_request");
    request.grown[99] = 0;
    tell(redlock_acquire(client, &request, &lock) == REDLOCK_OK &&
             report.grown[0] == 77 && report.node[0].grown == 0,
         "what_is_not_known_is_not_filled");
    redlock_release(&lock, NULL);
    redlock_close(client);
}
#endif

int main(int argc, char **argv)
{
    struct redlock_settings silent = {.nodes = argc > 1 ? argv[1] : "",
                                      .node_timeout_ms = UNHURRIED_MS};
    struct redlock_settings sized = {.size = sizeof(sized),
                                     .nodes = silent.nodes,
                                     .node_timeout_ms = UNHURRIED_MS};

    tell(reports(&silent, 0), "a_program_that_says_no_size_is_answered");
    tell(reports(&sized, sizeof(struct redlock_report)),
         "a_program_that_says_its_size_is_answered");
    tell(explains(0) && explains(sizeof(struct redlock_problem)),
         "it_hears_of_problems");
    tell(examines(&silent, 0) &&
             examines(&sized, sizeof(struct redlock_examination)),
         "it_examines");
#ifdef GROWN
    ask_too_much(silent.nodes);
#endif
    printf("1..%d\n", count);
    return failed ? 1 : 0;
}
