/* SPDX-License-Identifier: MIT */
/*
 * guard: a lock that is held for a scope. The work fails and leaves the scope
 * by an exception; the next acquisition finds the lock free.
 */
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "redlock/redlock.hpp"

static void work(redlock::client &client)
{
    redlock::request request("ledger");
    request.fencing = true;
    redlock::lock ledger = redlock::acquire(client, request);

    std::printf("%s, fence %lld\n", ledger.held() ? "held" : "lost",
                static_cast<long long>(ledger.fence()));
    throw std::runtime_error("the work fails");
}

int main()
{
    try {
        redlock::settings settings(std::getenv("REDLOCK_NODES"));
        settings.node_timeout_ms = 500;
        redlock::client client = redlock::open(settings);
        for (int i = 0; i < 2; i++) {
            try {
                work(client);
            } catch (const std::runtime_error &failure) {
                std::printf("%s\n", failure.what());
            }
        }
    } catch (const redlock::error &error) {
        std::fprintf(stderr, "guard: %s\n", error.what());
        return 2;
    }
}
