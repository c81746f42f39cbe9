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
  const awaitedJob = { job: acceptedJob, seconds: waitSeconds, disconnectSignal }
  const job = await followTextJob(ctx, tenant, awaitedJob)
  if (hasEnded(job)) return job
  if (disconnectSignal.aborted) return cancelAbandonedJob(ctx, tenant, job)
  throw badRequest(
    `The document is still being read. Fetch its text from the text service later, with the whisper hash ${job.whisper_hash}.`,
  )
}

const hasEnded = ({ status }: TextJobRow): boolean => ['processed', 'error'].includes(status)

/**
 * Returns the job when it has ended; as it is when the time is over, the caller has disconnected or
 * the server stops. Does not look at all if there is no time.
 */
export async function followTextJob(
  { shutdownSignal }: Pick<Context, 'shutdownSignal'>,
  tenant: Tenant,
  { job: acceptedJob, seconds, disconnectSignal }: AwaitedJob & { readonly seconds: number },
): Promise<TextJobRow> {
  if (seconds === 0) return acceptedJob
  const { id } = acceptedJob
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const job = await findTextJob(tenant, { id })
    if (!job) throw badRequest('The document was deleted while it was being read.')
    const isOver = Date.now() > deadline || disconnectSignal.aborted || shutdownSignal.aborted
    if (hasEnded(job) || isOver) return job
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
