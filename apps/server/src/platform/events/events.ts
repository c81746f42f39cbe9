import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { openAttempts } from '../db/attempts.ts'
import type { Db } from '../db/database.ts'
import { clientThrough } from '../db/pg-client.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { backOffFrom, type RetryPolicy, retry, waitUnless } from '../retry.ts'

/** News that a room announces. Payloads are ids: who listens reads the rest. */
export type EventKind<Payload> = {
  /** `noun.past-participle` */
  readonly name: string
  readonly payload: z.ZodType<Payload>
}

export function defineEvent<Payload>(kind: EventKind<Payload>): EventKind<Payload> {
  return kind
}

export type Events = {
  /** Reaches the listeners of every process; inside a transaction only when it commits. */
  publish<P>(db: Db, kind: EventKind<P>, payload: P): Promise<void>
  subscribe<P>(kind: EventKind<P>, listener: (payload: P) => void): () => void
  /** Whether the database can be heard right now. */
  isOpen(): boolean
  close(): Promise<void>
}

const channel = 'recto_event'
const Envelope = z.object({ name: z.string(), payload: z.unknown() })

/**
 * Events over Postgres notifications, so that they reach all processes. They wake those who wait, and
 * no more: a process that was away misses some, so whoever waits also looks at the rows.
 */
export async function openEvents(databaseUrl: string, log: Pick<Log, 'warn'>): Promise<Events> {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const line = keepListening(databaseUrl, log, (text) => {
    const { name, payload } = Envelope.parse(JSON.parse(text))
    for (const notify of listeners.get(name) ?? []) notify(payload)
  })
  await line.ready

  return {
    async publish(db, kind, payload) {
      const text = JSON.stringify({ name: kind.name, payload: kind.payload.parse(payload) })
      await sql`select pg_notify(${channel}, ${text})`.execute(db as Kysely<unknown>)
    },
    subscribe(kind, listener) {
      const notify = (payload: unknown) => listener(kind.payload.parse(payload))
      const all = listeners.get(kind.name) ?? new Set()
      listeners.set(kind.name, all.add(notify))
      return () => all.delete(notify)
    },
    isOpen: line.isOpen,
    close: line.close,
  }
}

/** Until it is closed, the line is made anew however often that fails. */
const reopening: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: () => true,
  waitSeconds: backOffFrom(0.2, 1),
}

type Line = {
  /** Rejects when the first connection cannot be made. */
  readonly ready: Promise<void>
  isOpen(): boolean
  close(): Promise<void>
}

/** One connection of its own, made anew whenever it is lost: by one loop, so never two at a time. */
function keepListening(url: string, log: Pick<Log, 'warn'>, notify: (text: string) => void): Line {
  const Client = clientThrough(openAttempts())
  const closing = new AbortController()
  let client: pg.Client | undefined

  /** Resolves when it listens, to a promise of its end. */
  async function open(): Promise<{ readonly ended: Promise<void> }> {
    const next = new Client({ connectionString: url })
    const ended = new Promise<void>((resolve) => next.once('end', () => resolve()))
    next.on('error', (error) => log.warn({ reason: error.message }, 'the event line was lost'))
    next.on('notification', ({ payload }) => payload && notify(payload))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    if (closing.signal.aborted) await next.end()
    return { ended }
  }

  const wait = (seconds: number, error: unknown) => {
    log.warn({ reason: describeFailure(error) }, 'the event line is not back yet')
    return waitUnless(closing.signal, seconds)
  }
  async function keep(first: { readonly ended: Promise<void> }): Promise<void> {
    for (let line = first; ; line = await retry(open, reopening, { wait })) {
      await line.ended
      client = undefined
      if (closing.signal.aborted) return
    }
  }

  const ready = open().then((first) => {
    // Only the closing ends it.
    keep(first).catch(() => undefined)
  })
  return {
    ready,
    isOpen: () => client !== undefined,
    async close() {
      closing.abort()
      await client?.end()
    },
  }
}
