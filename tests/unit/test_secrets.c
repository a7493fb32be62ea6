/* SPDX-License-Identifier: MIT */
/* Passwords in lists of nodes. */

#include <criterion/criterion.h>
#include <string.h>

#include "cli/base/secrets.h"

static char text[256];

static const char *stripped(const char *nodes)
{
    strcpy(text, nodes);
    secrets_strip(text);
    return text;
}

static const char *hidden(const char *nodes)
{
    strcpy(text, nodes);
    secrets_hide(text);
    return text;
}

Test(secrets, are_stripped_from_every_node)
{
    cr_assert_str_eq(stripped("redis://u:p@a,redis://:q@b:1,redis://c"),
                     "redis://a,redis://b:1,redis://c");
    cr_assert_str_eq(stripped("unix://u:p@/a/b,unix:///c"),
                     "unix:///a/b,unix:///c");
    cr_assert_str_eq(stripped("local:5"), "local:5");
}

/* A socket's path may contain an at sign, even before a slash. */
Test(secrets, of_a_socket_end_before_its_path)
{
    cr_assert_str_eq(stripped("unix://u:p@/a@b"), "unix:///a@b");
    cr_assert_str_eq(stripped("unix://u:p@/a@/b,redis://:q@c"),
                     "unix:///a@/b,redis://c");
    cr_assert_str_eq(stripped("unix:///a@b,unix:///c@/d"),
                     "unix:///a@b,unix:///c@/d");
    cr_assert_str_eq(hidden("unix://u:p@/a@b"), "unix://***@/a@b");
}

/* What follows a node's place has no at sign in it. */
Test(secrets, of_nodes_with_tls_leave_their_options)
{
    cr_assert_str_eq(stripped("rediss://u:p@a?cacert=/b%40c&sni=d,rediss://e"),
                     "rediss://a?cacert=/b%40c&sni=d,rediss://e");
    cr_assert_str_eq(hidden("rediss://u:p@a?key=/b"), "rediss://***@a?key=/b");
}

Test(secrets, of_sentinels_are_their_options)
{
    cr_assert_str_eq(
        stripped("sentinel://u:p@a+b/c?sentinel-password=d,redis://:q@e"),
        "sentinel://a+b/c,redis://e");
    cr_assert_str_eq(stripped("SENTINEL://a/c?sentinel-password=d,e"),
                     "SENTINEL://a/c");
    cr_assert_str_eq(hidden("sentinel://a/c?p=d,sentinel://:p@b/c?p=d"),
                     "sentinel://a/c****,sentinel://**@b/c****");
    cr_assert_str_eq(hidden("sentinel://a/c,rediss://b?sni=d,redis://e"),
                     "sentinel://a/c,rediss://b?sni=d,redis://e");
}

Test(secrets, with_separators_are_stripped_completely)
{
    cr_assert_str_eq(stripped("redis://u:p@q@a,redis://b"),
                     "redis://a,redis://b");
    cr_assert_str_eq(stripped("redis://u:p,q@a"), "redis://a");
    cr_assert_str_eq(stripped("redis://u:p/q@a"), "redis://a");
    cr_assert_str_eq(stripped("unix://u:p/q@/a"), "unix:///a");
}

Test(secrets, are_hidden_by_stars_of_their_length)
{
    cr_assert_str_eq(hidden("redis://u:p@a,redis://:qq@b"),
                     "redis://***@a,redis://***@b");
}
