/* SPDX-License-Identifier: MIT */
/* redlock demo: see it work, on masters of its own. */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/signals.h"
#include "cli/commands.h"
#include "cli/demo/demo_story.h"
#include "redlock/admin.h"

#define TTL_MS 2000
#define QUICK_TTL_MS 1000

static const char help[] =
    "Usage: redlock demo [--quick] [--seed N]\n"
    "\n"
    "Five private masters, eight workers over one counter in a file that\n"
    "nothing but the lock protects. Masters are killed one by one and brought\n"
    "back empty, which they may not vote with at first, an acquire is refused\n"
    "with its reasons, and the counter is judged.\n"
    "Nothing of yours is touched, and nothing is left behind.\n"
    "\n"
    "Exit status: 0 if no increment was lost, 1 if one was.\n";

const struct options_taker cmd_demo_taker = {
    .name = "demo",
    .help = help,
    .takes = OPTIONS_DEMO,
};

static int print_problem(const char *what)
{
    message_always("demo", "%s", what);
    return EXITS_NO_QUORUM;
}

/* New masters have forgotten nothing: from here on they are guarded. */
static bool init_nodes(struct demo *demo)
{
    struct redlock_report report = {.granted = 0};
    enum redlock_status status = demo_story_open(demo, &demo->client);

    if (demo->client != NULL)
        status = nodes_init_all(demo->client, &report);
    redlock_close(demo->client);
    demo->client = NULL;
    (void)snprintf(demo->problem.text, sizeof(demo->problem.text),
                   "cannot mark the masters: %s", redlock_strerror(status));
    return report.granted == DEMO_MASTERS;
}

static bool open_client(struct demo *demo)
{
    enum redlock_status status = demo_story_open(demo, &demo->client);

    (void)snprintf(demo->problem.text, sizeof(demo->problem.text), "%s",
                   redlock_strerror(status));
    return status == REDLOCK_OK;
}

/* The workers first: none may inherit a client. */
static bool set_up(struct demo *demo, const struct options *options)
{
    struct demo_crew_settings crew = {.seed = (uint64_t)options->seed};

    demo->quick = options->quick;
    demo->ttl_ms = options->quick ? QUICK_TTL_MS : TTL_MS;
    if (demo_masters_start(&demo->masters, &demo->problem) != REDLOCK_OK)
        return false;
    if (!init_nodes(demo))
        return false;
    crew.nodes = demo->masters.nodes;
    crew.counter = demo->masters.counter;
    crew.ttl_ms = demo->ttl_ms;
    if (!demo_crew_start(&demo->crew, &crew)) {
        (void)snprintf(demo->problem.text, sizeof(demo->problem.text),
                       "cannot start the workers: %s", strerror(errno));
        return false;
    }
    return open_client(demo);
}

static int play_and_judge(struct demo *demo)
{
    bool played;

    demo_view_open(&demo->picture);
    played = demo_story_play(demo);
    demo_crew_dismiss(&demo->crew);
    if (played)
        demo_view_refresh(&demo->picture);
    demo_view_close(&demo->picture);
    (void)putchar('\n');
    if (signals_ending() != 0)
        return print_problem("interrupted: everything is put away");
    if (!played)
        return print_problem(demo->problem.text);
    return demo_story_judge(demo) ? EXITS_OK : EXITS_WRONG;
}

int cmd_demo(int argc, char **argv)
{
    struct options options;
    struct demo demo = {.client = NULL};
    int status = option_parser_read(&cmd_demo_taker, argc, argv, &options);

    if (status < 0 && !signals_catch()) {
        message_always("demo", "%s", strerror(errno));
        status = EXITS_SYSTEM;
    }
    if (status >= 0)
        return status;
    signals_catch_pipe();
    signals_ignore_stop();
    status = set_up(&demo, &options) ? play_and_judge(&demo)
                                     : print_problem(demo.problem.text);
    demo_crew_dismiss(&demo.crew);
    demo_crew_free(&demo.crew);
    redlock_close(demo.client);
    demo_masters_end(&demo.masters);
    return signals_ending() == 0 ? status
                                 : exits_after_signal(signals_ending());
}
