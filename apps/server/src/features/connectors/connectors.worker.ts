import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import { deleteUnreferencedDocuments } from '../documents/documents.port.ts'
import { deleteMailDocumentsJob, purgeMailsJob, unpackMailJob } from './connectors.jobs.ts'
import { purgeMails } from './mail-addresses/purge-mails.ts'
import { recordFailedUnpacking, unpackStoredMail } from './mail-addresses/unpack-mail.ts'

export const connectorJobs: readonly BoundJob<Context>[] = [
  bindJob(unpackMailJob, unpackStoredMail, recordFailedUnpacking),
  bindJob(deleteMailDocumentsJob, deleteUnreferencedDocuments),
]

export const connectorPeriodicJobs: readonly PeriodicJob<Context>[] = [
  { cron: '27 * * * *', ...bindJob(purgeMailsJob, purgeMails) },
]
