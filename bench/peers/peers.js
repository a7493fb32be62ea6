// SPDX-License-Identifier: MIT
// The other Redlocks of npm, each used as in its documentation, with its
// defaults except for the TTL.
//
// An entry takes connections to the masters and returns a function that
// acquires a resource and resolves to a function that releases it. wait: try
// until it is acquired; else one attempt.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const TTL_MS = 30000

function redlock(package_, acquire) {
  return (clients, wait) => {
    const module = require(package_)
    const Redlock = module.default ?? module
    const lock = new Redlock(clients, wait ? { retryCount: -1 } : {})
    return async (resource) => {
      const held = await acquire(lock, resource)
      return () => (held.release ? held.release() : held.unlock())
    }
  }
}

export const peers = {
  // This project's own, in Node.js: bindings/node.
  'libredlock-node': (clients, wait) => {
    const Redlock = require('libredlock')
    const nodes = clients.map((client) => {
      client.disconnect()
      return `redis://127.0.0.1:${client.options.port}`
    })
    const lock = new Redlock(nodes, wait ? { retryCount: -1 } : {})
    return async (resource) => {
      const held = await lock.acquire([resource], TTL_MS)
      return () => held.release()
    }
  },

  'redlock-5': redlock('redlock', (lock, resource) =>
    lock.acquire([resource], TTL_MS)),

  'redlock-4': redlock('redlock-4', (lock, resource) =>
    lock.lock(resource, TTL_MS)),

  'redlock-universal': (clients, wait) => {
    const { createRedlock, IoredisAdapter } = require('redlock-universal')
    const adapters = clients.map((client) => new IoredisAdapter(client))
    const retryAttempts = wait ? 1000000 : 3
    return async (resource) => {
      const lock = createRedlock({
        adapters,
        key: resource,
        ttl: TTL_MS,
        retryAttempts
      })
      const handle = await lock.acquire()
      return () => lock.release(handle)
    }
  },

  'redis-semaphore': (clients, wait) => {
    const { RedlockMutex } = require('redis-semaphore')
    const acquireTimeout = wait ? TTL_MS : 10000
    return async (resource) => {
      const mutex = new RedlockMutex(clients, resource, {
        lockTimeout: TTL_MS,
        acquireTimeout
      })
      await mutex.acquire()
      return () => mutex.release()
    }
  }
}
