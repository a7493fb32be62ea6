/* SPDX-License-Identifier: MIT */
/* Commands for a shell. */

#include <criterion/criterion.h>

#include "cli/doctor/diagnosis.h"

static char text[SHELL_TEXT_MAX];

Test(shell, names_host_and_port)
{
    struct redlock_node_facts facts = {.host = "10.0.0.1", .port = 6379};

    cr_assert_str_eq(shell_redis_cli(&facts, text),
                     "redis-cli -h 10.0.0.1 -p 6379");
}

Test(shell, adds_tls_for_nodes_with_tls)
{
    struct redlock_node_facts facts = {
        .host = "h", .port = 7, .tls_version = "TLSv1.3"};

    cr_assert_str_eq(shell_redis_cli(&facts, text),
                     "redis-cli -h h -p 7 --tls");
}

Test(shell, names_a_socket)
{
    struct redlock_node_facts facts = {.path = "/run/a b's"};

    cr_assert_str_eq(shell_redis_cli(&facts, text),
                     "redis-cli -s '/run/a b'\\''s'");
}

Test(shell, gives_each_right_its_rule)
{
    unsigned rights = REDLOCK_RIGHT_PEXPIRE | REDLOCK_RIGHT_CLIENT_KILL;

    cr_assert_str_eq(shell_right_names(rights, text), "PEXPIRE, CLIENT KILL");
    cr_assert_str_eq(shell_acl("bob", rights, text),
                     "ACL SETUSER bob +pexpire '+client|kill'");
}

Test(shell, knows_every_right)
{
    for (unsigned i = 0; i < REDLOCK_RIGHTS; i++)
        cr_expect_str_not_empty(shell_right_names(1U << i, text));
}

Test(shell, quotes_user_names)
{
    cr_assert_str_eq(shell_acl("a;reboot", REDLOCK_RIGHT_SET, text),
                     "ACL SETUSER 'a;reboot' +set");
}
