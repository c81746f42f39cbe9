import { setTimeout as wait } from 'node:timers/promises'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findTextJob, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { cancelTextJob } from './cancel-text-job.ts'

/** Longer than a browser waits; clients that need more time poll the text service. */
const waitSeconds = 300
const pollSeconds = 0.25

type AwaitedJob = { readonly job: TextJobRow; readonly disconnectSignal: AbortSignal }

/**
 * Waits until the job has finished or failed. It is cancelled when the caller disconnects, because
 * nobody else knows of it.
 */
export async function waitForTextJob(
  ctx: Pick<Context, 'jobs' | 'shutdownSignal'>,
  tenant: Tenant,
  { job: acceptedJob, disconnectSignal }: AwaitedJob,
): Promise<TextJobRow> {
  const { id, whisper_hash } = acceptedJob
  const deadline = Date.now() + waitSeconds * 1000
  for (;;) {
    const job = await findTextJob(tenant, { id })
    if (!job) throw badRequest('The document was deleted while it was being read.')
    if (['processed', 'error'].includes(job.status)) return job
    if (disconnectSignal.aborted) return await cancelAbandonedJob(ctx, tenant, job)
    if (Date.now() > deadline || ctx.shutdownSignal.aborted) {
      throw badRequest(
        `The document is still being read. Fetch its text from the text service later, with the whisper hash ${whisper_hash}.`,
      )
    }
    await wait(pollSeconds * 1000)
  }
}

async function cancelAbandonedJob(
  ctx: Pick<Context, 'jobs'>,
  tenant: Tenant,
  job: TextJobRow,
): Promise<never> {
  await cancelTextJob(ctx, tenant, job)
  throw badRequest('The caller closed the connection.')
}
