import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { openItemStore } from '../../platform/work/item-store.ts'
import { type BoundJob, bindJob } from '../../platform/work/jobs.ts'
import type { WorkQueue } from '../../platform/work/work-queue.ts'
import { deleteAllIndexes } from '../answering/answering.port.ts'
import { compileLayouts, recordLayoutFailure } from './layouts/compile-layouts.ts'
import { compileLayoutsJob } from './layouts/layouts.jobs.ts'
import { runTable } from './queue/claimed-runs.store.ts'
import { listCollections } from './rows/collections.reads.ts'
import { runClaimedRun } from './runs/run-claimed.ts'

export const promptStudioJobs: readonly BoundJob<Context>[] = [
  bindJob(compileLayoutsJob, compileLayouts, recordLayoutFailure),
]

export const promptStudioQueues: readonly WorkQueue<Context>[] = [
  { name: 'prompt-studio/run-prompts', ...openItemStore(runTable), run: runClaimedRun },
]

/** Deletes what the studio has stored in vector databases for an organization that is being deleted. */
export const deleteStudioVectors = (ctx: Context, tenant: Tenant): Promise<void> =>
  deleteAllIndexes(ctx, tenant, listCollections)
