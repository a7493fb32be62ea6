// SPDX-License-Identifier: MIT
// The ends of processes, worker threads and objects.
'use strict'

const assert = require('node:assert')
const { spawn } = require('node:child_process')
const { once } = require('node:events')
const { test } = require('node:test')
const { Worker } = require('node:worker_threads')
const { nodes, get, eventually, fresh, sleep } = require('./support.js')

const open = `const nodes = ${JSON.stringify(nodes)}
  const Redlock = require('libredlock')
  const redlock = new Redlock(nodes, { nodeTimeout: 5000 })`

const thread = (data) => new Worker(require.resolve('./thread.js'),
  { workerData: data })

// By a quorum: a node may miss what is sent just before the end.
const released = (key) => eventually(async () =>
  (await get(key)).filter((value) => value === null).length >= 3)

// Runs a script; resolves to its status or signal, and its output.
async function run (script, ...options) {
  const child = spawn(process.execPath, [...options, '-e', script],
    { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (bytes) => { out += bytes })
  const [status, signal] = await once(child, 'close')
  return { end: status ?? signal, out }
}

test('sixteen processes exit with renewals under way', async () => {
  const name = fresh()
  const one = async (number) => {
    const { end } = await run(`${open}
      let held = 0
      for (let i = 0; i < 4; i++) {
        redlock.using('${name}-${number}-' + i, 3000, () => {
          if (++held === 4) {
            setTimeout(() => process.exit(${number}), ${950 + 7 * number})
          }
          return new Promise(() => {})
        })
      }`)
    assert.strictEqual(end, number)
  }
  for (let number = 0; number < 16; number += 4) {
    await Promise.all([0, 1, 2, 3].map((i) => one(number + i)))
  }
})

test('an exit releases what is renewed, and leaves the rest', async () => {
  const [kept, left] = [fresh(), fresh()]
  const { end, out } = await run(`${open}
    redlock.using('${kept}', 60000, async () => {
      console.log((await redlock.acquire('${left}', 60000)).value)
      redlock.acquire('${kept}', 60000, { wait: Infinity })
      setTimeout(() => process.exit(3), 20)
      await new Promise(() => {})
    })`)
  assert.strictEqual(end, 3)
  assert.ok(await released(kept))
  assert.ok((await get(left)).filter(
    (value) => value === out.trim()).length >= 3)
})

test('a listener of the signal may exit or close the client', async () => {
  for (const reaction of ['process.exit(4)', '(clearTimeout(open), redlock.quit())']) {
    const { end } = await run(`${open}
      process.exitCode = 4
      const open = setTimeout(() => {}, 30000)
      redlock.acquire('${fresh()}', 2000).then(({ signal }) => {
        signal.addEventListener('abort', () => ${reaction})
      })`)
    assert.strictEqual(end, 4)
  }
})

test('an error of a listener is not the call\'s', async () => {
  const { end, out } = await run(`${open}
    process.on('uncaughtException', (error) => console.log(error.message))
    const one = new Redlock([...nodes, 'redis://127.0.0.1:1'],
      { strategy: 'parallel', nodeTimeout: 5000, quorum: 5 })
    one.on('error', () => { throw new Error('thrown') })
    setTimeout(() => one.acquire('${fresh()}', 1000).then((lock) => {
      console.log(lock.held)
      return lock.release()
    }), 100)`)
  assert.match(out, /^(thrown\n)*true\n/)
  assert.match(out, /thrown/)
  assert.strictEqual(end, 0)
})

test('an idle client keeps no process, a renewed lock does', async () => {
  const key = fresh()
  const { end, out } = await run(`${open}
    redlock.acquire('${key}', 60000, { keep: true }).then((lock) => {
      setTimeout(() => {
        console.log(lock.held)
        lock.release()
      }, 50).unref()
    })`)
  assert.strictEqual(out, 'true\n')
  assert.strictEqual(end, 0)
})

test('worker threads are ended with locks and calls', async () => {
  const ends = [(worker) => worker.terminate(),
    (worker) => worker.postMessage('exit'), (worker) => worker.terminate()]
  const key = fresh()
  for (const end of [...ends, ...ends]) {
    const worker = thread({ key })
    await once(worker, 'message')
    const ended = once(worker, 'exit')
    end(worker)
    await ended
    assert.ok(await released(key))
  }
})

test('a worker thread ends in the middle of turns', async () => {
  const workers = [1, 2, 3, 4].map(() =>
    thread({ busy: true }))
  await Promise.all(workers.map(async (worker, number) => {
    await once(worker, 'message')
    await sleep(10 * number)
    await worker.terminate()
  }))
})

test('forgotten clients and locks are freed', async () => {
  const { end, out } = await run(`${open}
    const { readdirSync } = require('node:fs')
    const { setTimeout: sleep } = require('node:timers/promises')
    const count = () => readdirSync('/proc/self/fd').length
    async function forget (keep) {
      const client = new Redlock(nodes, { nodeTimeout: 5000 })
      const lock = await client.acquire('${fresh()}' + Math.random(), 2000)
      if (!keep) await lock.release()
    }
    (async () => {
      const before = count()
      for (let i = 0; i < 20; i++) await forget(i % 2)
      const most = count()
      for (let i = 0; i < 500 && count() > before; i++) {
        await sleep(20)
        gc()
      }
      console.log(most - before >= 100, count() <= before)
    })()`, '--expose-gc')
  assert.strictEqual(end, 0)
  assert.strictEqual(out, 'true true\n')
})
