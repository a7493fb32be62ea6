// SPDX-License-Identifier: MIT
// driver.js PEER [WORD=VALUE...]: runs a Redlock of npm as a driver, see
// bench/driver.h. With style=pipelined its client combines commands by itself.

import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

import { peers } from './peers.js'

const Redis = createRequire(import.meta.url)('ioredis')

const plan = {
  workers: 1,
  shared: 0,
  hold_us: 0,
  warm_ms: 200,
  run_ms: 1000,
  pairs: 0,
  style: ''
}

const samples = []
const now = () => process.hrtime.bigint()
let begin
let end
let cpuBegin = null
let done = 0
let failed = 0
let failedLongest = 0n

function fail(text) {
  process.stderr.write(`bench: ${text}\n`)
  process.exit(1)
}

function readPlan(words) {
  for (const word of words) {
    const [name, value] = word.split('=')
    if (!(name in plan) || value === undefined) fail(`${word}: no such word`)
    plan[name] = name === 'style' ? value : Number(value)
  }
}

function connect() {
  const ports = (process.env.BENCH_PORTS ?? '').split(',').map(Number)
  return ports.map((port) => {
    const client = new Redis(port, '127.0.0.1', {
      enableAutoPipelining: plan.style === 'pipelined'
    })
    // The peer must handle a dead master; it must not end this process.
    client.on('error', () => {})
    return client
  })
}

function goesOn() {
  return (plan.pairs === 0 || done < plan.pairs) && now() < end
}

function record(worker, acquireNs, releaseNs, at) {
  done++
  if (at < begin) return
  if (cpuBegin === null) {
    cpuBegin = process.cpuUsage()
    begin = at
    return
  }
  samples.push([worker, acquireNs, releaseNs])
}

function recordFailure(ns) {
  failed++
  if (ns > failedLongest) failedLongest = ns
}

async function runWorker(worker, acquire) {
  const resource = `bench:${process.pid}:${plan.shared ? 0 : worker}`
  while (goesOn()) {
    const start = now()
    let release
    try {
      release = await acquire(resource)
    } catch {
      recordFailure(now() - start)
      continue
    }
    const held = now()
    if (plan.hold_us > 0) await sleep(plan.hold_us / 1000)
    const letGo = now()
    try {
      await release()
    } catch {
      recordFailure(now() - letGo)
      continue
    }
    const over = now()
    record(worker, held - start, over - letGo, over)
  }
}

function finish() {
  const cpu = cpuBegin === null ? { user: 0, system: 0 }
    : process.cpuUsage(cpuBegin)
  const lines = samples.map((sample) => sample.join(' '))
  lines.push(`workers ${plan.workers}`)
  lines.push(`wall_ns ${now() - begin}`)
  lines.push(`cpu_ns ${(cpu.user + cpu.system) * 1000}`)
  lines.push(`failed ${failed}`)
  lines.push(`failed_longest_ns ${failedLongest}`)
  process.stdout.write(lines.join('\n') + '\n', () => process.exit(0))
}

const [name, ...words] = process.argv.slice(2)
const peer = peers[name] ?? fail(`${name}: no such peer`)
readPlan(words)
const common = plan.shared ? null : peer(connect(), false)
begin = now() + BigInt(plan.warm_ms * 1e6)
end = begin + BigInt(plan.run_ms * 1e6)
const all = []
for (let i = 0; i < plan.workers; i++) {
  all.push(runWorker(i, common ?? peer(connect(), true)))
}
await Promise.all(all)
finish()
