/* SPDX-License-Identifier: MIT */
/* ports N: prints N unused ports of loopback in a line. */

#include <stdio.h>

#include "bench/beside.h"
#include "bench/driver.h"

int main(int argc, char **argv)
{
    int port[BESIDE_PORTS_MAX];
    int count;

    if (argc != 2)
        driver_fail("usage: ports N");
    count = (int)driver_number("ports", argv[1], BESIDE_PORTS_MAX);
    beside_choose_ports(port, count);
    for (int i = 0; i < count; i++)
        (void)printf("%s%d", i > 0 ? " " : "", port[i]);
    (void)printf("\n");
    return 0;
}
