import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import { defineEvent, type Events } from '../events/events.ts'
import type { JobsLog } from './dbos.ts'

/** Jobs wait. Workers also look now and then, so that one who misses this begins a little later. */
export const jobsWaiting = defineEvent({ name: 'job.waiting', payload: z.object({}) })

/** Lets every worker know that jobs wait; a failure only makes them begin later. */
export async function announceJobs({
  events,
  db,
  log,
}: {
  readonly events: Events
  readonly db: Db
  readonly log: JobsLog
}): Promise<void> {
  await events.publish(db, jobsWaiting, {}).catch((error: unknown) => {
    log.warn({ reason: describeFailure(error) }, 'waiting jobs could not be announced')
  })
}
