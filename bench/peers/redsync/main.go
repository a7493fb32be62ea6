// SPDX-License-Identifier: MIT

// redsync [WORD=VALUE...]: drives Go's redsync as bench/driver.h says.
// style=redigo or go-redis is the client it runs on.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-redsync/redsync/v4"
	redsyncredis "github.com/go-redsync/redsync/v4/redis"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/go-redsync/redsync/v4/redis/redigo"
	redigolib "github.com/gomodule/redigo/redis"
	goredislib "github.com/redis/go-redis/v9"
)

const ttl = 30 * time.Second

type sample struct {
	worker           int
	acquire, release time.Duration
}

// What bench/driver.h calls the plan.
var plan = map[string]int{
	"workers": 1, "shared": 0, "hold_us": 0,
	"warm_ms": 200, "run_ms": 1000, "pairs": 0,
}
var style = "redigo"

var (
	mutex         sync.Mutex // over all that follows
	begin, end    time.Time
	cpuBegin      = time.Duration(-1)
	done          int
	failed        int
	failedLongest time.Duration
	samples       []sample
)

func fail(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "bench: "+format+"\n", arguments...)
	os.Exit(1)
}

func readPlan(words []string) {
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		if name == "style" {
			style = value
			continue
		}
		number, err := strconv.Atoi(value)
		if _, known := plan[name]; !known || err != nil {
			fail("%s: no such word", word)
		}
		plan[name] = number
	}
}

func poolOf(address string) redsyncredis.Pool {
	if style == "go-redis" {
		return goredis.NewPool(goredislib.NewClient(
			&goredislib.Options{Addr: address}))
	}
	return redigo.NewPool(&redigolib.Pool{
		MaxIdle: 256,
		Dial: func() (redigolib.Conn, error) {
			return redigolib.Dial("tcp", address)
		},
	})
}

func connect() *redsync.Redsync {
	var pools []redsyncredis.Pool
	for _, port := range strings.Split(os.Getenv("BENCH_PORTS"), ",") {
		pools = append(pools, poolOf("127.0.0.1:"+port))
	}
	return redsync.New(pools...)
}

func cpu() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func goesOn() bool {
	mutex.Lock()
	defer mutex.Unlock()
	return (plan["pairs"] == 0 || done < plan["pairs"]) && time.Now().Before(end)
}

func record(s sample, now time.Time) {
	mutex.Lock()
	defer mutex.Unlock()
	done++
	if now.Before(begin) {
		return
	}
	if cpuBegin < 0 {
		cpuBegin = cpu()
		begin = now
		return
	}
	samples = append(samples, s)
}

func recordFailure(took time.Duration) {
	mutex.Lock()
	defer mutex.Unlock()
	failed++
	if took > failedLongest {
		failedLongest = took
	}
}

func runWorker(worker int, locks *redsync.Redsync) {
	owner := worker
	options := []redsync.Option{redsync.WithExpiry(ttl)}
	if plan["shared"] == 1 {
		owner = 0
		options = append(options, redsync.WithTries(1000000))
	}
	resource := fmt.Sprintf("bench:%d:%d", os.Getpid(), owner)
	for goesOn() {
		lock := locks.NewMutex(resource, options...)
		start := time.Now()
		if lock.Lock() != nil {
			recordFailure(time.Since(start))
			continue
		}
		held := time.Now()
		if plan["hold_us"] > 0 {
			time.Sleep(time.Duration(plan["hold_us"]) * time.Microsecond)
		}
		letGo := time.Now()
		if ok, _ := lock.Unlock(); !ok {
			recordFailure(time.Since(letGo))
			continue
		}
		now := time.Now()
		record(sample{worker, held.Sub(start), now.Sub(letGo)}, now)
	}
}

func finish() {
	out := bufio.NewWriter(os.Stdout)
	used := time.Duration(0)
	if cpuBegin >= 0 {
		used = cpu() - cpuBegin
	}
	wall := time.Since(begin)
	for _, s := range samples {
		fmt.Fprintln(out, s.worker, s.acquire.Nanoseconds(),
			s.release.Nanoseconds())
	}
	fmt.Fprintln(out, "workers", plan["workers"])
	fmt.Fprintln(out, "wall_ns", wall.Nanoseconds())
	fmt.Fprintln(out, "cpu_ns", used.Nanoseconds())
	fmt.Fprintln(out, "failed", failed)
	fmt.Fprintln(out, "failed_longest_ns", failedLongest.Nanoseconds())
	_ = out.Flush()
}

func main() {
	readPlan(os.Args[1:])
	common := connect()
	begin = time.Now().Add(time.Duration(plan["warm_ms"]) * time.Millisecond)
	end = begin.Add(time.Duration(plan["run_ms"]) * time.Millisecond)
	var all sync.WaitGroup
	for i := 0; i < plan["workers"]; i++ {
		locks := common
		if plan["shared"] == 1 {
			locks = connect()
		}
		all.Add(1)
		go func(worker int) {
			defer all.Done()
			runWorker(worker, locks)
		}(i)
	}
	all.Wait()
	finish()
}
