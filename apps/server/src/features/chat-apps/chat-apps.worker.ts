import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { bindJob, defineJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import { deleteUnusedDocuments } from './documents/delete-unused-documents.ts'

const deleteUnusedDocumentsJob = defineJob({
  name: 'chat-apps/delete-unused-documents',
  payload: z.object({}),
})

export const chatAppPeriodicJobs: readonly PeriodicJob<Context>[] = [
  { cron: '3-59/10 * * * *', ...bindJob(deleteUnusedDocumentsJob, deleteUnusedDocuments) },
]
