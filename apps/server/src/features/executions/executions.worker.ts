import type { Context } from '../../platform/context.ts'
import { announceWork } from '../../platform/work/announce-work.ts'
import { type BoundJob, bindJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import type { WorkQueue } from '../../platform/work/work-queue.ts'
import { deleteUnreferencedDocuments } from '../documents/documents.port.ts'
import {
  gatherBatches,
  gatherBatchesJob,
  runBatch,
  runBatchJob,
  sweepCalls,
  sweepCallsJob,
  type WakeRuns,
} from '../model-calls/model-calls.port.ts'
import { withdrawReviewsJob } from '../workflows/workflows.port.ts'
import {
  deleteDocumentsJob,
  listPreviewJob,
  listSourceJob,
  purgeExecutionsJob,
  settleSourceJob,
} from './executions.jobs.ts'
import { wakeBatchedFiles } from './files/batched-files.store.ts'
import { fileQueue, runClaimedFile } from './files/run-file.ts'
import { purgeExecutions } from './retention/purge-executions.ts'
import { endFailedListing, listSource } from './source/list-source.ts'
import { reportUnsettled, settleSource } from './source/settle-source.ts'
import { withdrawReviews } from './withdraw-reviews.ts'

export const executionQueues: readonly WorkQueue<Context>[] = [
  { ...fileQueue, run: runClaimedFile },
]

const wakeFiles =
  (ctx: Context): WakeRuns =>
  async (tenant) => {
    if (await wakeBatchedFiles(tenant)) await announceWork(ctx, 'items')
  }

export const executionJobs: readonly BoundJob<Context>[] = [
  bindJob(purgeExecutionsJob, purgeExecutions),
  bindJob(deleteDocumentsJob, deleteUnreferencedDocuments),
  bindJob(withdrawReviewsJob, withdrawReviews),
  bindJob(listSourceJob, listSource, endFailedListing),
  bindJob(settleSourceJob, settleSource, reportUnsettled),
  bindJob(listPreviewJob, listSource, endFailedListing),
  // Here, because files are woken when their calls have replies.
  bindJob(gatherBatchesJob, (ctx, payload) => gatherBatches(ctx, payload, wakeFiles(ctx))),
  bindJob(runBatchJob, (ctx, payload, run) => runBatch(ctx, payload, run, wakeFiles(ctx))),
]

export const executionPeriodicJobs: readonly PeriodicJob<Context>[] = [
  { cron: '* * * * *', ...bindJob(sweepCallsJob, sweepCalls) },
]
