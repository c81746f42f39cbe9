import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { JobAsleepError } from '../../../platform/work/jobs.ts'
import { runBatchJob } from './batches.jobs.ts'
import {
  type BatchLimits,
  createBatch,
  findGatheringCalls,
  type GatheringCalls,
  makeGroupSingle,
  makeOverdueSingle,
  secondsUntilTime,
} from './gathering-calls.store.ts'
import { openAdapterOfCalls } from './open-adapter-of-calls.ts'

/** Wakes the runs of the organization that wait for no call any more. */
export type WakeRuns = (tenant: Tenant) => Promise<void>

/** Calls that go on coming are not waited for any longer than this number of periods. */
export const maxPeriods = 10
/** Bound the memory that a batch takes in this process, and the size of the files with its replies. */
const maxBytes = 64_000_000
const maxLines = 5000
/** The transactions that store calls of a period end so long after it. What comes even later is found by the sweep. */
const marginSeconds = 30

type GatheringPayload = {
  readonly organizationId: number
  readonly adapterId: string
  /** The job gathers all calls that come before this time, in seconds, by the clock of the database. */
  readonly periodEnd?: number | undefined
}

/** Puts the waiting calls of an adapter into batches as soon as no new ones come. */
export async function gatherBatches(
  ctx: Context,
  { organizationId, adapterId, periodEnd }: GatheringPayload,
  wakeRuns: WakeRuns,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const { gather: gatherSeconds } = ctx.config.batchSeconds
  await makeOverdueSingle(tenant, adapterId)
  const secondsToSleep: number[] = []
  for (const group of await findGatheringCalls(tenant, adapterId)) {
    const seconds = secondsToWait(group, gatherSeconds)
    if (seconds > 0) secondsToSleep.push(seconds)
    else await putIntoBatches(ctx, tenant, { adapterId, group })
  }
  await wakeRuns(tenant)
  const restSeconds =
    periodEnd === undefined ? 0 : await secondsUntilTime(tenant, periodEnd + marginSeconds)
  if (restSeconds > 0) secondsToSleep.push(restSeconds)
  if (secondsToSleep.length > 0) throw new JobAsleepError(Math.min(...secondsToSleep))
}

const secondsToWait = (
  { firstSeconds, lastSeconds, secondsToDeadline }: GatheringCalls,
  gatherSeconds: number,
): number =>
  Math.min(
    gatherSeconds - lastSeconds,
    maxPeriods * gatherSeconds - firstSeconds,
    secondsToDeadline,
  )

type ReadyCalls = { readonly adapterId: string; readonly group: GatheringCalls }

async function putIntoBatches(
  ctx: Context,
  tenant: Tenant,
  { adapterId, group: { adapterKey, deadlineHour, firstCallAt } }: ReadyCalls,
): Promise<void> {
  const adapter = await openAdapterOfCalls(ctx, tenant, { adapterId, firstCallAt })
  const callGroup = { adapterId, adapterKey, deadlineHour }
  const batches = adapter?.connection.batches
  if (adapter?.key !== adapterKey || !batches) {
    await makeGroupSingle(tenant, callGroup, 'The adapter was changed.')
    return
  }
  const limits = {
    ...callGroup,
    maxLines: Math.min(batches.maxLines, maxLines),
    maxBytes: Math.min(batches.maxBytes, maxBytes),
  }
  while (await createNextBatch(ctx, tenant, limits));
}

/** Returns whether there was a call for it. The batch and the job that runs it are stored together. */
function createNextBatch(
  { jobs }: Pick<Context, 'jobs'>,
  tenant: Tenant,
  limits: BatchLimits,
): Promise<boolean> {
  const { organizationId } = tenant
  return inTransaction(tenant, async (transaction) => {
    const batchId = await createBatch(transaction, limits)
    if (batchId === undefined) return false
    await jobs.enqueue(
      runBatchJob,
      { organizationId, batchId },
      { key: `run-batch:${batchId}`, organizationId, db: transaction.db },
    )
    return true
  })
}
