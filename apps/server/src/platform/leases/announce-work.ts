import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import { defineEvent, type Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'

/** Rows wait that no process has started itself. */
export const workWaitingEvent = defineEvent({ name: 'work.waiting', payload: z.object({}) })

type AnnounceDependencies = {
  readonly db: Db
  readonly events: Pick<Events, 'publish'>
  readonly log: Pick<Log, 'warn'>
}

/** Lets every worker know. They also look now and then, so that one who misses this begins a little later. */
export async function announceWork({ db, events, log }: AnnounceDependencies): Promise<void> {
  await events.publish(db, workWaitingEvent, {}).catch((error: unknown) => {
    log.warn({ reason: describeFailure(error) }, 'waiting work could not be announced')
  })
}
