import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { Log } from '../log/log.ts'

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
  /** Heard by every process; inside a transaction only when it commits. */
  publish<P>(db: Db, kind: EventKind<P>, payload: P): Promise<void>
  subscribe<P>(kind: EventKind<P>, hear: (payload: P) => void): () => void
  close(): Promise<void>
}

const channel = 'recto_event'
const Envelope = z.object({ name: z.string(), payload: z.unknown() })

/**
 * Events over Postgres notifications, so that all processes hear them. They wake those who wait, and
 * no more: a process that was away misses some, so whoever waits also looks at the rows.
 */
export async function openEvents(databaseUrl: string, log: Pick<Log, 'warn'>): Promise<Events> {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const line = keepListening(databaseUrl, log, (text) => {
    const { name, payload } = Envelope.parse(JSON.parse(text))
    for (const hear of listeners.get(name) ?? []) hear(payload)
  })
  await line.ready

  return {
    async publish(db, kind, payload) {
      const text = JSON.stringify({ name: kind.name, payload: kind.payload.parse(payload) })
      await sql`select pg_notify(${channel}, ${text})`.execute(db as Kysely<unknown>)
    },
    subscribe(kind, hear) {
      const heard = (payload: unknown) => hear(kind.payload.parse(payload))
      const all = listeners.get(kind.name) ?? new Set()
      listeners.set(kind.name, all.add(heard))
      return () => all.delete(heard)
    },
    close: line.close,
  }
}

/** One connection of its own, made anew whenever it is lost. */
function keepListening(url: string, log: Pick<Log, 'warn'>, hear: (text: string) => void) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function open(): Promise<void> {
    const next = new pg.Client({ connectionString: url })
    next.on('error', (error) => log.warn({ reason: error.message }, 'the event line was lost'))
    next.on('notification', ({ payload }) => payload && hear(payload))
    next.on('end', () => {
      if (!closed) reopen()
    })
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }

  function reopen(): void {
    retry = setTimeout(() => {
      open().catch((error: Error) => {
        log.warn({ reason: error.message }, 'the event line is not back yet')
        if (!closed) reopen()
      })
    }, 500)
  }

  return {
    ready: open(),
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
