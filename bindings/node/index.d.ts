// SPDX-License-Identifier: MIT
/// <reference types="node" />
import { EventEmitter } from 'node:events'

declare class Redlock extends EventEmitter {
  /** @param nodes URIs such as 'redis://10.0.0.1', the same list in the same
   * order in every client. */
  constructor (nodes: string | Iterable<string>, settings?: Redlock.Settings)
  readonly settings: Readonly<Redlock.CallSettings>
  acquire (resources: string | string[], duration: number,
    settings?: Redlock.AcquireSettings): Promise<Redlock.Lock>
  extend (lock: Redlock.Lock, duration: number): Promise<Redlock.Lock>
  release (lock: Redlock.Lock): Promise<Redlock.ExecutionResult>
  using<T> (resources: string | string[], duration: number,
    routine: Redlock.Routine<T>): Promise<T>
  using<T> (resources: string | string[], duration: number,
    settings: Redlock.AcquireSettings, routine: Redlock.Routine<T>): Promise<T>
  /** Closes the connections. Locks of running routines are released, others
   * stay until they expire. */
  quit (): Promise<void>
  on (event: 'error', listener: (error: Redlock.NodeError) => void): this
  on (event: 'log', listener: (message: Redlock.LogMessage) => void): this
}

declare namespace Redlock {
  /** The names are those of `enum redlock_status` in redlock/redlock.h. */
  export type Status =
    | 'BUSY' | 'NO_QUORUM' | 'NO_RIGHTS' | 'TOO_SLOW' | 'CANCELLED' | 'DEADLINE'
    | 'LOST' | 'GONE' | 'UNREACHABLE' | 'NO_MEMORY' | 'BAD_NODES'
    | 'BAD_SETTING' | 'BAD_REQUEST' | 'TTL_TOO_SHORT' | 'TTL_TOO_LONG'
    | 'SYSTEM' | 'DISAGREES' | 'UPGRADE' | 'UNSAFE' | 'TTL_MAX_DIFFERS'

  /** One node's answer. */
  export interface NodeReport {
    readonly name: string
    /** As `enum redlock_vote`: 'GRANTED', 'DENIED', 'TIMED_OUT', ... */
    readonly vote: string
    /** As `enum redlock_reason`: 'HELD', 'REFUSED', 'QUARANTINE', ... */
    readonly reason: string
    /** The reason in words. */
    readonly text: string
    /** The server's own message, or ''. */
    readonly message: string
    /** The label of the holder that the node names, or ''. */
    readonly holder: string
    /** Microseconds until it answered; -1: it did not answer. */
    readonly latency: number
  }

  /** What node-redlock calls the stats of an attempt; nodes by URI. */
  export interface ExecutionStats {
    readonly membershipSize: number
    readonly quorumSize: number
    readonly votesFor: Set<string>
    readonly votesAgainst: Map<string, NodeError>
  }

  export interface ExecutionResult {
    /** One promise, for the last round of the call. */
    readonly attempts: ReadonlyArray<Promise<ExecutionStats>>
  }

  /** Settings of a call. The constructor takes their defaults. */
  export interface CallSettings {
    /** The wait is retryCount * (retryDelay + retryJitter) ms; -1: without a
     * limit. Defaults: 10, 200, 100. */
    retryCount?: number
    retryDelay?: number
    retryJitter?: number
    /** Milliseconds to wait, instead of the above; Infinity: no limit. */
    wait?: number
    /** Accepted, and without effect: see `keep`. */
    automaticExtensionThreshold?: number
    /** Renew the lock after each third of its duration; `using` always does. */
    keep?: boolean
    /** Issue fencing tokens. Default: true. */
    fencing?: boolean
    /** Exclude exclusive holders only. */
    shared?: boolean
    /** Queue behind existing waiters even if the lock is free. */
    fair?: boolean
    /** At most this many holders: a semaphore. */
    slots?: number
    /** Requests of one owner hold the lock at the same time. */
    owner?: string
    ownerFence?: number
    /** Milliseconds of validity that an acquired lock has at least. */
    minValidity?: number
    /** The lock counts as lost this many milliseconds before its end. */
    warning?: number
  }

  export interface AcquireSettings extends CallSettings {
    /** Ends the wait. */
    signal?: AbortSignal
  }

  /** See `struct redlock_settings`; times in milliseconds. */
  export interface Settings extends CallSettings {
    username?: string
    password?: string
    label?: string
    nodeTimeout?: number
    ttlMax?: number
    driftFactor?: number
    slack?: number
    pauseMax?: number
    quorum?: number
    strategy?: 'sequential' | 'parallel'
    guard?: 'auto' | 'on' | 'off'
    caFile?: string
    caFolder?: string
    certFile?: string
    keyFile?: string
    serverName?: string
    insecure?: boolean
    logLevel?: 'error' | 'warning' | 'info' | 'debug'
  }

  export interface LogMessage {
    level: 'error' | 'warning' | 'info' | 'debug'
    message: string
    node?: string
    /** Messages that were lost before this one. */
    dropped: number
  }

  export class RedlockError extends Error {
    readonly status: string
  }

  /** A call did not achieve a quorum, or the lock was lost. */
  export class ExecutionError extends RedlockError {
    readonly status: Status
    readonly nodes: ReadonlyArray<NodeReport>
    readonly attempts: ReadonlyArray<Promise<ExecutionStats>>
  }

  /** A node did not grant the lock, its extension or its release. `status` is
   * the reason. */
  export class NodeError extends RedlockError {
    readonly node: string
  }

  /** A node has another holder of the resource, or no key to extend. */
  export class ResourceLockedError extends NodeError {}

  /** Aborted when the lock is lost; `error` and `reason` are the same. */
  export type RedlockAbortSignal = AbortSignal & { error?: Error }

  export type Routine<T> =
    (signal: RedlockAbortSignal, lock: Lock) => Promise<T>

  export class Lock {
    private constructor ()
    readonly redlock: Redlock
    readonly resources: string[]
    /** The token of the first resource, and the tokens of all. */
    readonly value: string
    readonly values: string[]
    readonly attempts: ReadonlyArray<Promise<ExecutionStats>>
    /** The fencing token; 0 if there are several resources. */
    readonly fence: number
    /** The fencing token of each resource. */
    readonly fences: number[]
    /** The slot of a semaphore; -1: none. */
    readonly slot: number
    /** Whether the lock is held now. Asks no node. */
    readonly held: boolean
    /** Milliseconds until the validity ends. */
    readonly remaining: number
    /** When the validity ends, by Date.now(); 0: not held. */
    readonly expiration: number
    readonly signal: RedlockAbortSignal
    /** Moves the end to now + duration, never earlier. Resolves to this. */
    extend (duration: number): Promise<this>
    release (): Promise<ExecutionResult>
    [Symbol.asyncDispose] (): Promise<void>
  }

  /** The version of libredlock. */
  export const version: string

  export { Redlock as default }
}

export = Redlock
