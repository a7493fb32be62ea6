// SPDX-License-Identifier: MIT
// worker.js NODES RESOURCE COUNTER SECONDS: a contender, as worker.py of
// bindings/tests. The test of this package has made the addon.
'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const Redlock = require(path.join(process.env.REDLOCK_BUILD,
  'node/node_modules/libredlock'))

const [nodes, resource, counter, seconds] = process.argv.slice(2)
const redlock = new Redlock(nodes, { nodeTimeout: 5000, wait: 1000 })

function note (what, lock) {
  fs.appendFileSync(`${counter}.journal`,
    `${what} node ${lock.fence} ${lock.value} ${Date.now() / 1000}\n`)
}

async function main () {
  const end = performance.now() + Number(seconds) * 1000
  let turns = 0
  while (performance.now() < end) {
    await redlock.using(resource, 10000, async (signal, lock) => {
      note('enter', lock)
      const number = Number(fs.readFileSync(counter, 'utf8'))
      fs.writeFileSync(counter, String(number + 1))
      note('leave', lock)
      turns++
    }).catch((error) => {
      if (!error.status) throw error
    })
    await sleep(20)
  }
  console.log(turns)
}

main()
