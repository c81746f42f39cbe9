import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import { defineEvent, type Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'

/** Documents have other slots than jobs and messages, which mostly wait for other systems. */
const SlotKind = z.enum(['items', 'jobs'])
export type SlotKind = z.infer<typeof SlotKind>

/** Items wait that no process has started itself; of both kinds, where none is named. */
export const workWaitingEvent = defineEvent({
  name: 'work.waiting',
  payload: z.object({ slots: SlotKind.optional() }),
})

/** Items were cancelled that may be running. */
export const workCancelledEvent = defineEvent({
  name: 'work.cancelled',
  payload: z.object({ ids: z.array(z.string()) }),
})

type AnnounceDependencies = {
  readonly db: Db
  readonly events: Pick<Events, 'publish'>
  readonly log: Pick<Log, 'warn'>
}

/**
 * Notifies every worker. Workers also look for items every two seconds, so after a failure they only start
 * a little later.
 */
export async function announceWork(
  { db, events, log }: AnnounceDependencies,
  slots?: SlotKind,
): Promise<void> {
  await events.publish(db, workWaitingEvent, omitUndefined({ slots })).catch((error: unknown) => {
    log.warn({ reason: describeFailure(error) }, 'waiting work could not be announced')
  })
}

/** A notification of PostgreSQL holds 8,000 bytes. */
const maxIdsOfEvent = 100

/**
 * Aborts the runs of cancelled items, in whatever process they are; in a transaction, when it commits. A
 * worker that misses this notices within half a minute that it no longer holds them.
 */
export async function announceCancellation(
  { events }: Pick<AnnounceDependencies, 'events'>,
  db: Db,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += maxIdsOfEvent) {
    const batch = ids.slice(start, start + maxIdsOfEvent)
    await events.publish(db, workCancelledEvent, { ids: batch })
  }
}
