/* SPDX-License-Identifier: MIT */
/* Node URIs: valid and refused ones. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/admin.h"
#include "redlock/net/uri.h"
#include "redlock/runtime/memory.h"

static struct rlk_uris uris;
static struct redlock_problem problem;

static void parse(const char *list)
{
    cr_assert_eq(rlk_uris_parse(list, &uris, &problem), REDLOCK_OK, "%s: %s",
                 list, problem.text);
}

static void clear(void)
{
    rlk_uris_clear(&uris);
}

TestSuite(uri, .fini = clear);

static bool same(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other
                                        : strcmp(one, other) == 0;
}

Test(uri, of_a_node_gives_its_parts)
{
    static const struct {
        const char *text, *host, *path, *username, *password, *name;
        int port;
        bool numeric;
    } cases[] = {
        {"redis://a", "a", NULL, NULL, NULL, "redis://a", 6379, false},
        {"redis://a:1", "a", NULL, NULL, NULL, "redis://a:1", 1, false},
        {"REDIS://a.b-c_d:65535", "a.b-c_d", NULL, NULL, NULL,
         "redis://a.b-c_d:65535", 65535, false},
        {"a:1", "a", NULL, NULL, NULL, "redis://a:1", 1, false},
        {"[::1]:7", "::1", NULL, NULL, NULL, "redis://[::1]:7", 7, true},
        {"valkey://a", "a", NULL, NULL, NULL, "redis://a", 6379, false},
        {"redis://127.0.0.1:7", "127.0.0.1", NULL, NULL, NULL,
         "redis://127.0.0.1:7", 7, true},
        {"redis://[::1]", "::1", NULL, NULL, NULL, "redis://[::1]", 6379, true},
        {"redis://[::1]:7/", "::1", NULL, NULL, NULL, "redis://[::1]:7", 7,
         true},
        {"redis://a/0", "a", NULL, NULL, NULL, "redis://a", 6379, false},
        {"redis://u:p@a", "a", NULL, "u", "p", "redis://a", 6379, false},
        {"redis://:p@a:9", "a", NULL, NULL, "p", "redis://a:9", 9, false},
        {"redis://u@a", "a", NULL, "u", NULL, "redis://a", 6379, false},
        {"redis://u:@a", "a", NULL, "u", NULL, "redis://a", 6379, false},
        {"redis://@a", "a", NULL, NULL, NULL, "redis://a", 6379, false},
        {"redis://u%3a:%2C%2f%40:@a", "a", NULL, "u:", ",/@:", "redis://a",
         6379, false},
        {"redis://:p@ss@a", "a", NULL, NULL, "p@ss", "redis://a", 6379, false},
        {"unix:///run/a.sock", NULL, "/run/a.sock", NULL, NULL,
         "unix:///run/a.sock", 0, false},
        {"unix:///a%20b", NULL, "/a b", NULL, NULL, "unix:///a%20b", 0, false},
        {"unix://u:p@/a/b@c", NULL, "/a/b@c", "u", "p", "unix:///a/b@c", 0,
         false},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct rlk_uri *uri = &uris.uri[0];
        parse(cases[i].text);
        cr_expect_eq(uris.count, 1);
        cr_expect(same(uri->host, cases[i].host), "%s", cases[i].text);
        cr_expect(same(uri->path, cases[i].path), "%s", cases[i].text);
        cr_expect(same(uri->username, cases[i].username), "%s", cases[i].text);
        cr_expect(same(uri->password, cases[i].password), "%s", cases[i].text);
        cr_expect(same(uri->name, cases[i].name), "%s: %s", cases[i].text,
                  uri->name);
        cr_expect_eq(uri->port, cases[i].port, "%s", cases[i].text);
        cr_expect_eq(uri->numeric, cases[i].numeric, "%s", cases[i].text);
        rlk_uris_clear(&uris);
    }
}

Test(uri, with_tls_has_options_that_name_files)
{
    const struct rlk_uri *uri = &uris.uri[1];

    parse("rediss://a,rediss://u:p@b:7/0?cacert=/c%2Ca&CACERTDIR=d&cert=e"
          "&key=/%40/f?g&sni=h,redis://c");
    cr_assert(uris.uri[0].tls);
    cr_assert_null(uris.uri[0].ca_file);
    cr_assert_not(uris.uri[2].tls);
    cr_assert(uri->tls);
    cr_assert_str_eq(uri->name, "rediss://b:7");
    cr_assert_str_eq(uri->ca_file, "/c,a");
    cr_assert_str_eq(uri->ca_folder, "d");
    cr_assert_str_eq(uri->cert_file, "e");
    cr_assert_str_eq(uri->key_file, "/@/f?g");
    cr_assert_str_eq(uri->server_name, "h");
}

Test(uri, of_a_group_of_sentinels_has_addresses_and_credentials)
{
    const struct rlk_uri *uri = &uris.uri[0];

    parse("sentinel://u:p@a:7+[::1]+b.c/my-pair,redis://a:7");
    cr_assert(uri->sentinel);
    cr_assert_not(uri->numeric);
    cr_assert_not(uris.uri[1].sentinel);
    cr_assert_str_eq(uri->host, "a:7+[::1]+b.c/my-pair");
    cr_assert_str_eq(uri->name, "sentinel://a:7+[::1]+b.c/my-pair");
    cr_assert_str_eq(uri->username, "u");
    cr_assert_str_eq(uri->password, "p");
    cr_assert_eq(uri->port, 0);
    cr_assert_null(uri->sentinel_password);
    rlk_uris_clear(&uris);

    parse("sentinel://u:p?q@a/pair?sentinel-user=s&sentinel-password=t%40%2C");
    cr_assert_str_eq(uri->host, "a/pair");
    cr_assert_str_eq(uri->name, "sentinel://a/pair");
    cr_assert_str_eq(uri->password, "p?q");
    cr_assert_str_eq(uri->sentinel_username, "s");
    cr_assert_str_eq(uri->sentinel_password, "t@,");
}

Test(uri, of_valkey_equals_that_of_redis)
{
    parse("valkeys://a:7,valkey://b");
    cr_assert(uris.uri[0].tls);
    cr_assert_str_eq(uris.uri[0].name, "rediss://a:7");
    cr_assert_not(uris.uri[1].tls);
}

Test(uri, that_is_wrong_is_refused_with_its_position_and_reason)
{
    static const struct {
        const char *list;
        int position;
        const char *reason;
    } cases[] = {
        {"", 0, "the list is empty"},
        {"redis://a,", 2, "nothing between the commas"},
        {",redis://a", 1, "nothing between the commas"},
        {"redis://a,,redis://b", 2, "nothing between the commas"},
        {"a", 1, "host:port, begins with redis://"},
        {"u:p@a:6379", 1, "host:port, begins with redis://"},
        {"/run/a.sock", 1, "host:port, begins with redis://"},
        {":6379", 1, "host is missing"},
        {"a:", 1, "the port"},
        {"::1:6379", 1, "in brackets"},
        {"redis://a,a:6379", 2, "twice"},
        {"http://a", 1, "begins with redis://, rediss:// or unix://"},
        {" redis://a", 1, "begins with redis://, rediss:// or unix://"},
        {"redis://", 1, "host is missing"},
        {"redis://:6379", 1, "host is missing"},
        {"redis://u:p@", 1, "host is missing"},
        {"redis:///0", 1, "host is missing"},
        {"redis://a:", 1, "the port"},
        {"redis://a:0", 1, "the port"},
        {"redis://a:65536", 1, "the port"},
        {"redis://a:000001", 1, "the port"},
        {"redis://a:6379x", 1, "the port"},
        {"redis://a:-1", 1, "the port"},
        {"redis://a b", 1, "no such name has"},
        {"redis://a%20b", 1, "no such name has"},
        {"redis://::1", 1, "in brackets"},
        {"redis://[::1", 1, "bracket is not closed"},
        {"redis://[::g]", 1, "not an IPv6 address"},
        {"redis://[127.0.0.1]", 1, "not an IPv6 address"},
        {"redis://[::1]6379", 1, "no port"},
        {"redis://[::1]:", 1, "the port"},
        {"redis://a/1", 1, "databases and options are not used"},
        {"redis://a/00", 1, "databases and options are not used"},
        {"redis://a?db=0", 1, "databases and options are not used"},
        {"redis://a#0", 1, "databases and options are not used"},
        {"redis://:%@a", 1, "percent sign"},
        {"redis://:%4@a", 1, "percent sign"},
        {"redis://:%zz@a", 1, "percent sign"},
        {"redis://:%00@a", 1, "percent sign"},
        {"unix:///a%", 1, "percent sign"},
        {"redis://a,unix:///b # the second", 2, "written %20"},
        {"unix:///a\r", 1, "written %20"},
        {"rediss://a/1", 1, "database 0"},
        {"rediss://a#x", 1, "database 0"},
        {"rediss://a?", 1, "an option is cacert="},
        {"rediss://a?ca=x", 1, "an option is cacert="},
        {"rediss://a?sni", 1, "an option is cacert="},
        {"rediss://a?sni=", 1, "no value"},
        {"rediss://a?sni=b&", 1, "an option is cacert="},
        {"rediss://a?sni=b&sni=c", 1, "twice"},
        {"rediss://a?key=%zz", 1, "percent sign"},
        {"rediss://a?key=/a@b", 1, "written %40"},
        {"redis://a?sni=b", 1, "databases and options are not used"},
        {"redis://a,rediss://a", 2, "twice"},
        {"unix://", 1, "path is missing"},
        {"unix:///", 1, "path is missing"},
        {"unix://a.sock", 1, "begin with a slash"},
        {"unix://run/a.sock", 1, "begin with a slash"},
        {"sentinel://a", 1, "the master's name"},
        {"sentinel://a/", 1, "the master's name"},
        {"sentinel:///pair", 1, "host is missing"},
        {"sentinel://a+/pair", 1, "host is missing"},
        {"sentinel://a:x+b/pair", 1, "the port"},
        {"sentinel://a+b:0/pair", 1, "the port"},
        {"sentinel://a/pa ir", 1, "no such name has"},
        {"sentinel://a/pair?x", 1, "an option is sentinel-user="},
        {"sentinel://a/pair?cacert=x", 1, "an option is sentinel-user="},
        {"sentinel://a/pair?sentinel-user=x", 1, "comes with"},
        {"rediss://a?sentinel-password=x", 1, "an option is cacert="},
        {"sentinel://%@a/pair", 1, "percent sign"},
        {"sentinel://a/p,sentinel://A/p", 2, "twice"},
        {"redis://a,redis://A:6379", 2, "twice"},
        {"redis://a:1,redis://a:2,redis://a:1", 3, "twice"},
        {"unix:///a,unix:///%61", 2, "twice"},
        {"local:3,redis://a", 1, "alone"},
        {"redis://a,local:3", 2, "alone"},
        {"local:", 1, "from 1 to 32"},
        {"local:0", 1, "from 1 to 32"},
        {"local:33", 1, "from 1 to 32"},
        {"local:3x", 1, "from 1 to 32"},
        {"local:003", 1, "from 1 to 32"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cr_expect_eq(rlk_uris_parse(cases[i].list, &uris, &problem),
                     REDLOCK_BAD_NODES, "%s", cases[i].list);
        cr_expect_eq(problem.position, cases[i].position, "%s: %d",
                     cases[i].list, problem.position);
        cr_expect(strstr(problem.text, cases[i].reason) != NULL, "%s: %s",
                  cases[i].list, problem.text);
        cr_expect_eq(uris.count, 0);
    }
}

Test(uri, that_is_wrong_does_not_reveal_its_password)
{
    static const char *const lists[] = {
        "redis://u:hunter2@",
        "redis://u:hunter2@a/7",
        "redis://u:hunter2",
        "redis://:hunter2/x@a",
        "unix://u:hunter2@a",
        "redis:u:hunter2@a",
        "redis://u:hunter2@a,redis://u:hunter2@a",
    };

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        cr_expect_eq(rlk_uris_parse(lists[i], &uris, &problem),
                     REDLOCK_BAD_NODES);
        cr_expect_null(strstr(problem.text, "hunter2"), "%s", problem.text);
    }
}

/* sockaddr_un.sun_path has 108 bytes, the NUL included. */
Test(uri, of_a_socket_fits_the_systems_limit)
{
    char list[160];

    snprintf(list, sizeof(list), "unix:///%0106d", 0);
    parse(list);
    cr_assert_eq(strlen(uris.uri[0].path), 107);
    rlk_uris_clear(&uris);
    snprintf(list, sizeof(list), "unix:///%0107d", 0);
    cr_assert_eq(rlk_uris_parse(list, &uris, &problem), REDLOCK_BAD_NODES);
    cr_assert(strstr(problem.text, "longer than the system allows") != NULL);
}

Test(uri, with_a_long_host_has_a_shortened_name)
{
    char list[200];

    snprintf(list, sizeof(list), "redis://%0150d", 0);
    parse(list);
    cr_assert_eq(strlen(uris.uri[0].host), 150);
    cr_assert_eq(strlen(uris.uri[0].name), sizeof(uris.uri[0].name) - 1);
}

static void list_of(int nodes, char *list, size_t size)
{
    size_t length = 0;

    for (int i = 0; i < nodes; i++)
        length += (size_t)snprintf(list + length, size - length,
                                   "%sredis://n%d", i > 0 ? "," : "", i);
}

Test(uri, lists_end_at_32_nodes)
{
    char list[1024];

    list_of(32, list, sizeof(list));
    parse(list);
    cr_assert_eq(uris.count, 32);
    cr_assert_str_eq(uris.uri[31].host, "n31");
    rlk_uris_clear(&uris);
    list_of(33, list, sizeof(list));
    cr_assert_eq(rlk_uris_parse(list, &uris, &problem), REDLOCK_BAD_NODES);
    cr_assert_eq(problem.position, 33);
    cr_assert(strstr(problem.text, "more than 32") != NULL);
}

Test(uri, local_n_is_n_sockets)
{
    char path[108];

    parse("local:5");
    cr_assert_eq(uris.count, 5);
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(redlock_local_server(5, i + 1, path, NULL), REDLOCK_OK);
        cr_assert_str_eq(uris.uri[i].path, path);
        cr_assert_null(uris.uri[i].host);
    }
}

Test(uri, problem_may_be_null)
{
    cr_assert_eq(rlk_uris_parse("x", &uris, NULL), REDLOCK_BAD_NODES);
}

Test(uri, parsing_survives_each_failed_allocation)
{
    const char *list = "redis://u:p@a,unix://u:p@/b,redis://:q@[::1],"
                       "rediss://c?cacert=d&cacertdir=e&cert=f&key=g&sni=h";
    uint64_t allocations;

    rlk_alloc_fail_at(0);
    parse(list);
    rlk_uris_clear(&uris);
    allocations = rlk_alloc_fail_at(0);
    cr_assert_gt(allocations, 5);
    for (uint64_t nth = 1; nth <= allocations; nth++) {
        rlk_alloc_fail_at(nth);
        cr_expect_eq(rlk_uris_parse(list, &uris, &problem), REDLOCK_NO_MEMORY);
        cr_expect_eq(uris.count, 0);
    }
    rlk_alloc_fail_at(0);
}
