// SPDX-License-Identifier: MIT
// The masters of the tests, and what they have.
'use strict'

const fs = require('node:fs')
const net = require('node:net')
const { setTimeout: sleep } = require('node:timers/promises')

const lines = fs.readFileSync(process.env.REDLOCK_TEST_MASTERS, 'utf8').trim()
  .split('\n').map((line) => line.split(' '))
const nodes = lines.map(([uri]) => uri)
const paths = lines.map(([, path]) => path)

// The answer of one node, of one line. It must not block the loop, which renews
// the locks.
async function ask (node, ...command) {
  const socket = net.connect(paths[node])
  socket.end(`*${command.length}\r\n` + command.map((word) =>
    `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join(''))
  let answer = ''
  for await (const bytes of socket) answer += bytes
  const [first, second] = answer.split('\r\n')
  if (first[0] === '$') return first === '$-1' ? null : second
  return first.slice(1)
}

const get = (key, count = nodes.length) => Promise.all(
  nodes.slice(0, count).map((_, node) => ask(node, 'GET', key)))
const pttl = async (key, node = 0) => Number(await ask(node, 'PTTL', key))

// Waits until it is true; a release is answered by a quorum, and the other
// nodes are behind it.
async function eventually (fact) {
  for (const end = Date.now() + 10000; Date.now() < end; await sleep(10)) {
    if (await fact()) return true
  }
  return false
}

const free = (key, count) =>
  eventually(async () =>
    (await get(key, count)).every((value) => value === null))

let names = 0
const fresh = () => `node-${process.pid}-${++names}`

module.exports = {
  nodes, paths, ask, get, pttl, eventually, free, fresh, sleep
}
