// SPDX-License-Identifier: MIT
// What this package has beyond node-redlock's interface.
'use strict'

const assert = require('node:assert')
const { execFileSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { after, test } = require('node:test')
const Redlock = require('libredlock')
const { nodes, ask, get, eventually, free, fresh, sleep } =
  require('./support.js')

const { ExecutionError, RedlockError } = Redlock
const folder = path.join(process.env.REDLOCK_SOURCE, 'bindings/node')
const redlock = new Redlock(nodes, { nodeTimeout: 5000 })
after(() => redlock.quit())

test('a lock has a larger fence than its predecessor', async () => {
  const key = fresh()
  const first = await redlock.acquire(key, 20000)
  await first.release()
  const second = await redlock.acquire(key, 20000)
  assert.ok(first.fence > 0 && second.fence > first.fence)
  await second.release()
  const set = await redlock.acquire([key, fresh()], 20000)
  assert.strictEqual(set.fence, 0)
  assert.ok(set.fences[0] > second.fence)
  await set.release()
})

test('held, remaining and expiration are true until the release', async () => {
  const lock = await redlock.acquire(fresh(), 20000)
  assert.strictEqual(lock.held, true)
  assert.ok(lock.remaining > 15000 && lock.remaining <= 20000)
  assert.ok(Math.abs(lock.expiration - Date.now() - lock.remaining) < 1000)
  await lock.release()
  assert.strictEqual(lock.held, false)
  assert.strictEqual(lock.remaining, 0)
  await assert.rejects(lock.release(), { status: 'GONE' })
  await assert.rejects(lock.extend(1000), { status: 'LOST' })
})

test('a loss aborts the signal before the keys expire', async () => {
  const key = fresh()
  const lock = await redlock.acquire(key, 60000, { keep: true })
  for (const node of [0, 1, 2, 3, 4]) await ask(node, 'DEL', key)
  const lost = once(lock.signal, 'abort')
  await lock.extend(60000).catch(() => {})
  await lost
  assert.strictEqual(lock.signal.reason.status, 'LOST')
  assert.strictEqual(lock.held, false)
  await lock.release().catch(() => {})
})

test('a lock that is not renewed is lost at its end', async () => {
  const lock = await redlock.acquire(fresh(), 2000)
  assert.ok(await eventually(() => lock.signal.aborted))
  assert.ok(lock.signal.error instanceof ExecutionError)
  assert.strictEqual(lock.held, false)
})

test('an error has the status and the reason of each node', async () => {
  const client = new Redlock([...nodes.slice(0, 1), 'redis://127.0.0.1:1',
    'redis://127.0.0.1:2'], { nodeTimeout: 5000, wait: 0 })
  const logged = once(client, 'log')
  const error = await client.acquire(fresh(), 1000).catch((error) => error)
  assert.ok(error instanceof ExecutionError)
  assert.strictEqual(error.status, 'NO_QUORUM')
  assert.deepStrictEqual(error.nodes.slice(1).map((node) => node.reason),
    ['REFUSED', 'REFUSED'])
  assert.match(error.message, /127\.0\.0\.1:1: [Cc]onnection refused/)
  const [{ level, message }] = await logged
  assert.ok(['warning', 'info'].includes(level))
  assert.strictEqual(typeof message, 'string')
  await client.quit()
})

test('wrong arguments are errors of the caller', async () => {
  assert.throws(() => new Redlock([]), { status: 'BAD_NODES' })
  assert.throws(() => new Redlock([{}]), TypeError)
  assert.throws(() => new Redlock(nodes, { quorum: 1 }),
    { status: 'BAD_SETTING' })
  assert.throws(() => new Redlock(nodes, { tryCount: 1 }), TypeError)
  assert.throws(() => new Redlock(nodes, { guard: 'maybe' }), TypeError)
  assert.throws(() => new Redlock(nodes, { label: 7 }), TypeError)
  await assert.rejects(redlock.acquire([], 1000), TypeError)
  await assert.rejects(redlock.acquire(['a\0b'], 1000), TypeError)
  await assert.rejects(redlock.acquire(fresh(), 1000, { keep: 1 }), TypeError)
  await assert.rejects(redlock.acquire(fresh(), 1000, { slots: 1e10 }),
    TypeError)
  await assert.rejects(redlock.acquire('redlock:x', 1000),
    { status: 'BAD_REQUEST' })
  await assert.rejects(redlock.acquire(fresh(), 1e9),
    { status: 'TTL_TOO_LONG' })
  await assert.rejects(redlock.using(fresh(), 1000), TypeError)
})

test('a signal ends the wait', async () => {
  const key = fresh()
  const lock = await redlock.acquire(key, 20000)
  const controller = new AbortController()
  const waiter = redlock.acquire(key, 20000,
    { wait: Infinity, signal: controller.signal })
  const other = redlock.acquire(key, 20000, { wait: Infinity })
  setTimeout(() => controller.abort(new RangeError('enough')), 50)
  await assert.rejects(waiter, RangeError)
  await lock.release()
  await (await other).release()
  await assert.rejects(redlock.acquire(key, 1000,
    { signal: AbortSignal.abort() }), { name: 'AbortError' })
})

test('waiters are served in their order', async () => {
  const key = fresh()
  const lock = await redlock.acquire(key, 20000)
  const order = []
  const waiters = [1, 2, 3].map(async (number) => {
    const lock = await redlock.acquire(key, 20000, { wait: Infinity })
    order.push(number)
    await lock.release()
  })
  await sleep(100)
  await lock.release()
  await Promise.all(waiters)
  assert.deepStrictEqual(order, [1, 2, 3])
})

test('readers share a lock, and a semaphore has slots', async () => {
  const key = fresh()
  const readers = [
    await redlock.acquire(key, 20000, { shared: true }),
    await redlock.acquire(key, 20000, { shared: true })
  ]
  await assert.rejects(redlock.acquire(key, 20000, { wait: 0 }),
    { status: 'BUSY' })
  await Promise.all(readers.map((lock) => lock.release()))
  const name = fresh()
  const take = () => redlock.acquire(name, 20000, { slots: 2, wait: 0 })
  const slots = [await take(), await take()]
  assert.deepStrictEqual(slots.map((lock) => lock.slot).sort(), [0, 1])
  await assert.rejects(take(), { status: 'BUSY' })
  await Promise.all(slots.map((lock) => lock.release()))
})

test('quit releases what is renewed, and ends what is pending', async () => {
  const [kept, left] = [fresh(), fresh()]
  const client = new Redlock(nodes, { nodeTimeout: 5000 })
  const lock = await client.acquire(kept, 20000, { keep: true })
  const other = await client.acquire(left, 20000)
  const waiter = client.acquire(kept, 20000, { wait: Infinity })
  const ended = assert.rejects(waiter, { status: 'CANCELLED' })
  await client.quit()
  await ended
  assert.ok(await free(kept))
  assert.ok((await get(left)).filter(
    (value) => value === other.value).length >= 3)
  assert.ok(lock.signal.aborted)
  assert.strictEqual(lock.held, false)
  await assert.rejects(lock.release(), /closed/)
  await assert.rejects(client.acquire(kept, 1000), /closed/)
  await client.quit()
})

test('the end of a block disposes of a lock', {
  skip: Symbol.asyncDispose ? false : 'this Node has no Symbol.asyncDispose'
}, async () => {
  const key = fresh()
  const lock = await redlock.acquire(key, 20000)
  await lock[Symbol.asyncDispose]()
  assert.ok(await free(key))
})

test('the names are those of the header', () => {
  const header = fs.readFileSync(path.join(process.env.REDLOCK_SOURCE,
    'redlock/redlock.h'), 'utf8')
  const source = fs.readFileSync(path.join(folder, 'index.js'), 'utf8')
  for (const [list, type, prefix] of [['STATUSES', 'status', ''],
    ['VOTES', 'vote', 'VOTE_'], ['REASONS', 'reason', 'REASON_']]) {
    const body = header.match(`enum redlock_${type} {([^}]*)}`)[1]
      .replace(/\/\*[^]*?\*\//g, '')
    const expected = []
    for (const [, name, number] of
      body.matchAll(RegExp(`REDLOCK_${prefix}(\\w+)\\s*=\\s*(\\d+)`, 'g'))) {
      expected[number] = name
    }
    const [, names] = source.match(RegExp(`const ${list} = \\(([^)]*)\\)`))
    assert.deepStrictEqual(names.replace(/' \+\s+'|'/g, '').split(' '),
      expected)
  }
})

test('the package has the version of the library', () => {
  assert.strictEqual(require('libredlock/package.json').version,
    Redlock.version)
})

test('an ES module has the same exports', () => {
  const entry = JSON.stringify(path.join(path.dirname(
    require.resolve('libredlock')), 'index.mjs'))
  execFileSync(process.execPath, ['--input-type=module', '-e', `
    import { createRequire } from 'node:module'
    import Redlock, { ExecutionError, Lock } from ${entry}
    const same = createRequire(${entry})('./index.js')
    if (Redlock !== same || Redlock !== same.default ||
        ExecutionError !== same.ExecutionError || Lock !== same.Lock)
      process.exit(1)`])
  assert.ok(new ExecutionError('', 'LOST') instanceof RedlockError)
})

test('the example of README.md runs', async () => {
  const text = fs.readFileSync(path.join(folder, 'README.md'), 'utf8')
  const [, example] = text.match(/```js\n([^]*?)```/)
  const out = execFileSync(process.execPath, ['--input-type=commonjs', '-e',
    `(async () => {${example
      .replace(/^import (.*) from '(.*)'$/m, "const $1 = require('$2')")
      .replace(/\[\s*'redis:[^]*?\]/,
        `${JSON.stringify(nodes)}, { nodeTimeout: 5000 }`)}
    })()`], { encoding: 'utf8' })
  assert.match(out, /^holding with fence \d+\n$/)
  assert.ok(await free('job'))
})
