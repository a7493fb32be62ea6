/* SPDX-License-Identifier: MIT */
/* redlock doctor: the faults of a deployment, and how to correct them. */

#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/quarantine_observations.h"
#include "cli/commands.h"
#include "cli/doctor/diagnosis.h"
#include "cli/text/words.h"

static const char help[] =
    "Usage: redlock doctor [OPTION...]\n"
    "\n"
    "Examines every node for about a second: its configuration, the rights of\n"
    "the user, whether it can forget a lock, its clock, and its latency. Give\n"
    "it the user and the options of your clients. It prints each fault and\n"
    "its correction. It changes nothing; it tries rights on the key\n"
    "redlock:doctor:RANDOM, which does not exist.\n"
    "\n"
    "Exit status: 0 no findings; 1 warnings; 64 wrong usage; 69 too few nodes\n"
    "can vote; 71 the system refused memory or descriptors; 77 a majority of\n"
    "the nodes refuses the credentials; 78 the deployment is unsafe.\n";

static const int exits[] = {
    [DIAGNOSIS_FINE] = EXITS_OK,
    [DIAGNOSIS_WARNINGS] = EXITS_WARNINGS,
    [DIAGNOSIS_UNSAFE] = EXITS_UNSAFE,
    [DIAGNOSIS_NO_QUORUM] = EXITS_NO_QUORUM,
    [DIAGNOSIS_NO_RIGHTS] = EXITS_NO_RIGHTS,
};

/* Returns an exit status; or -1: examination and status are filled in. */
static int examine(struct options *options,
                   struct redlock_examination *examination,
                   enum redlock_status *status)
{
    struct redlock_problem problem = {.position = 0};
    struct redlock_settings settings;
    int answer = nodes_settings(options, &settings);

    if (answer >= 0)
        return answer;
    *status = redlock_examine(&settings, examination, &problem);
    if (examination->nodes == 0 || *status == REDLOCK_NO_MEMORY)
        return nodes_refused(options, *status, &problem);
    /* No lock with this TTL can be acquired, so its times say nothing. */
    if (options->ttl_ms > examination->ttl_max_ms)
        return message_fail(EXITS_USAGE, "doctor", "%s: %s",
                            redlock_strerror(REDLOCK_TTL_TOO_LONG),
                            advice_of_status(REDLOCK_TTL_TOO_LONG));
    return -1;
}

static int run(struct options *options)
{
    static struct redlock_examination examination;
    static struct diagnosis diagnosis;
    enum redlock_status found;
    int status = examine(options, &examination, &found);

    if (status >= 0)
        return status;
    diagnose(&examination, found, options->ttl_ms, observations_kept(),
             &diagnosis);
    if (options->json)
        doctor_json(stdout, &examination, &diagnosis);
    else if (!options->quiet)
        doctor_print(stdout, &examination, &diagnosis);
    return exits[diagnosis.verdict];
}

const struct subcommand cmd_doctor = {
    .name = "doctor",
    .what = "find faults of the nodes, with corrections",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_JSON | OPTIONS_MESSAGES,
    .run = run,
};
