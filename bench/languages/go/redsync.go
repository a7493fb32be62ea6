// SPDX-License-Identifier: MIT

//go:build redsync

package main

import (
	"github.com/go-redsync/redsync/v4"
	"github.com/go-redsync/redsync/v4/redis/redigo"
	redigolib "github.com/gomodule/redigo/redis"
)

func init() {
	theirs = pairsOfRedsync
}

func pairsOfRedsync(path string) func() {
	pool := redigo.NewPool(&redigolib.Pool{
		MaxIdle: 1,
		Dial:    func() (redigolib.Conn, error) { return redigolib.Dial("unix", path) },
	})
	mutex := redsync.New(pool).NewMutex("pair", redsync.WithExpiry(ttl))
	return func() {
		check(mutex.Lock())
		_, err := mutex.Unlock()
		check(err)
	}
}
