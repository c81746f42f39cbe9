import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { bindJob, defineJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import { deleteAllIndexes } from '../answering/answering.port.ts'
import { deleteUnusedDocuments } from './documents/delete-unused-documents.ts'
import { listPassages } from './documents/passages.store.ts'

const deleteUnusedDocumentsJob = defineJob({
  name: 'chat-apps/delete-unused-documents',
  payload: z.object({}),
})

export const chatAppPeriodicJobs: readonly PeriodicJob<Context>[] = [
  { cron: '3-59/10 * * * *', ...bindJob(deleteUnusedDocumentsJob, deleteUnusedDocuments) },
]

/** Deletes what the apps have stored in vector databases for an organization that is being deleted. */
export const deleteAppVectors = (ctx: Context, tenant: Tenant): Promise<void> =>
  deleteAllIndexes(ctx, tenant, listPassages)
