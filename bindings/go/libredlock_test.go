// SPDX-License-Identifier: MIT

package libredlock_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"redlock.example/libredlock"
)

const nodes = "local:5"

var background = context.Background()

func open(t *testing.T, options ...libredlock.ClientOption) *libredlock.Client {
	t.Helper()
	// The default would make each test depend on the machine's speed.
	options = append([]libredlock.ClientOption{libredlock.WithNodeTimeout(5 * time.Second)}, options...)
	client, err := libredlock.Open(nodes, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func acquire(t *testing.T, client *libredlock.Client, resource string, options ...libredlock.LockOption) *libredlock.Lock {
	t.Helper()
	lock, err := client.TryLock(background, resource, options...)
	if err != nil {
		t.Fatal(err)
	}
	return lock
}

func unlock(t *testing.T, lock *libredlock.Lock) {
	t.Helper()
	if err := lock.Unlock(background); err != nil {
		t.Error(err)
	}
}

// is requires that errors.Is finds each of the wanted errors.
func is(t *testing.T, err error, wanted ...error) {
	t.Helper()
	for _, one := range wanted {
		if !errors.Is(err, one) {
			t.Errorf("%v is not %v", err, one)
		}
	}
}

// force releases a lock of any holder.
func force(t *testing.T, resource string) {
	t.Helper()
	command := os.Getenv("REDLOCK_BIN")
	if command == "" {
		command = "redlock"
	}
	if out, err := exec.Command(command, "--nodes", nodes, "release", "--force", "--yes", resource).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func eventually(t *testing.T, what string, fact func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !fact(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within 10 s: %s", what)
		}
	}
}

func lostSoon(t *testing.T, lock *libredlock.Lock) {
	t.Helper()
	select {
	case <-lock.Lost():
	case <-time.After(10 * time.Second):
		t.Fatal("the loss is not reported")
	}
	if lock.Held() || lock.Remaining() != 0 {
		t.Error("a lost lock is held")
	}
}

func TestALockExcludesOthers(t *testing.T) {
	first := open(t, libredlock.WithLabel("the-first"))
	second := open(t)
	lock := acquire(t, first, "excludes")
	if !lock.Held() || lock.Remaining() < 20*time.Second || lock.Token() == "" || lock.Slot() != -1 {
		t.Error("a lock of 30 s is not held as such")
	}

	_, err := second.TryLock(background, "excludes")
	var refused *libredlock.Error
	if is(t, err, libredlock.ErrBusy); !errors.As(err, &refused) {
		t.Fatal(err)
	}
	if refused.Resource != "excludes" || refused.Quorum != 3 || len(refused.Nodes) != 5 || refused.Holder() != "the-first" {
		t.Errorf("%+v", refused)
	}
	if !strings.Contains(err.Error(), "lock excludes: held by another client (the-first)") {
		t.Error(err)
	}

	unlock(t, lock)
	if lock.Held() {
		t.Error("held after Unlock")
	}
	is(t, lock.Unlock(background), libredlock.ErrGone)
	is(t, lock.Extend(background, 0), libredlock.ErrLost)
	next := acquire(t, second, "excludes")
	if next.Fence() <= lock.Fence() {
		t.Errorf("the fence %d is not above %d", next.Fence(), lock.Fence())
	}
	unlock(t, next)
}

func TestAWaiterGetsAReleasedLock(t *testing.T) {
	client := open(t)
	lock := acquire(t, client, "waiter")
	time.AfterFunc(50*time.Millisecond, func() { unlock(t, lock) })
	next, err := client.Lock(background, "waiter")
	if err != nil {
		t.Fatal(err)
	}
	unlock(t, next)
}

func TestADeadlineEndsAWait(t *testing.T) {
	client := open(t)
	lock := acquire(t, client, "deadline")
	ctx, cancel := context.WithTimeout(background, 100*time.Millisecond)
	defer cancel()
	_, err := client.Lock(ctx, "deadline")
	is(t, err, libredlock.ErrBusy, context.DeadlineExceeded)
	<-ctx.Done()
	_, err = client.Lock(ctx, "another")
	is(t, err, libredlock.ErrCancelled, context.DeadlineExceeded)
	unlock(t, lock)
}

func TestACancelEndsAWait(t *testing.T) {
	client := open(t)
	lock := acquire(t, client, "cancel")
	ctx, cancel := context.WithCancel(background)
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err := client.Lock(ctx, "cancel")
	is(t, err, context.Canceled, libredlock.ErrCancelled)
	unlock(t, lock)
}

// Releases and cancels at the same time, so that some cancels come after the
// lock was won.
func TestACancelledAcquisitionLeavesNoLock(t *testing.T) {
	client := open(t)
	for i := 0; i < 60; i++ {
		lock := acquire(t, client, "cancelled")
		ctx, cancel := context.WithCancel(background)
		go func() {
			time.Sleep(2 * time.Millisecond)
			lock.Unlock(background)
		}()
		time.AfterFunc(2*time.Millisecond+time.Duration(i)*20*time.Microsecond, cancel)
		won, err := client.Lock(ctx, "cancelled")
		if err == nil {
			unlock(t, won)
		} else {
			is(t, err, context.Canceled, libredlock.ErrCancelled)
		}
		cancel()
		<-ctx.Done()
		eventually(t, "the lock is free", func() bool {
			next, err := client.TryLock(background, "cancelled")
			if err == nil {
				unlock(t, next)
			}
			return err == nil
		})
	}
}

func TestAKeptLockIsRenewedAndAnotherIsNot(t *testing.T) {
	client := open(t, libredlock.WithTTL(2*time.Second))
	kept := acquire(t, client, "kept")
	acquired := time.Now()
	unkept := acquire(t, client, "unkept", libredlock.WithoutRenewal())
	lostSoon(t, unkept)
	time.Sleep(time.Until(acquired.Add(2 * time.Second)))
	if !kept.Held() {
		t.Error("a kept lock is not renewed")
	}
	if err := kept.Extend(background, 30*time.Second); err != nil || kept.Remaining() < 20*time.Second {
		t.Error(err, kept.Remaining())
	}
	unlock(t, kept)
	select {
	case <-kept.Lost():
		t.Error("Unlock is reported as a loss")
	default:
	}
}

func TestALossIsReported(t *testing.T) {
	messages := make(chan libredlock.LogMessage, 64)
	client := open(t, libredlock.WithTTL(2*time.Second),
		libredlock.WithLog(libredlock.LogError, func(m libredlock.LogMessage) { messages <- m }))
	lock := acquire(t, client, "loss")
	force(t, "loss")
	lostSoon(t, lock)
	if m := <-messages; m.Level != libredlock.LogError || !strings.HasPrefix(m.String(), "redlock: ") {
		t.Error(m)
	}
	is(t, lock.Extend(background, 0), libredlock.ErrLost)
	is(t, lock.Unlock(background), libredlock.ErrGone)
}

func TestDoCancelsTheWorkOfALostLock(t *testing.T) {
	client := open(t, libredlock.WithTTL(2*time.Second))
	err := client.Do(background, "do", func(ctx context.Context, lock *libredlock.Lock) error {
		force(t, "do")
		<-ctx.Done()
		return ctx.Err()
	})
	is(t, err, libredlock.ErrLost)

	sentinel := errors.New("the work failed")
	err = client.Do(background, "do", func(context.Context, *libredlock.Lock) error { return sentinel })
	is(t, err, sentinel)
	if err = client.Do(background, "do", func(context.Context, *libredlock.Lock) error { return nil }); err != nil {
		t.Error(err)
	}
}

func TestReadersShareALock(t *testing.T) {
	client := open(t)
	one, err := client.RLock(background, "shared")
	if err != nil {
		t.Fatal(err)
	}
	two := acquire(t, client, "shared", libredlock.WithShared())
	_, err = client.TryLock(background, "shared")
	is(t, err, libredlock.ErrBusy)
	is(t, one.Downgrade(background), libredlock.ErrNoDowngrade)
	unlock(t, one)
	unlock(t, two)
	writer := acquire(t, client, "shared")
	if err := writer.Downgrade(background); err != nil {
		t.Error(err)
	}
	unlock(t, acquire(t, client, "shared", libredlock.WithShared()))
	unlock(t, writer)
}

func TestASemaphoreHasSlots(t *testing.T) {
	client := open(t)
	one := acquire(t, client, "slots", libredlock.WithSlots(2))
	two := acquire(t, client, "slots", libredlock.WithSlots(2))
	if one.Slot()+two.Slot() != 1 {
		t.Errorf("slots %d and %d", one.Slot(), two.Slot())
	}
	_, err := client.TryLock(background, "slots", libredlock.WithSlots(2))
	is(t, err, libredlock.ErrBusy)
	_, err = client.TryLock(background, "slots", libredlock.WithSlots(3))
	is(t, err, libredlock.ErrDisagrees)
	_, err = client.TryLock(background, "slots", libredlock.WithSlots(0))
	is(t, err, libredlock.ErrBadRequest)
	unlock(t, one)
	unlock(t, two)
}

func TestASetIsHeldAsAWhole(t *testing.T) {
	client := open(t)
	both, err := client.LockAll(background, []string{"set/b", "set/a"})
	if err != nil {
		t.Fatal(err)
	}
	if f := both.Fences(); len(f) != 2 || f[0] == 0 || f[1] == 0 || both.Fence() != 0 {
		t.Error(f, both.Fence())
	}
	_, err = client.TryLock(background, "set/a")
	is(t, err, libredlock.ErrBusy)
	unlock(t, both)
	unlock(t, acquire(t, client, "set/a", libredlock.WithoutFence()))
}

func TestFaultsAreNamed(t *testing.T) {
	client := open(t)
	for _, resources := range [][]string{nil, {""}, {"a\x00b"}, {"redlock:x"}, {"a", "a"}} {
		_, err := client.LockAll(background, resources)
		is(t, err, libredlock.ErrBadRequest)
	}
	_, err := client.TryLock(background, "long", libredlock.WithTTL(time.Hour))
	is(t, err, libredlock.ErrTTLTooLong)
	_, err = client.TryLock(background, "past", libredlock.WithTTL(-time.Second))
	is(t, err, libredlock.ErrBadRequest)
	_, err = libredlock.Open("redis://a,redis://a")
	is(t, err, libredlock.ErrBadNodes)
	_, err = libredlock.Open(nodes, libredlock.WithLabel("a\x00b"))
	is(t, err, libredlock.ErrBadSetting)

	nowhere, err := libredlock.Open("127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer nowhere.Close()
	_, err = nowhere.TryLock(background, "job")
	is(t, err, libredlock.ErrNoQuorum)
	if !strings.Contains(err.Error(), "redis://127.0.0.1:1: connection refused") {
		t.Error(err)
	}
}

func TestCloseEndsCallsAndLocks(t *testing.T) {
	client, other := open(t), open(t)
	lock := acquire(t, client, "close")
	waits, extensions := make(chan error), make(chan error)
	go func() {
		_, err := client.Lock(background, "close")
		waits <- err
	}()
	go func() {
		var err error
		for err == nil {
			err = lock.Extend(background, 0)
		}
		extensions <- err
	}()
	time.Sleep(50 * time.Millisecond)
	client.Close()
	is(t, <-waits, libredlock.ErrClosed)
	is(t, <-extensions, libredlock.ErrLost)
	lostSoon(t, lock)
	is(t, lock.Unlock(background), libredlock.ErrGone)
	_, err := client.TryLock(background, "close")
	is(t, err, libredlock.ErrClosed)
	unlock(t, acquire(t, other, "close"))
}

func TestTheCollectorReleasesLocksAndClients(t *testing.T) {
	other := open(t)
	free := func(resource string) bool {
		runtime.GC()
		lock, err := other.TryLock(background, resource)
		if err == nil {
			unlock(t, lock)
		}
		return err == nil
	}
	client, err := libredlock.Open(nodes)
	if err != nil {
		t.Fatal(err)
	}
	acquire(t, client, "collected")
	eventually(t, "the lock is released", func() bool { return free("collected") })
	all, _ := os.ReadDir("/proc/self/fd")
	descriptors := len(all)
	held := acquire(t, client, "held")
	if runtime.GC(); !held.Held() {
		t.Error("collected too early")
	}
	runtime.KeepAlive(held)
	eventually(t, "the lock is released, and the client closed", func() bool {
		all, _ := os.ReadDir("/proc/self/fd")
		return free("held") && len(all) < descriptors
	})
}

// A waiter is a goroutine, not a thread; one lock, held by all in turn.
func TestManyGoroutinesWaitWithoutThreads(t *testing.T) {
	client := open(t)
	const waiters = 300
	var all sync.WaitGroup
	held := acquire(t, client, "many")
	inside := 0
	for i := 0; i < waiters; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			lock, err := client.Lock(background, "many")
			if err != nil {
				t.Error(err)
				return
			}
			inside++ // what -race sees if two hold the lock
			unlock(t, lock)
		}()
	}
	time.Sleep(200 * time.Millisecond)
	threads, _ := os.ReadDir("/proc/self/task")
	if len(threads) > 40 {
		t.Errorf("%d threads", len(threads))
	}
	unlock(t, held)
	all.Wait()
	if inside != waiters {
		t.Errorf("%d of %d", inside, waiters)
	}
}

// The README's code is that of example_test.go, which is run.
func TestTheReadmeShowsTheExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(readme), "```go\n")[1:]
	for _, block := range blocks {
		if code := strings.Split(block, "```")[0]; !strings.Contains(string(example), code) {
			t.Errorf("not in example_test.go:\n%s", code)
		}
	}
	if len(blocks) == 0 {
		t.Error("no code")
	}
}

// Whatever runs when the process ends, it ends with its own status.
func TestExitsWithRenewalsUnderWay(t *testing.T) {
	if name := os.Getenv("LIBREDLOCK_TEST_EXIT"); name != "" {
		client := open(t, libredlock.WithTTL(10*time.Second))
		for i := 0; i < 20; i++ {
			lock := acquire(t, client, fmt.Sprint(name, i))
			go func() {
				for lock.Extend(background, 0) == nil {
				}
			}()
		}
		time.Sleep(time.Duration(len(name)) * time.Millisecond)
		os.Exit(42)
	}
	for i := 0; i < 16; i++ {
		command := exec.Command(os.Args[0], "-test.run=^TestExitsWithRenewalsUnderWay$")
		command.Env = append(os.Environ(), "LIBREDLOCK_TEST_EXIT="+strings.Repeat("x", i+1))
		out, err := command.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 42 {
			t.Fatalf("exit %d: %v\n%s", i, err, out)
		}
	}
}
