// SPDX-License-Identifier: MIT

package libredlock_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"redlock.example/libredlock"
)

func backup(client *libredlock.Client) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	lock, err := client.Lock(ctx, "backup")
	if errors.Is(err, libredlock.ErrBusy) {
		return nil // another machine does it
	}
	if err != nil {
		return err
	}
	defer lock.Unlock(context.Background())

	for part := 1; part <= 3; part++ {
		select {
		case <-lock.Lost():
			return libredlock.ErrLost
		default:
			store(part, lock.Fence())
		}
	}
	return nil
}

func migrate(ctx context.Context, client *libredlock.Client) error {
	return client.Do(ctx, "migrate", func(ctx context.Context, lock *libredlock.Lock) error {
		return alter(ctx, lock.Fence()) // ctx is cancelled when the lock is lost
	})
}

func store(part int, fence int64) {
	fmt.Println("part", part, "with a fence:", fence > 0)
}

func alter(ctx context.Context, fence int64) error {
	fmt.Println("migrated with a fence:", fence > 0)
	return ctx.Err()
}

func Example() {
	client, err := libredlock.Open("local:5", libredlock.WithNodeTimeout(time.Second))
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	if err := backup(client); err != nil {
		log.Fatal(err)
	}
	if err := migrate(context.Background(), client); err != nil {
		log.Fatal(err)
	}
	// Output:
	// part 1 with a fence: true
	// part 2 with a fence: true
	// part 3 with a fence: true
	// migrated with a fence: true
}
