import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/work/jobs.ts'
import type { WorkQueue } from '../../platform/work/work-queue.ts'
import {
  deleteDocumentsJob,
  listPreviewJob,
  listSourceJob,
  purgeExecutionsJob,
} from './executions.jobs.ts'
import { fileQueue, runClaimedFile } from './files/run-file.ts'
import { deleteDocuments, purgeExecutions } from './retention/purge-executions.ts'
import { endFailedListing, listSource } from './source/list-source.ts'

export const executionQueues: readonly WorkQueue<Context>[] = [
  { ...fileQueue, run: runClaimedFile },
]

export const executionJobs: readonly BoundJob<Context>[] = [
  bindJob(purgeExecutionsJob, purgeExecutions),
  bindJob(deleteDocumentsJob, deleteDocuments),
  bindJob(listSourceJob, listSource, endFailedListing),
  bindJob(listPreviewJob, listSource, endFailedListing),
]
