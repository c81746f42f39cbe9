import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { createConnectionAttempts } from '../db/connection-attempts.ts'
import type { Db } from '../db/database.ts'
import { createClientClass } from '../db/pg-client.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { exponentialBackOff, type RetryPolicy, retry, sleepUnlessAborted } from '../retry.ts'

/**
 * A kind of event that a feature module publishes. Payloads are ids; subscribers read the rest from
 * the database.
 */
export type EventKind<Payload> = {
  /** `noun.past-participle` */
  readonly name: string
  readonly payload: z.ZodType<Payload>
}

export function defineEvent<Payload>(kind: EventKind<Payload>): EventKind<Payload> {
  return kind
}

export type Events = {
  /** Notifies the subscribers of all processes; inside a transaction only on commit. */
  publish<P>(db: Db, kind: EventKind<P>, payload: P): Promise<void>
  subscribe<P>(kind: EventKind<P>, listener: (payload: P) => void): () => void
  /** Whether notifications can be received right now. */
  isConnected(): boolean
  close(): Promise<void>
}

const channel = 'recto_event'
const Envelope = z.object({ name: z.string(), payload: z.unknown() })

/**
 * Events over PostgreSQL notifications, which reach all processes. They only wake waiters: a
 * disconnected process misses some, so waiters must also poll the rows.
 */
export async function openEvents(databaseUrl: string, log: Pick<Log, 'warn'>): Promise<Events> {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const connection = keepListening(databaseUrl, log, (text) => {
    const { name, payload } = Envelope.parse(JSON.parse(text))
    for (const notify of listeners.get(name) ?? []) notify(payload)
  })
  await connection.ready

  return {
    async publish(db, kind, payload) {
      const text = JSON.stringify({ name: kind.name, payload: kind.payload.parse(payload) })
      await sql`select pg_notify(${channel}, ${text})`.execute(db as Kysely<unknown>)
    },
    subscribe(kind, listener) {
      const notify = (payload: unknown) => listener(kind.payload.parse(payload))
      const subscribers = listeners.get(kind.name) ?? new Set()
      listeners.set(kind.name, subscribers.add(notify))
      return () => subscribers.delete(notify)
    },
    isConnected: connection.isOpen,
    close: connection.close,
  }
}

/** Reconnects until it is closed, however often that fails. */
const reconnectPolicy: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: () => true,
  waitSeconds: exponentialBackOff(0.2, 1),
}

type ListeningConnection = {
  /** Rejects if the first connection cannot be made. */
  readonly ready: Promise<void>
  isOpen(): boolean
  close(): Promise<void>
}

/**
 * Keeps one dedicated connection, replaced whenever it is lost; a single loop does it, so there are
 * never two.
 */
function keepListening(
  url: string,
  log: Pick<Log, 'warn'>,
  notify: (text: string) => void,
): ListeningConnection {
  const Client = createClientClass(createConnectionAttempts())
  const closeController = new AbortController()
  let client: pg.Client | undefined

  /** Resolves when it listens; `ended` resolves when that connection ends. */
  async function connect(): Promise<{ readonly ended: Promise<void> }> {
    const newClient = new Client({ connectionString: url })
    const endPromise = new Promise<void>((resolve) => newClient.once('end', () => resolve()))
    newClient.on('error', (error) =>
      log.warn({ reason: error.message }, 'the event connection was lost'),
    )
    newClient.on('notification', ({ payload }) => payload && notify(payload))
    try {
      await newClient.connect()
      await newClient.query(`listen ${channel}`)
    } catch (error) {
      await newClient.end().catch(() => undefined)
      throw error
    }
    client = newClient
    if (closeController.signal.aborted) await newClient.end()
    return { ended: endPromise }
  }

  const wait = (seconds: number, error: unknown) => {
    log.warn({ reason: describeFailure(error) }, 'the event connection could not be restored yet')
    return sleepUnlessAborted(closeController.signal, seconds)
  }
  async function reconnectForever(first: { readonly ended: Promise<void> }): Promise<void> {
    for (let current = first; ; current = await retry(connect, reconnectPolicy, { wait })) {
      await current.ended
      client = undefined
      if (closeController.signal.aborted) return
    }
  }

  const ready = connect().then((first) => {
    // It only ends on close.
    reconnectForever(first).catch(() => undefined)
  })
  return {
    ready,
    isOpen: () => client !== undefined,
    async close() {
      closeController.abort()
      await client?.end()
    },
  }
}
