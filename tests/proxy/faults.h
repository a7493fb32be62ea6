/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROXY_FAULTS_H
#define TESTS_PROXY_FAULTS_H

/* What goes wrong on the way through a proxy. */

#include <stdbool.h>
#include <stdint.h>

/* All zero: everything is handed on at once. */
struct proxy_faults {
    int64_t request_delay_ns; /* what goes to the server is so much late */
    int64_t reply_delay_ns;   /* and what comes from it */
    bool lose_requests;       /* they are thrown away */
    bool lose_replies;
    bool cut;         /* a connection is closed after so many bytes */
    int64_t cut_left; /* of replies, counted from now */
    bool refuse;      /* nobody listens, and what is connected is reset */
    bool reset;       /* a connection is reset when a request comes */
    bool babble;      /* requests are answered as by a server of HTTP */
};

#endif
