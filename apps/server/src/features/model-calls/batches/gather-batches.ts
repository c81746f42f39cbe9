import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { JobAsleepError } from '../../../platform/work/jobs.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import {
  type BatchLimits,
  createBatch,
  findGatheringCalls,
  type GatheringCalls,
  makeSingle,
} from './batch-calls.store.ts'
import { runBatchJob } from './batches.jobs.ts'

/** Wakes the runs of the organization that wait for no call any more. */
export type WakeRuns = (tenant: Tenant) => Promise<void>

/** Calls that go on coming are not waited for any longer than this number of periods. */
const maxPeriods = 10
/** Bounds the memory that a batch takes in this process. */
const maxBytes = 64_000_000

type GatheringPayload = { readonly organizationId: number; readonly adapterId: string }

/** Puts the waiting calls of an adapter into batches as soon as no new ones come. */
export async function gatherBatches(
  ctx: Context,
  { organizationId, adapterId }: GatheringPayload,
  wakeRuns: WakeRuns,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const { gather: gatherSeconds } = ctx.config.batchSeconds
  const groups = await findGatheringCalls(tenant, adapterId)
  const seconds = Math.max(0, ...groups.map((group) => secondsToWait(group, gatherSeconds)))
  if (seconds > 0) throw new JobAsleepError(seconds)
  const adapter = await openLlm(ctx, tenant, adapterId).catch(() => undefined)
  for (const { adapterKey, secondsToDeadline } of groups) {
    const reason = findObstacle({ key: adapter?.key, adapterKey, secondsToDeadline })
    const batches = adapter?.llm.batches
    if (reason !== undefined || !batches) {
      await makeSingle(tenant, { adapterId, adapterKey, reason: reason ?? 'No batches.' })
      continue
    }
    const limits = {
      adapterId,
      adapterKey,
      maxLines: batches.maxLines,
      maxBytes: Math.min(batches.maxBytes, maxBytes),
    }
    while (await createNextBatch(ctx, tenant, limits));
  }
  await wakeRuns(tenant)
}

function secondsToWait(
  { firstSeconds, lastSeconds, secondsToDeadline }: GatheringCalls,
  gatherSeconds: number,
): number {
  if (secondsToDeadline <= 0) return 0
  return Math.min(gatherSeconds - lastSeconds, maxPeriods * gatherSeconds - firstSeconds)
}

type Obstacles = {
  readonly key: string | undefined
  readonly adapterKey: string
  readonly secondsToDeadline: number
}

function findObstacle({ key, adapterKey, secondsToDeadline }: Obstacles): string | undefined {
  if (secondsToDeadline <= 0) return 'The deadline has passed.'
  return key === adapterKey ? undefined : 'The adapter was changed.'
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
