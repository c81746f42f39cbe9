import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import type { Db } from '../db/database.ts'
import { deleteEventLoopStallsBefore } from '../watchdog/standstills.ts'
import { finished } from './dbos.ts'
import { deleteDeathsBefore } from './poison-jobs.ts'

const batch = 1000
const day = 24 * 60 * 60 * 1000

type Given = { readonly client: DBOSClient; readonly db: Db; readonly keepDays: number }

/** Forgets jobs, with the results of their steps, that finished longer ago than is kept. */
export async function deleteFinished({ client, db, keepDays }: Given): Promise<void> {
  const before = new Date(Date.now() - keepDays * day)
  for (let isMore = true; isMore; ) {
    const old = await client.listWorkflows({
      status: [...finished],
      completedBefore: before.toISOString(),
      limit: batch,
      loadInput: false,
      loadOutput: false,
    })
    if (old.length > 0) await client.deleteWorkflows(old.map(({ workflowID }) => workflowID))
    isMore = old.length === batch
  }
  await deleteDeathsBefore(db, before)
  await deleteEventLoopStallsBefore(db, before)
}
