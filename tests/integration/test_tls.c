/* SPDX-License-Identifier: MIT */
/* Servers with a TLS port, and the reasons of refused connections. */

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <ev.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "redlock/admin.h"
#include "tests/support/certificates.h"
#include "tests/support/fixture.h"
#include "tests/support/loop.h"

static struct redlock_lock *lock;
static struct redlock_tls tls;

TestSuite(tls, .fini = close_all, .timeout = 120);

static void start(const char *name, const char *const *options)
{
    tls_fleet_start(&fleet, 3, name, options);
    tls.ca_file = certificate("ca.crt");
}

static struct redlock_settings settings_of(int64_t node_timeout_ms)
{
    return (struct redlock_settings){
        .size = sizeof(struct redlock_settings),
        .nodes = fleet.nodes,
        .node_timeout_ms = node_timeout_ms,
        .tls = tls,
    };
}

static void open_it(int64_t node_timeout_ms)
{
    struct redlock_settings settings = settings_of(node_timeout_ms);

    client = open_client(&settings);
}

static enum redlock_status acquire(void)
{
    memset(&report, 0, sizeof(report));
    return redlock_acquire(client,
                           &(struct redlock_request){.resource = "cup",
                                                     .fencing = true,
                                                     .report = &report},
                           &lock);
}

static void expect_lock(void)
{
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), REDLOCK_OK, "%s", votes_of(&report));
    redlock_release(&lock, NULL);
}

/* No node grants, each for this reason and with this message. */
static void expect_refusal(enum redlock_status status,
                           enum redlock_reason reason, const char *words)
{
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), status, "%s", votes_of(&report));
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(report.node[i].reason, reason, "%s", votes_of(&report));
        cr_assert(strstr(report.node[i].message, words) != NULL, "%s",
                  report.node[i].message);
    }
}

/* --- what is right ----------------------------------------------------------
 */

Test(tls, a_lock_is_acquired_extended_and_released)
{
    start("server", NULL);
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), REDLOCK_OK, "%s", votes_of(&report));
    cr_assert_gt(redlock_fence(lock), 0);
    fleet_await(&fleet, client, "cup", 3);
    cr_assert_eq(redlock_extend(lock, 20000, &report), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 0);
}

Test(tls, a_certificate_may_have_a_name_instead_of_an_address)
{
    start("server", NULL);
    snprintf(fleet.nodes, sizeof(fleet.nodes), "rediss://localhost:%d",
             tls_port(0));
    expect_lock();
}

Test(tls, authorities_may_be_in_a_folder)
{
    start("server", NULL);
    tls.ca_file = NULL;
    tls.ca_folder = certificate("trusted");
    expect_lock();
}

Test(tls, options_of_a_uri_override_the_settings)
{
    start("elsewhere", NULL);
    tls.ca_file = certificate("other.crt");
    tls.server_name = "nowhere.example";
    snprintf(fleet.nodes, sizeof(fleet.nodes),
             "rediss://127.0.0.1:%d/0?cacert=%s&sni=elsewhere.example",
             tls_port(0), certificate("ca.crt"));
    expect_lock();
}

static void *wait_for_it(void *user)
{
    struct redlock_client *waiter = user;
    struct redlock_lock *cup = NULL;
    enum redlock_status status = redlock_acquire(
        waiter, &(struct redlock_request){.resource = "cup", .wait_ms = 60000},
        &cup);

    redlock_release(&cup, NULL);
    return status == REDLOCK_OK ? user : NULL;
}

/* The number of subscribed connections. */
static int listening(void)
{
    int count = 0;

    for (int i = 0; i < fleet.count; i++)
        count += server_info(&fleet.server[i], "pubsub_channels") > 0;
    return count;
}

/* There is no plain port: both connections have TLS. */
Test(tls, a_waiter_is_notified_by_the_second_connection)
{
    struct redlock_settings settings;
    struct redlock_client *waiter;
    pthread_t thread;
    void *answer = NULL;

    start("server", NULL);
    open_it(UNHURRIED_MS);
    settings = settings_of(UNHURRIED_MS);
    waiter = open_client(&settings);
    cr_assert_eq(acquire(), REDLOCK_OK, "%s", votes_of(&report));
    pthread_create(&thread, NULL, wait_for_it, waiter);
    for (int tries = 0; listening() == 0; tries++) {
        cr_assert_lt(tries, 5000);
        sleep_ms(2);
    }
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    pthread_join(thread, &answer);
    cr_assert_not_null(answer);
    redlock_close(waiter);
}

/* --- the event API ---------------------------------------------------------
 */

/* Many requests whose long names do not fit into a socket's buffer together. */
enum {
    LOCKS = 3000,
    NAME_LENGTH = 1000,
};

struct batch {
    int acquired;
    int released;
    struct redlock_lock *lock[LOCKS];
};

static void on_released(void *user, enum redlock_status status)
{
    struct batch *batch = user;

    cr_assert_eq(status, REDLOCK_OK);
    batch->released++;
}

static void on_acquired(void *user, enum redlock_status status,
                        struct redlock_lock *which)
{
    struct batch *batch = user;

    cr_assert_eq(status, REDLOCK_OK);
    batch->lock[batch->acquired++] = which;
}

static void ask(struct batch *batch, int number)
{
    char name[NAME_LENGTH + 1];

    snprintf(name, sizeof(name), "%0*d", NAME_LENGTH, number);
    cr_assert_eq(redlock_async_acquire(client,
                                       &(struct redlock_request){
                                           .resource = name, .ttl_ms = 120000},
                                       on_acquired, batch, NULL),
                 REDLOCK_OK);
}

/*
 * One server reads nothing until all requests are made, so its part waits here.
 */
Test(tls, many_locks_are_served_on_a_loop)
{
    static struct batch batch;
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct redlock_settings settings;

    start("server", NULL);
    settings = settings_of(60000);
    settings.strategy = REDLOCK_PARALLEL;
    client = open_client_on_loop(loop, &settings);
    ask(&batch, 0);
    loop_run_until(loop, &batch.acquired, 1);
    server_pause(&fleet.server[2]);
    for (int i = 1; i < LOCKS; i++)
        ask(&batch, i);
    loop_run_until(loop, &batch.acquired, LOCKS);
    server_resume(&fleet.server[2]);
    for (int i = 0; i < LOCKS; i++)
        cr_assert_eq(
            redlock_async_release(&batch.lock[i], NULL, on_released, &batch),
            REDLOCK_OK);
    loop_run_until(loop, &batch.released, LOCKS);
    redlock_close(client);
    client = NULL;
    ev_loop_destroy(loop);
}

/* An acquisition ends as in the blocking API. */
static void expect_refusal_on_a_loop(int64_t node_timeout_ms,
                                     enum redlock_reason reason)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct redlock_settings settings = settings_of(node_timeout_ms);
    struct redlock_request request = {.resource = "cup", .report = &report};
    struct ending ending = {.count = 0};

    client = open_client_on_loop(loop, &settings);
    cr_assert_eq(
        redlock_async_acquire(client, &request, note_acquired, &ending, NULL),
        REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_NO_QUORUM);
    cr_assert_null(ending.lock);
    cr_assert_eq(report.node[0].reason, reason, "%s", votes_of(&report));
    cr_assert_str_not_empty(report.node[0].message);
    redlock_close(client);
    client = NULL;
    ev_loop_destroy(loop);
}

Test(tls, a_certificate_is_refused_on_a_loop)
{
    start("elsewhere", NULL);
    expect_refusal_on_a_loop(UNHURRIED_MS, REDLOCK_REASON_CERTIFICATE);
}

Test(tls, a_server_that_is_stopped_is_reported_on_a_loop)
{
    start("server", NULL);
    fleet_each(&fleet, 0, 2, server_pause);
    expect_refusal_on_a_loop(SILENT_MS, REDLOCK_REASON_SILENT);
    fleet_each(&fleet, 0, 2, server_resume);
}

/* --- whose certificate is wrong ---------------------------------------------
 */

Test(tls, a_certificate_of_an_untrusted_authority_is_refused)
{
    start("server", NULL);
    tls.ca_file = certificate("other.crt");
    expect_refusal(REDLOCK_NO_QUORUM, REDLOCK_REASON_CERTIFICATE,
                   "certificate");
}

/* The system does not trust the test's authority. */
Test(tls, without_a_file_the_systems_authorities_are_trusted)
{
    start("server", NULL);
    tls.ca_file = NULL;
    expect_refusal(REDLOCK_NO_QUORUM, REDLOCK_REASON_CERTIFICATE,
                   "certificate");
}

Test(tls, a_certificate_for_another_host_is_refused)
{
    start("elsewhere", NULL);
    expect_refusal(REDLOCK_NO_QUORUM, REDLOCK_REASON_CERTIFICATE,
                   "it is not for 127.0.0.1");
}

Test(tls, a_certificate_for_another_name_is_refused)
{
    start("server", NULL);
    tls.server_name = "redis.example";
    expect_refusal(REDLOCK_NO_QUORUM, REDLOCK_REASON_CERTIFICATE,
                   "it is not for redis.example");
}

/* Nodes with the same authority have different names. */
Test(tls, a_certificate_for_another_nodes_name_is_refused)
{
    start("server", NULL);
    snprintf(fleet.nodes, sizeof(fleet.nodes),
             "rediss://127.0.0.1:%d?sni=localhost,"
             "rediss://127.0.0.1:%d?sni=redis.example,"
             "rediss://127.0.0.1:%d?sni=redis.example",
             tls_port(0), tls_port(1), tls_port(2));
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), REDLOCK_NO_QUORUM, "%s", votes_of(&report));
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_GRANTED, "%s",
                 votes_of(&report));
    cr_assert_eq(report.node[1].reason, REDLOCK_REASON_CERTIFICATE, "%s",
                 votes_of(&report));
}

/* The folder in the settings is not used in addition. */
Test(tls, a_certificate_of_an_authority_not_in_the_uri_is_refused)
{
    start("server", NULL);
    tls.ca_file = NULL;
    tls.ca_folder = certificate("trusted");
    snprintf(fleet.nodes, sizeof(fleet.nodes),
             "rediss://127.0.0.1:%d?cacert=%s", tls_port(0),
             certificate("other.crt"));
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), REDLOCK_NO_QUORUM, "%s", votes_of(&report));
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_CERTIFICATE, "%s",
                 votes_of(&report));
}

Test(tls, a_certificate_for_the_given_name_is_accepted)
{
    start("elsewhere", NULL);
    tls.server_name = "elsewhere.example";
    expect_lock();
}

Test(tls, a_certificate_that_has_expired_is_refused)
{
    start("expired", NULL);
    expect_refusal(REDLOCK_NO_QUORUM, REDLOCK_REASON_CERTIFICATE, "expired");
}

Test(tls, insecure_accepts_any_certificate)
{
    static struct redlock_examination examination;
    struct redlock_settings settings;

    start("expired", NULL);
    tls.ca_file = NULL;
    tls.insecure = true;
    expect_lock();
    settings = settings_of(UNHURRIED_MS);
    cr_assert_eq(redlock_examine(&settings, &examination, NULL), REDLOCK_OK);
    cr_assert_eq(examination.node[0].certificate_days, 0);
}

/* --- our certificate --------------------------------------------------------
 */

static const char *const wanting[] = {"--tls-auth-clients", "yes", NULL};
static const char *const wanting_of_old[] = {
    "--tls-auth-clients", "yes", "--tls-protocols", "TLSv1.2", NULL};

Test(tls, a_required_client_certificate_is_sent)
{
    start("server", wanting);
    tls.cert_file = certificate("client.crt");
    tls.key_file = certificate("client.key");
    expect_lock();
}

/* In TLS 1.3 the server reports it after the client has begun to write. */
Test(tls, a_missing_client_certificate_is_reported)
{
    start("server", wanting);
    expect_refusal(REDLOCK_NO_RIGHTS, REDLOCK_REASON_CLIENT_CERTIFICATE,
                   "certificate required");
}

Test(tls, a_missing_client_certificate_is_reported_with_TLS_1_2)
{
    start("server", wanting_of_old);
    expect_refusal(REDLOCK_NO_RIGHTS, REDLOCK_REASON_CLIENT_CERTIFICATE,
                   "handshake failure");
}

Test(tls, an_untrusted_client_certificate_is_reported)
{
    start("server", wanting);
    tls.cert_file = certificate("stranger.crt");
    tls.key_file = certificate("stranger.key");
    expect_refusal(REDLOCK_NO_RIGHTS, REDLOCK_REASON_CLIENT_CERTIFICATE,
                   "unknown ca");
}

/* --- servers that do not answer ---------------------------------------------
 */

Test(tls, a_killed_server_costs_its_vote_until_it_comes_back)
{
    start("server", NULL);
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), REDLOCK_OK, "%s", votes_of(&report));
    fleet_await(&fleet, client, "cup", 3);
    server_kill(&fleet.server[1]);
    cr_assert_eq(redlock_extend(lock, 20000, &report), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_OK, "%s",
                 votes_of(&report));
    server_restart(&fleet.server[1]);
    for (int tries = 0; report.node[1].vote != REDLOCK_VOTE_ANSWERED; tries++) {
        cr_assert_lt(tries, 1000);
        sleep_ms(20);
        cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    }
}

/* The kernel accepts the connections, and nobody answers the handshake. */
Test(tls, a_stopped_server_costs_one_node_timeout)
{
    long long since;

    start("server", NULL);
    fleet_each(&fleet, 0, 2, server_pause);
    open_it(SILENT_MS);
    since = boot_ms();
    cr_assert_eq(acquire(), REDLOCK_NO_QUORUM, "%s", votes_of(&report));
    cr_assert_geq(boot_ms() - since, SILENT_MS);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(report.node[i].reason, REDLOCK_REASON_SILENT, "%s",
                     votes_of(&report));
        cr_assert(strstr(report.node[i].message, "TLS handshake") != NULL, "%s",
                  report.node[i].message);
    }
    fleet_each(&fleet, 0, 2, server_resume);
}

/* --- a server's last words --------------------------------------------------
 */

static const char denied[] = "-DENIED Redis is running in protected mode\r\n";

/* A listening socket at which the test plays the only node. */
static int listen_as_node(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof(address);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    cr_assert_eq(bind(listener, (struct sockaddr *)&address, length), 0);
    cr_assert_eq(listen(listener, 8), 0);
    cr_assert_eq(getsockname(listener, (struct sockaddr *)&address, &length),
                 0);
    tls.ca_file = certificate("ca.crt");
    snprintf(fleet.nodes, sizeof(fleet.nodes), "rediss://127.0.0.1:%d",
             ntohs(address.sin_port));
    return listener;
}

/* The text and the end of the connection arrive in one packet. */
static void *deny(void *user)
{
    int listener = *(int *)user;
    int socket = accept(listener, NULL, NULL);
    int on = 1;
    int off = 0;
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL *ssl;
    char asked[512];

    SSL_CTX_use_certificate_file(context, certificate("server.crt"),
                                 SSL_FILETYPE_PEM);
    SSL_CTX_use_PrivateKey_file(context, certificate("server.key"),
                                SSL_FILETYPE_PEM);
    ssl = SSL_new(context);
    SSL_set_fd(ssl, socket);
    if (SSL_accept(ssl) == 1 && SSL_read(ssl, asked, sizeof(asked)) > 0) {
        setsockopt(socket, IPPROTO_TCP, TCP_CORK, &on, sizeof(on));
        SSL_write(ssl, denied, sizeof(denied) - 1);
        SSL_shutdown(ssl);
        setsockopt(socket, IPPROTO_TCP, TCP_CORK, &off, sizeof(off));
    }
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(socket);
    return NULL;
}

Test(tls, an_error_sent_before_the_connection_closes_is_read)
{
    int listener = listen_as_node();
    pthread_t thread;

    pthread_create(&thread, NULL, deny, &listener);
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), REDLOCK_NO_QUORUM, "%s", votes_of(&report));
    cr_assert(strstr(report.node[0].message, "protected mode") != NULL, "%s",
              report.node[0].message);
    pthread_join(thread, NULL);
    close(listener);
}

/* --- one port for the other -------------------------------------------------
 */

Test(tls, a_silent_plain_port_is_reported_as_possibly_plain)
{
    fleet.count = 1;
    server_start_tcp(&fleet.server[0], NULL);
    tls.ca_file = certificate("ca.crt");
    snprintf(fleet.nodes, sizeof(fleet.nodes), "rediss://127.0.0.1:%d",
             fleet.server[0].port);
    open_it(SILENT_MS);
    cr_assert_eq(acquire(), REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SILENT);
    cr_assert_str_eq(report.node[0].message,
                     "no answer to the TLS handshake: a plain port is "
                     "redis://");
}

Test(tls, a_tls_port_that_closes_is_reported_as_possibly_tls)
{
    start("server", NULL);
    memset(&tls, 0, sizeof(tls));
    snprintf(fleet.nodes, sizeof(fleet.nodes), "redis://127.0.0.1:%d",
             tls_port(0));
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_BROKEN);
    cr_assert_str_eq(report.node[0].message,
                     "closed before its first word: a TLS port is rediss://");
}

/* --- servers of another kind ------------------------------------------------
 */

struct stranger {
    int listener;
    const char *words; /* sent to each client before closing */
    size_t length;
    pthread_t thread;
};

/* Until the socket is closed. */
static void *talk(void *user)
{
    struct stranger *stranger = user;
    int fd;

    while ((fd = accept(stranger->listener, NULL, NULL)) >= 0) {
        (void)send(fd, stranger->words, stranger->length, MSG_NOSIGNAL);
        (void)shutdown(fd, SHUT_WR);
        while (recv(fd, &(char){0}, 1, 0) > 0)
            continue;
        close(fd);
    }
    return NULL;
}

static void meet(struct stranger *stranger)
{
    stranger->listener = listen_as_node();
    pthread_create(&stranger->thread, NULL, talk, stranger);
    open_it(UNHURRIED_MS);
    cr_assert_eq(acquire(), REDLOCK_NO_QUORUM);
    redlock_close(client);
    client = NULL;
    (void)shutdown(stranger->listener, SHUT_RDWR);
    pthread_join(stranger->thread, NULL);
    close(stranger->listener);
}

Test(tls, a_server_that_answers_without_tls_is_reported)
{
    meet(&(struct stranger){.words = "-ERR unknown command\r\n", .length = 22});
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_TLS);
    cr_assert_str_eq(report.node[0].message,
                     "it answers without TLS: a plain port is redis://");
}

Test(tls, a_server_that_closes_the_connection_is_reported)
{
    meet(&(struct stranger){.words = "", .length = 0});
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_BROKEN);
    cr_assert_str_eq(report.node[0].message,
                     "closed by the server in the TLS handshake");
}

/* An alert: there is no version in common. */
Test(tls, a_server_with_only_older_versions_is_reported)
{
    meet(&(struct stranger){.words = "\x15\x03\x03\x00\x02\x02\x46",
                            .length = 7});
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_TLS);
    cr_assert(strstr(report.node[0].message, "protocol version") != NULL, "%s",
              report.node[0].message);
}

/* --- opening ----------------------------------------------------------------
 */

static void expect_no_client(enum redlock_status status, int position,
                             const char *words)
{
    struct redlock_problem problem = {.position = -1};
    struct redlock_settings settings = settings_of(0);

    cr_assert_eq(redlock_open(&settings, &client, &problem), status, "%s",
                 problem.text);
    cr_assert_null(client);
    cr_assert_eq(problem.position, position);
    cr_assert(strstr(problem.text, words) != NULL, "%s", problem.text);
}

static void no_fleet(void)
{
    snprintf(fleet.nodes, sizeof(fleet.nodes), "redis://a,rediss://b");
}

Test(tls, unusable_certificate_files_are_refused_at_opening, .init = no_fleet)
{
    tls.ca_file = "/nonexistent/ca.crt";
    expect_no_client(REDLOCK_BAD_SETTING, 0,
                     "/nonexistent/ca.crt: No such file or directory");
    tls.ca_file = certificate("ca.key");
    expect_no_client(REDLOCK_BAD_SETTING, 0, "ca.key: ");
    tls.ca_file = NULL;
    tls.ca_folder = "/nonexistent";
    expect_no_client(REDLOCK_BAD_SETTING, 0, "/nonexistent: No such");
    tls.ca_folder = certificate("ca.crt");
    expect_no_client(REDLOCK_BAD_SETTING, 0, "ca.crt: Not a directory");
}

Test(tls, unusable_keys_are_refused_at_opening, .init = no_fleet)
{
    tls.ca_file = certificate("ca.crt");
    tls.cert_file = certificate("client.crt");
    expect_no_client(REDLOCK_BAD_SETTING, 0, "needs its key");
    tls.key_file = certificate("locked.key");
    expect_no_client(REDLOCK_BAD_SETTING, 0, "wants a passphrase");
    tls.key_file = certificate("server.key");
    expect_no_client(REDLOCK_BAD_SETTING, 0, "server.key: key values mismatch");
    tls.key_file = "/nonexistent";
    expect_no_client(REDLOCK_BAD_SETTING, 0, "/nonexistent: No such");
    tls.key_file = certificate("client.key");
    tls.cert_file = certificate("client.key");
    expect_no_client(REDLOCK_BAD_SETTING, 0, "certificate");
    tls.cert_file = NULL;
    expect_no_client(REDLOCK_BAD_SETTING, 0, "needs its certificate");
}

Test(tls, a_uri_with_an_unusable_file_is_reported_by_its_position,
     .init = no_fleet)
{
    snprintf(fleet.nodes, sizeof(fleet.nodes),
             "rediss://a,rediss://b?cacert=/nonexistent");
    expect_no_client(REDLOCK_BAD_NODES, 2, "/nonexistent: No such");
}

Test(tls, tls_settings_without_a_node_with_tls_are_refused, .init = no_fleet)
{
    tls.ca_file = certificate("ca.crt");
    snprintf(fleet.nodes, sizeof(fleet.nodes), "redis://a");
    expect_no_client(REDLOCK_BAD_SETTING, 0, "no node has it");
}

/* --- the doctor's view ------------------------------------------------------
 */

Test(tls, an_examination_reports_the_same_errors)
{
    static struct redlock_examination examination;
    struct redlock_settings settings;

    start("elsewhere", NULL);
    settings = settings_of(UNHURRIED_MS);
    cr_assert_eq(redlock_examine(&settings, &examination, NULL),
                 REDLOCK_NO_QUORUM);
    cr_assert_eq(examination.node[0].reason, REDLOCK_REASON_CERTIFICATE);
    cr_assert(strstr(examination.node[0].message, "not for 127.0.0.1") != NULL,
              "%s", examination.node[0].message);
}

Test(tls, an_examination_reports_version_and_cipher)
{
    static struct redlock_examination examination;
    struct redlock_settings settings;

    start("soon", NULL);
    settings = settings_of(UNHURRIED_MS);
    cr_assert_eq(redlock_examine(&settings, &examination, NULL), REDLOCK_OK,
                 "%s", examination.node[0].message);
    for (int i = 0; i < 3; i++) {
        cr_assert_str_eq(examination.node[i].tls_version, "TLSv1.3");
        cr_assert_str_not_empty(examination.node[i].tls_cipher);
        cr_assert(examination.node[i].certificate_days == 9 ||
                  examination.node[i].certificate_days == 10);
    }
}
