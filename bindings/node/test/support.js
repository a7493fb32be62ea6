// SPDX-License-Identifier: MIT
// The masters of the tests, and what they have, by redis-cli.
'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')

const lines = fs.readFileSync(process.env.REDLOCK_TEST_MASTERS, 'utf8').trim()
  .split('\n').map((line) => line.split(' '))
const nodes = lines.map(([uri]) => uri)
const paths = lines.map(([, path]) => path)

// The answer of one node; an empty one is null.
function ask (node, ...command) {
  const text = execFileSync('redis-cli', ['-s', paths[node], ...command],
    { encoding: 'utf8' }).trim()
  return text === '' ? null : text
}

const get = (key, count = nodes.length) =>
  nodes.slice(0, count).map((_, node) => ask(node, 'GET', key))
const pttl = (key, node = 0) => Number(ask(node, 'PTTL', key))

// Waits until it is true; a release is answered by a quorum, and the other
// nodes are behind it.
async function eventually (fact) {
  for (const end = Date.now() + 10000; Date.now() < end; await sleep(10)) {
    if (await fact()) return true
  }
  return false
}

const free = (key, count) =>
  eventually(() => get(key, count).every((value) => value === null))

let names = 0
const fresh = () => `node-${process.pid}-${++names}`

module.exports = { nodes, paths, ask, get, pttl, eventually, free, fresh, sleep }
