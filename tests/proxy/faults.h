/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROXY_FAULTS_H
#define TESTS_PROXY_FAULTS_H

/* The faults of a proxy. */

#include <stdbool.h>
#include <stdint.h>

/* All zero: every byte is forwarded immediately. */
struct proxy_faults {
    int64_t request_delay_ns; /* the delay of bytes to the server */
    int64_t reply_delay_ns;   /* the delay of bytes from the server */
    bool lose_requests;       /* requests are discarded */
    bool lose_replies;
    bool cut;         /* a connection is closed after a number of bytes */
    int64_t cut_left; /* of replies, from now on */
    bool refuse;      /* connections are refused, and existing ones reset */
    bool reset;       /* a request resets its connection */
    bool babble;      /* requests are answered as by an HTTP server */
};

#endif
