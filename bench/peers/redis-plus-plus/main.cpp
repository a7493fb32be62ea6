// SPDX-License-Identifier: MIT
//
// redis [WORD=VALUE...]: drives redis-plus-plus's RedLockMutexVessel as
// bench/driver.h says, with a thread for each worker.

#define _Noreturn [[noreturn]]
extern "C" {
#include "bench/driver.h"
}

#include <sw/redis++/patterns/redlock.h>
#include <sw/redis++/redis++.h>
#include <unistd.h>

#include <chrono>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using Vessel = sw::redis::RedLockMutexVessel;

static driver bench;
static std::mutex bench_mutex;

static std::shared_ptr<Vessel> connect()
{
    std::vector<std::shared_ptr<sw::redis::Redis>> masters;

    for (int i = 0; i < bench.plan.nodes; i++) {
        sw::redis::ConnectionOptions connection;
        sw::redis::ConnectionPoolOptions pool;

        connection.host = "127.0.0.1";
        connection.port = bench.plan.port[i];
        pool.size = bench.plan.shared ? 1 : size_t(bench.plan.workers);
        masters.push_back(std::make_shared<sw::redis::Redis>(connection, pool));
    }
    return std::make_shared<Vessel>(masters.begin(), masters.end());
}

static void run_pair(Vessel &vessel, const std::string &resource, int worker)
{
    const int retries = bench.plan.shared ? std::numeric_limits<int>::max() : 3;
    const int64_t start = driver_now();

    try {
        auto lock =
            vessel.lock(resource, sw::redis::RedLockUtils::lock_id(),
                        std::chrono::milliseconds(DRIVER_TTL_MS), retries);
        const int64_t held = driver_now();

        if (!lock.locked)
            throw std::runtime_error("not locked");
        std::this_thread::sleep_for(
            std::chrono::nanoseconds(bench.plan.hold_ns));
        const int64_t let_go = driver_now();

        vessel.unlock(lock);
        const int64_t now = driver_now();
        const driver_sample sample = {worker, held - start, now - let_go};
        const std::lock_guard<std::mutex> guard(bench_mutex);

        driver_record(&bench, &sample, now);
    } catch (const std::exception &) {
        const std::lock_guard<std::mutex> guard(bench_mutex);

        driver_record_failure(&bench, driver_now() - start);
    }
}

static bool goes_on()
{
    const std::lock_guard<std::mutex> guard(bench_mutex);

    return driver_goes_on(&bench, driver_now());
}

static void run_worker(std::shared_ptr<Vessel> vessel, int worker)
{
    const std::string resource = "bench:" + std::to_string(getpid()) + ":" +
                                 std::to_string(bench.plan.shared ? 0 : worker);

    while (goes_on())
        run_pair(*vessel, resource, worker);
}

int main(int argc, char **argv)
{
    std::vector<std::thread> threads;
    std::shared_ptr<Vessel> common;

    driver_init(&bench, argc, argv);
    common = connect();
    driver_start(&bench);
    for (int i = 0; i < bench.plan.workers; i++)
        threads.emplace_back(run_worker, bench.plan.shared ? connect() : common,
                             i);
    for (auto &thread : threads)
        thread.join();
    return driver_finish(&bench);
}
