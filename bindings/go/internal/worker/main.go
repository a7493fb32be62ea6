// SPDX-License-Identifier: MIT

// Command worker is a contender in Go. bindings/tests/worker.py describes its
// arguments and its journal.
//
//	worker NODES RESOURCE COUNTER SECONDS
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"redlock.example/libredlock"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: worker NODES RESOURCE COUNTER SECONDS")
	}
	nodes, resource, counter := os.Args[1], os.Args[2], os.Args[3]
	seconds, err := strconv.ParseFloat(os.Args[4], 64)
	check(err)
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	journal, err := os.OpenFile(counter+".journal", os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	check(err)
	client, err := libredlock.Open(nodes, libredlock.WithTTL(10*time.Second))
	check(err)
	defer client.Close()

	turns := 0
	for time.Now().Before(end) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		lock, err := client.Lock(ctx, resource)
		cancel()
		if err != nil {
			continue
		}
		line := fmt.Sprintf("go %d %s", lock.Fence(), lock.Token())
		write(journal, "enter "+line)
		text, err := os.ReadFile(counter)
		check(err)
		number, err := strconv.Atoi(strings.TrimSpace(string(text)))
		check(err)
		check(os.WriteFile(counter, []byte(strconv.Itoa(number+1)), 0o666))
		write(journal, "leave "+line)
		turns++
		_ = lock.Unlock(context.Background())
		time.Sleep(20 * time.Millisecond)
	}
	fmt.Println(turns)
}

func write(journal *os.File, line string) {
	now := float64(time.Now().UnixMilli()) / 1000
	_, err := fmt.Fprintf(journal, "%s %.3f\n", line, now)
	check(err)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
