import { DBOS, type DBOSClient } from '@dbos-inc/dbos-sdk'
import { tickName } from './dbos.ts'
import { waitingJob } from './waiting-job.ts'

/** What a schedule carries from one tick to the next. */
export type Tick = {
  readonly key: string
  readonly job: string
  readonly payload: unknown
  readonly organizationId: number
}

/**
 * DBOS cannot start a scheduled run on a queue that is divided by organization, so each tick
 * enqueues the job the ordinary way, under a key that is the same on every worker.
 */
export function registerTick(client: DBOSClient, announce: () => Promise<void>): void {
  const enqueueDue = async (
    dueAt: Date,
    { key, job, payload, organizationId }: Tick,
  ): Promise<void> => {
    const options = waitingJob(job, { key: `${key}@${dueAt.toISOString()}`, organizationId })
    await client.enqueue(options, payload)
    await announce()
  }
  DBOS.registerWorkflow(enqueueDue, { name: tickName })
}
