import type { Context } from '../../platform/context.ts'
import { openItemStore } from '../../platform/work/item-store.ts'
import { type BoundJob, bindJob } from '../../platform/work/jobs.ts'
import type { WorkQueue } from '../../platform/work/work-queue.ts'
import { compileLayouts, recordLayoutFailure } from './layouts/compile-layouts.ts'
import { compileLayoutsJob } from './layouts/layouts.jobs.ts'
import { runTable } from './queue/claimed-runs.store.ts'
import { runClaimedRun } from './runs/run-claimed.ts'

export const promptStudioJobs: readonly BoundJob<Context>[] = [
  bindJob(compileLayoutsJob, compileLayouts, recordLayoutFailure),
]

export const promptStudioQueues: readonly WorkQueue<Context>[] = [
  { name: 'prompt-studio/run-prompts', ...openItemStore(runTable), run: runClaimedRun },
]
