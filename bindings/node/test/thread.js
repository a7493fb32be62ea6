// SPDX-License-Identifier: MIT
// A worker thread of process.test.js.
'use strict'

const { parentPort, workerData } = require('node:worker_threads')
const Redlock = require('libredlock')
const { nodes, fresh } = require('./support.js')

const redlock = new Redlock(nodes, { nodeTimeout: 5000 })

async function work ({ key, busy }) {
  if (busy) parentPort.postMessage('busy')
  while (busy) await (await redlock.acquire(fresh(), 1000)).release()
  parentPort.on('message', () => process.exit())
  await redlock.acquire(key, 60000, { keep: true })
  redlock.acquire(key, 60000, { wait: Infinity }).catch(() => {})
  parentPort.postMessage('held')
}

work(workerData)
