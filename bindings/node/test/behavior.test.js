// SPDX-License-Identifier: MIT
// What the documentation of node-redlock 5 promises, of this package and of
// npm's, which has no node timeout and no queue. Differences that are meant
// are in README.md, "Coming from node-redlock".
'use strict'

const assert = require('node:assert')
const { test } = require('node:test')
const { nodes, paths, ask, get, pttl, free, fresh, sleep, eventually } =
  require('./support.js')

function available (name) {
  try {
    return require(name)
  } catch (error) {
    return error.code === 'MODULE_NOT_FOUND' ? null : assert.fail(error)
  }
}
const Redis = available('ioredis')

// An address without a server.
const NOWHERE = 1

const packages = {
  libredlock: {
    module: require('libredlock'),
    make: (count, settings) => new (require('libredlock'))(
      nodes.slice(0, count), { nodeTimeout: 5000, slack: -1, ...settings }),
    unreachable: () => new (require('libredlock'))(
      [`redis://127.0.0.1:${NOWHERE}`], { retryCount: 1 }),
    tokens: (lock) => lock.values
  },
  redlock: Redis && available('redlock') && {
    module: available('redlock'),
    make: (count, settings) => new (available('redlock').default)(
      paths.slice(0, count).map((path) => new Redis({ path })), settings),
    unreachable: () => {
      const client = new Redis(NOWHERE, '127.0.0.1', {
        maxRetriesPerRequest: 0, retryStrategy: () => null
      })
      client.on('error', () => {})
      return new (available('redlock').default)([client], { retryCount: 1 })
    },
    tokens: (lock) => lock.resources.map(() => lock.value)
  }
}

for (const [name, peer] of Object.entries(packages)) {
  if (!peer && process.env.CI) test(name, () => assert.fail('it is missing'))
  else if (!peer) test(name, { skip: 'it was not fetched from npm' }, () => {})
  else for (const count of [1, 3]) promises(name, peer, count)
}

function promises (name, { module, make, unreachable, tokens }, count) {
  const { ExecutionError, ResourceLockedError } = module
  const open = []
  const redlock = (settings) => {
    open.push(make(count, settings))
    return open.at(-1)
  }
  const promise = (sentence, check) => test(
    `${name} on ${count} ${sentence}`, async () => {
      try {
        await check()
      } finally {
        await Promise.allSettled(open.splice(0).map((one) => one.quit()))
      }
    })

  const lasts = async (key, duration) => {
    const left = await pttl(key)
    assert.ok(left > duration - 2000 && left <= duration,
      `${left} of ${duration} ms`)
  }
  const failed = async (promise) => {
    const error = await promise.then(() => assert.fail('it succeeded'),
      (error) => error)
    assert.ok(error instanceof ExecutionError, error.stack)
    return error
  }

  promise('acquires, extends and releases', async () => {
    const key = fresh()
    const everywhere = (value) => eventually(async () =>
      (await get(key, count)).every((one) => one === value))
    let lock = await redlock().acquire([key], 20000)
    assert.ok(await everywhere(lock.value))
    assert.ok(lock.expiration > Date.now() + 18000)
    await lasts(key, 20000)
    lock = await lock.extend(60000)
    assert.ok(await everywhere(lock.value))
    assert.ok(lock.expiration > Date.now() + 57000)
    await lasts(key, 60000)
    await lock.release()
    assert.ok(await free(key, count))
    assert.strictEqual(lock.expiration, 0)
  })

  promise('acquires several resources, all or none', async () => {
    const [a, b, c] = [fresh(), fresh(), fresh()]
    const one = redlock({ retryCount: 0 })
    let lock = await one.acquire([a, b], 20000)
    for (const [number, key] of [a, b].entries()) {
      assert.ok(await eventually(async () => (await get(key, count)).every(
        (value) => value === tokens(lock)[number])))
    }
    const error = await failed(one.acquire([b, c], 20000))
    const { votesAgainst } = await error.attempts[0]
    assert.ok([...votesAgainst.values()].some(
      (vote) => vote instanceof ResourceLockedError))
    assert.ok(await free(c, count))
    lock = await lock.extend(60000)
    await lasts(a, 60000)
    await lasts(b, 60000)
    await lock.release()
    assert.ok(await free(a, count) && await free(b, count))
  })

  promise('fails if no node can be reached', async () => {
    const error = await failed(unreachable().acquire([fresh()], 20000))
    const stats = await error.attempts[0]
    assert.strictEqual(stats.votesFor.size, 0)
    assert.strictEqual(stats.votesAgainst.size, stats.membershipSize)
  })

  promise('expires', async () => {
    const key = fresh()
    const one = redlock()
    const lock = await one.acquire([key], 2000)
    assert.ok(await free(key, count))
    const next = await one.acquire([key], 20000)
    assert.notStrictEqual(next.value, lock.value)
    await failed(lock.extend(20000))
    await next.release()
  })

  promise('excludes others', async () => {
    const key = fresh()
    const one = redlock({ retryCount: 0 })
    const lock = await one.acquire([key], 20000)
    const events = []
    one.on('error', (error) => events.push(error))
    const error = await failed(one.acquire([key], 20000))
    assert.ok(events.length > 0)
    assert.ok(events.every((event) => event instanceof ResourceLockedError))
    const { votesAgainst } = await error.attempts[0]
    assert.ok(votesAgainst.size > 0)
    for (const vote of votesAgainst.values()) {
      assert.ok(vote instanceof ResourceLockedError, vote.stack)
    }
    await lock.release()
    assert.ok(await free(key, count))
  })

  promise('retries until the lock is free', async () => {
    const key = fresh()
    const one = redlock({ retryCount: -1, retryDelay: 20, retryJitter: 10 })
    const lock = await one.acquire([key], 20000)
    const waiter = one.acquire([key], 20000)
    await sleep(200)
    assert.strictEqual(await ask(0, 'GET', key), lock.value)
    await lock.release()
    await (await waiter).release()
  })

  promise('rejects a duration that is no integer', async () => {
    const one = redlock()
    await assert.rejects(one.acquire([fresh()], 1000.5), /integer/)
    await assert.rejects(one.using([fresh()], 1000.5, async () => {}),
      /integer/)
  })

  promise('using extends while the routine runs, and releases', async () => {
    const key = fresh()
    const result = await redlock().using([key], 500,
      { automaticExtensionThreshold: 200 }, async (signal) => {
        // npm's has a quorum, and node 0 may be behind it.
        await eventually(async () =>
          await ask(0, 'GET', key) !== null)
        const value = await ask(0, 'GET', key)
        await sleep(900)
        assert.strictEqual(signal.aborted, false)
        assert.strictEqual(signal.error, undefined)
        assert.strictEqual(await ask(0, 'GET', key), value)
        return value
      })
    assert.strictEqual(typeof result, 'string')
    assert.ok(await free(key, count))
  })

  promise('using is exclusive', async () => {
    const key = fresh()
    let inside = 0
    const one = redlock()
    const values = await Promise.all([1, 2].map(() =>
      one.using([key], 1500, async () => {
        assert.strictEqual(++inside, 1)
        await eventually(async () =>
          await ask(0, 'GET', key) !== null)
        inside--
        return ask(0, 'GET', key)
      })))
    assert.notStrictEqual(values[0], values[1])
  })

  promise('using passes on the error of the routine', async () => {
    const key = fresh()
    await assert.rejects(redlock().using([key], 1000, async () => {
      throw new RangeError('of the routine')
    }), RangeError)
    assert.ok(await free(key, count))
  })

  promise('using aborts the signal if the extension fails', async () => {
    const key = fresh()
    let aborted
    await assert.rejects(redlock({ retryCount: 0 }).using([key], 1000,
      { automaticExtensionThreshold: 800 }, async (signal) => {
        await Promise.all(nodes.slice(0, count).map(
          (_, node) => ask(node, 'DEL', key)))
        await eventually(() => signal.aborted)
        aborted = signal
      }), ExecutionError)
    assert.strictEqual(aborted.aborted, true)
    assert.ok(aborted.error instanceof ExecutionError)
  })

  promise('release fails if the lock has expired', async () => {
    const key = fresh()
    const lock = await redlock({ retryCount: 0 }).acquire([key], 2000)
    assert.ok(await free(key, count))
    await failed(lock.release())
  })

  if (count === 1) return

  promise('succeeds if a minority has another holder', async () => {
    const key = fresh()
    const one = redlock()
    await ask(2, 'SET', key, 'other')
    const lock = await one.acquire([key], 20000)
    assert.ok(await eventually(async () => (await get(key, 2)).every(
      (value) => value === lock.value)))
    await lock.extend(60000)
    await lock.release()
    assert.ok(await free(key, 2))
    assert.strictEqual(await ask(2, 'GET', key), 'other')
    await ask(2, 'DEL', key)
  })

  promise('fails if a majority has other holders', async () => {
    const key = fresh()
    const one = redlock({ retryCount: 0 })
    await ask(1, 'SET', key, 'one', 'PX', '60000')
    await ask(2, 'SET', key, 'two', 'PX', '60000')
    const error = await failed(one.acquire([key], 20000))
    assert.ok((await error.attempts[0]).votesAgainst.size > 0)
    assert.ok(await free(key, 1))
    assert.deepStrictEqual((await get(key, 3)).slice(1), ['one', 'two'])
  })
}
