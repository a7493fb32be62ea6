// SPDX-License-Identifier: MIT
'use strict'

const { EventEmitter } = require('node:events')
const native = require('./build/redlock.node')

// By the numbers of redlock/redlock.h.
const STATUSES = ('OK BUSY NO_QUORUM NO_RIGHTS TOO_SLOW CANCELLED DEADLINE ' +
  'LOST GONE UNREACHABLE ALREADY FORKED NO_MEMORY BAD_NODES BAD_SETTING ' +
  'BAD_REQUEST TTL_TOO_SHORT TTL_TOO_LONG SYSTEM DISAGREES UPGRADE UNSAFE ' +
  'TTL_MAX_DIFFERS NO_DOWNGRADE').split(' ')
const VOTES = ('NONE GRANTED DENIED FAILED TIMED_OUT UNREACHED EXCLUDED OPEN ' +
  'RELEASED ANSWERED MARKED').split(' ')
const REASONS = ('NONE HELD MISSING REFUSED NO_ROUTE UNRESOLVED CONNECT ' +
  'BROKEN SILENT NOAUTH WRONGPASS NOPERM READONLY REPLICA SAME_SERVER ' +
  'LOADING IN_SCRIPT OOM MISCONF NOREPLICAS WRONGTYPE CLUSTER NOSCRIPT ' +
  'NOT_REDIS ERROR PROBATION QUARANTINE SUPERSEDED LONGEST_TTL CLOCK ' +
  'SENTINEL TLS CERTIFICATE CLIENT_CERTIFICATE SHARED QUEUED SLOTS ' +
  'SLOTS_DIFFER UPGRADE COUNTER_AHEAD COUNTER_END FOREIGN_MARKER ' +
  'NO_MEMORY').split(' ')
const LEVELS = [undefined, 'error', 'warning', 'info', 'debug']
const WORDS = {
  strategy: ['sequential', 'parallel'],
  guard: ['auto', 'on', 'off'],
  logLevel: LEVELS
}

const FOR = new Set(['GRANTED', 'RELEASED'])
const AGAINST = new Set(['DENIED', 'FAILED', 'TIMED_OUT', 'UNREACHED',
  'EXCLUDED'])
const LOCKED = new Set(['HELD', 'SHARED', 'QUEUED', 'SLOTS', 'SLOTS_DIFFER',
  'UPGRADE', 'MISSING'])

const RETRIES = {
  retryCount: 10,
  retryDelay: 200,
  retryJitter: 100,
  automaticExtensionThreshold: 500
}
// What a call may set; the constructor sets their defaults.
const CALL_SETTINGS = [...Object.keys(RETRIES), ...native.requests, 'signal']
  .filter((name) => name !== 'duration')

class RedlockError extends Error {
  constructor (message, status) {
    super(message)
    this.name = this.constructor.name
    this.status = status
  }
}

/** A call did not achieve a quorum, or the lock was lost. */
class ExecutionError extends RedlockError {
  constructor (message, status, nodes = [], attempts = []) {
    super(message, status)
    this.nodes = nodes
    this.attempts = attempts
  }
}

/** A node did not grant the lock, its extension or its release. */
class NodeError extends RedlockError {
  constructor (node) {
    super(`${node.name}: ${node.message || node.text}`, node.reason)
    this.node = node.name
  }
}

/** A node has another holder of the resource, or no key to extend. */
class ResourceLockedError extends NodeError {}

// A newer library may have further ones.
const nameOf = (names, number) => names[number] ?? String(number)

function nodeOf (node) {
  return {
    ...node,
    vote: nameOf(VOTES, node.vote),
    reason: nameOf(REASONS, node.reason)
  }
}

function errorOf (node) {
  return LOCKED.has(node.reason)
    ? new ResourceLockedError(node)
    : new NodeError(node)
}

/** What node-redlock calls the stats of an attempt. */
function statsOf (nodes, quorum) {
  const against = nodes.filter((node) => AGAINST.has(node.vote))
  return {
    membershipSize: nodes.length,
    quorumSize: quorum,
    votesFor: new Set(nodes.filter((node) => FOR.has(node.vote))
      .map((node) => node.name)),
    votesAgainst: new Map(against.map((node) => [node.name, errorOf(node)]))
  }
}

function numberOf (words, name, word) {
  const number = words.indexOf(word)
  if (word === undefined || number === -1) {
    throw new TypeError(`invalid value of ${name}`)
  }
  return number
}

function checkNames (settings, names) {
  const unknown = Object.keys(settings).find((name) => !names.includes(name))
  if (unknown) throw new TypeError(`there is no setting ${unknown}`)
}

function checkDuration (duration) {
  if (!Number.isSafeInteger(duration)) {
    throw new TypeError('Duration must be an integer value in milliseconds.')
  }
}

class Lock {
  #native
  #controller = new AbortController()

  constructor (redlock, resources, result) {
    this.#native = result.lock
    this.redlock = redlock
    this.resources = resources
    this.value = result.tokens[0]
    this.values = result.tokens
    this.fences = result.fences
    this.fence = resources.length > 1 ? 0 : result.fences[0]
    this.slot = result.slot
    this.attempts = result.attempts
    // The addon keeps this promise, and with it the lock, until it is settled.
    result.lost.then((lost) => {
      if (lost) this._lose('the lock is lost')
    })
  }

  get held () {
    return this.remaining > 0
  }

  /** Milliseconds for which the lock is valid. */
  get remaining () {
    return native.remaining(this.#native)
  }

  /** When the validity ends, by Date.now(); 0 if the lock is not held. */
  get expiration () {
    const { remaining } = this
    return remaining > 0 ? Date.now() + remaining : 0
  }

  /** Aborted when the lock is lost. */
  get signal () {
    return this.#controller.signal
  }

  async extend (duration) {
    checkDuration(duration)
    const result = this.redlock._check(
      await native.extend(this.#native, duration), this.resources)
    this.attempts = result.attempts
    return this
  }

  async release () {
    const result = this.redlock._check(
      await native.release(this.#native), this.resources)
    return { attempts: result.attempts }
  }

  _lose (text) {
    const error = new ExecutionError(
      `${this.resources.join(', ')}: ${text}`, 'LOST')
    // node-redlock has the error here, the standard in reason.
    this.signal.error = error
    this.#controller.abort(error)
  }
}
if (Symbol.asyncDispose) {
  Object.defineProperty(Lock.prototype, Symbol.asyncDispose, {
    value: Lock.prototype.release
  })
}

class Redlock extends EventEmitter {
  #native
  #calls = 0
  #pending = new Map() // the acquisitions by their numbers
  #renewed = new Set()
  #quitting

  constructor (nodes, settings = {}) {
    super()
    // An 'error' event without a listener would end the process.
    this.on('error', () => {})
    const list = typeof nodes === 'string' ? [nodes] : [...nodes]
    if (!list.every((node) => typeof node === 'string')) {
      throw new TypeError('A node is a URI such as "redis://10.0.0.1": ' +
        'Redlock has its own connections')
    }
    checkNames(settings, [...native.settings, ...CALL_SETTINGS]
      .filter((name) => name !== 'nodes' && name !== 'signal'))
    const own = { nodes: list.join(',') }
    for (const name of native.settings) {
      if (settings[name] === undefined) continue
      own[name] = WORDS[name]
        ? numberOf(WORDS[name], name, settings[name])
        : settings[name]
    }
    this.settings = { ...RETRIES, fencing: true }
    for (const name of CALL_SETTINGS) {
      if (settings[name] !== undefined) this.settings[name] = settings[name]
    }
    // The addon must not keep this object alive.
    const weak = new WeakRef(this)
    const opened = native.open(own, (level, message, node, dropped) => {
      process.nextTick(() => weak.deref()?.emit('log', {
        level: LEVELS[level], message, node: node || undefined, dropped
      }))
    })
    if (opened.status) {
      throw new RedlockError(opened.text, nameOf(STATUSES, opened.status))
    }
    this.#native = opened
  }

  async acquire (resources, duration, settings = {}) {
    checkDuration(duration)
    checkNames(settings, CALL_SETTINGS)
    const names = typeof resources === 'string' ? [resources] : [...resources]
    const all = { ...this.settings, ...settings }
    const { signal, retryCount, retryDelay, retryJitter } = all
    const wait = all.wait ?? (retryCount === -1
      ? Infinity
      : retryCount * (retryDelay + retryJitter))
    signal?.throwIfAborted()
    if (this.#quitting) throw new Error('the client is closed')
    const number = ++this.#calls
    const acquisition = native.acquire(this.#native, number, names,
      { ...all, duration, wait, shared: all.shared ? 1 : 0 })
    const cancel = () => native.cancel(this.#native, number)
    this.#pending.set(number, acquisition)
    signal?.addEventListener('abort', cancel)
    const result = await acquisition
    signal?.removeEventListener('abort', cancel)
    this.#pending.delete(number)
    if (signal?.aborted && STATUSES[result.status] === 'CANCELLED') {
      throw signal.reason
    }
    const lock = new Lock(this, names, this._check(result, names))
    if (all.keep) {
      this.#renewed.add(lock)
      result.lost.then(() => this.#renewed.delete(lock))
    }
    return lock
  }

  async extend (lock, duration) {
    return lock.extend(duration)
  }

  async release (lock) {
    return lock.release()
  }

  async using (resources, duration, settings, routine) {
    if (typeof settings === 'function') [settings, routine] = [{}, settings]
    if (typeof routine !== 'function') {
      throw new TypeError('routine is not a function')
    }
    const lock = await this.acquire(resources, duration,
      { ...settings, keep: true })
    let value
    try {
      value = await routine(lock.signal, lock)
    } catch (error) {
      await lock.release().catch(() => {})
      throw error
    }
    const lost = lock.signal.error
    await lock.release().catch((error) => {
      // The lock was held until now; keys that are left expire.
      if (error.status !== 'UNREACHABLE') throw lost ?? error
    })
    if (lost) throw lost
    return value
  }

  /** Closes the connections. A node may miss a release that is sent just
   * before, so the locks that are renewed are released first. */
  quit () {
    this.#quitting ??= this.#quit()
    return this.#quitting
  }

  async #quit () {
    for (const number of this.#pending.keys()) {
      native.cancel(this.#native, number)
    }
    await Promise.allSettled([...this.#pending.values(),
      ...[...this.#renewed].map((lock) => {
        lock._lose('the client was closed')
        return lock.release()
      })])
    native.close(this.#native)
  }

  /** Emits what single nodes refused; throws if the call has failed. */
  _check (result, resources) {
    const nodes = result.nodes.map(nodeOf)
    const stats = statsOf(nodes, result.quorum)
    result.attempts = [Promise.resolve(stats)]
    // What a listener throws is not the call's: its lock would be forgotten.
    for (const error of stats.votesAgainst.values()) {
      queueMicrotask(() => this.emit('error', error))
    }
    if (result.status !== 0) {
      throw new ExecutionError(`${resources.join(', ')}: ${result.text}` +
        [...stats.votesAgainst.values()]
          .map((error) => `; ${error.message}`).join(''),
      nameOf(STATUSES, result.status), nodes, result.attempts)
    }
    return result
  }
}

process.once('exit', native.closeAll)

module.exports = Redlock
module.exports.default = Redlock
Object.assign(module.exports, {
  Lock,
  RedlockError,
  ExecutionError,
  NodeError,
  ResourceLockedError,
  version: native.version
})
