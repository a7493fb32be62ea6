// SPDX-License-Identifier: MIT

// pairs LOCK SOCKET PAIRS: as python.py. LOCK is redsync, plain or fenced.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"sort"
	"strconv"
	"time"

	"redlock.example/libredlock"
)

const ttl = 10 * time.Second

// redsync, where it could be fetched: redsync.go.
var theirs func(path string) func()

func ours(path string, options ...libredlock.LockOption) func() {
	client, err := libredlock.Open("unix://" + path)
	check(err)
	options = append(options, libredlock.WithTTL(ttl), libredlock.WithoutRenewal())
	background := context.Background()
	return func() {
		lock, err := client.Lock(background, "pair", options...)
		check(err)
		check(lock.Unlock(background))
	}
}

func main() {
	kind, path := os.Args[1], os.Args[2]
	pairs, err := strconv.Atoi(os.Args[3])
	check(err)
	var pair func()
	switch {
	case kind == "redsync" && theirs != nil:
		pair = theirs(path)
	case kind == "redsync":
		log.Fatal("redsync could not be fetched")
	case kind == "plain":
		pair = ours(path, libredlock.WithoutFence())
	default:
		pair = ours(path)
	}
	samples := make([]int, pairs)
	for i := range samples {
		start := time.Now()
		pair()
		samples[i] = int(time.Since(start) / time.Microsecond)
	}
	samples = samples[pairs/10:]
	sort.Ints(samples)
	fmt.Println(samples[len(samples)/2])
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
