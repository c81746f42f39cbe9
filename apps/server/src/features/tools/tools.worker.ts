import type { Context } from '../../platform/context.ts'
import { openItemStore } from '../../platform/work/item-store.ts'
import { type BoundJob, bindJob } from '../../platform/work/jobs.ts'
import type { WorkQueue } from '../../platform/work/work-queue.ts'
import { improvePromptsJob } from './improvements/improvements.jobs.ts'
import { failImprovement, runImprovement } from './improvements/run-improvement.ts'
import { regressionTestTable } from './regression-tests/claimed-regression-tests.store.ts'
import { runClaimedRegressionTest } from './regression-tests/run-claimed-regression-test.ts'

export const toolJobs: readonly BoundJob<Context>[] = [
  bindJob(improvePromptsJob, runImprovement, failImprovement),
]

export const toolQueues: readonly WorkQueue<Context>[] = [
  {
    // The name of the work is durable, so it keeps the older words for a regression test.
    name: 'tools/verify-truths',
    ...openItemStore(regressionTestTable),
    run: runClaimedRegressionTest,
  },
]
