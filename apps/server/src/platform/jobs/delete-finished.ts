import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import type { Db } from '../db/database.ts'
import { deleteEventLoopStallsBefore } from '../watchdog/standstills.ts'
import { finishedStatuses } from './dbos.ts'
import { deleteDeathsBefore } from './poison-jobs.ts'

const batch = 1000
const day = 24 * 60 * 60 * 1000

type DeleteFinishedOptions = {
  readonly client: DBOSClient
  readonly db: Db
  readonly keepDays: number
}

/** Forgets jobs, with the results of their steps, that finished longer ago than is kept. */
export async function deleteFinished({
  client,
  db,
  keepDays,
}: DeleteFinishedOptions): Promise<void> {
  const oldestKept = new Date(Date.now() - keepDays * day)
  for (let isMore = true; isMore; ) {
    const old = await client.listWorkflows({
      status: [...finishedStatuses],
      completedBefore: oldestKept.toISOString(),
      limit: batch,
      loadInput: false,
      loadOutput: false,
    })
    if (old.length > 0) await client.deleteWorkflows(old.map(({ workflowID }) => workflowID))
    isMore = old.length === batch
  }
  await deleteDeathsBefore(db, oldestKept)
  await deleteEventLoopStallsBefore(db, oldestKept)
}
