/* SPDX-License-Identifier: MIT */
/* The options, explained. */

#include "cli/base/options_help.h"

#include <stdio.h>

#include "cli/base/exits.h"

static const char client[] =
    "\n"
    "The nodes, the same list in the same order for every client:\n"
    "  -n, --nodes URI[,URI...]  or $REDLOCK_NODES:\n"
    "                            redis://[user:pass@]host[:port],\n"
    "                            unix:///path, or local:N alone: N private\n"
    "                            servers, started where they do not run yet\n"
    "      --username NAME       for nodes whose URI has none\n"
    "      --password-file FILE  its first line, for nodes whose URI has "
    "none;\n"
    "                            or $REDLOCK_PASSWORD,\n"
    "                            $REDLOCK_PASSWORD_FILE\n"
    "      --node-timeout DUR    for each request to each node; 100ms\n"
    "      --quorum N            or majority (the default), or all\n"
    "      --strategy WORD       sequential (the default) or parallel\n"
    "      --drift F             of the TTL, for the clocks' rates; 0.01\n"
    "      --ttl-max DUR         the longest TTL of any client; 5m\n"
    "      --slack DUR|none      how much longer than the lock its keys live,\n"
    "                            for steps of a node's clock; a tenth of the\n"
    "                            TTL, at least 250ms\n"
    "      --guard auto|on|off   may a node vote that has lost its memory?\n"
    "                            auto: not where redlock init was run\n"
    "      --label TEXT          who we are, for those who wait; host:pid\n";

static const char ttl[] =
    "      --ttl DUR             how long the lock lives unless renewed; "
    "30s\n";

static const char acquire[] =
    "      --wait DUR|forever    how long to wait for it; 0s is one attempt.\n"
    "                            Without: forever while somebody holds it,\n"
    "                            but no quorum at first is an end\n"
    "      --pause-max DUR       the longest pause between two attempts; it\n"
    "                            grows with the time waited, to 1s\n"
    "  -E, --conflict-exit-code N  instead of 75, held by another\n";

static const char fence[] =
    "      --no-fence            a plain lock without a fence\n";

static const char token[] =
    "      --token T             as redlock acquire printed it; or\n"
    "                            $REDLOCK_TOKEN\n";

static const char command[] =
    "      --kill-after DUR      how long before the lock's end the command\n"
    "                            gets TERM, unless renewed; KILL follows\n"
    "                            shortly before that end; a fifth of the TTL\n"
    "      --export-token        give the command REDLOCK_TOKEN\n";

static const char bench[] =
    "      --depth N             so many at once, each a lock of its own; 1\n"
    "      --contenders N        instead, so many clients for one lock\n"
    "      --hold DUR            how long a lock is held; 0s\n"
    "      --time DUR            of each measurement; 3s\n";

static const char common[] =
    "      --json                for programs\n"
    "  -q, --quiet               no messages but about wrong usage\n"
    "  -v, --verbose             each node's vote and latency\n"
    "  -h, --help, --version\n"
    "\n"
    "DUR is a number with its unit: 250ms, 1.5s, 5m, 2h. More: man redlock\n";

int options_help(const struct options_taker *taker)
{
    (void)fputs(taker->help, stdout);
    if ((taker->takes & OPTIONS_CLIENT) != 0)
        (void)fputs(client, stdout);
    (void)fputs("\nAnd:\n", stdout);
    if ((taker->takes & OPTIONS_TTL) != 0)
        (void)fputs(ttl, stdout);
    if ((taker->takes & OPTIONS_ACQUIRE) != 0)
        (void)fputs(acquire, stdout);
    if ((taker->takes & OPTIONS_FENCE) != 0)
        (void)fputs(fence, stdout);
    if ((taker->takes & OPTIONS_TOKEN) != 0)
        (void)fputs(token, stdout);
    if ((taker->takes & OPTIONS_COMMAND) != 0)
        (void)fputs(command, stdout);
    if ((taker->takes & OPTIONS_BENCH) != 0)
        (void)fputs(bench, stdout);
    (void)fputs(common, stdout);
    return EXITS_OK;
}

int options_version(void)
{
    (void)puts("redlock " REDLOCK_VERSION);
    return EXITS_OK;
}
