/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_CONN_INTERNAL_H
#define RLK_REDLOCK_NET_CONN_INTERNAL_H

/* Between the files of a connection: conn.c, conn_bytes.c. */

struct rlk_conn;

/* TLS cannot go on, and says why. */
void rlk_conn_fail_tls(struct rlk_conn *conn);

/* Takes in what the socket has; all that it had, where TLS is between: nobody
 * will say that more is there. */
void rlk_conn_receive(struct rlk_conn *conn);
void rlk_conn_receive_tls(struct rlk_conn *conn);

#endif
