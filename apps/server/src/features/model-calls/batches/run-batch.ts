import type { LlmBatches } from '@recto/provider-spec/llm'
import type { RequestBody } from '@recto/provider-spec/llm-batches'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { JobAsleepError, type JobRun } from '../../../platform/work/jobs.ts'
import { type OpenedLlm, openLlm } from '../../adapters/adapters.port.ts'
import { countLines, makeSingle, assignLineNumbers } from './batch-calls.store.ts'
import type { WakeRuns } from './gather-batches.ts'
import {
  endBatch,
  findOpenBatch,
  findOtherServiceIds,
  type ModelBatch,
  noteCancelled,
  noteOther,
  notePoll,
  noteRefused,
  noteSearch,
  noteSendStarted,
  noteSent,
} from './model-batches.store.ts'
import { storeReplies } from './store-replies.ts'

type BatchPayload = { readonly organizationId: number; readonly batchId: string }

/** A batch that was cancelled at its deadline gets so long to end, so that replies that are paid are used. */
const cancelSeconds = 900
/** The service lists a batch at the latest with the search after this number of periods. */
const minSearches = 2
const pollGrowth = 1.5
const maxPollGrowth = 10

type RunningBatch = {
  readonly ctx: Context
  readonly tenant: Tenant
  readonly run: Pick<JobRun, 'assertHeld'>
  readonly batch: ModelBatch
  readonly adapter: OpenedLlm
  readonly batches: LlmBatches
}

/**
 * Takes a batch one step further: sends it, or asks for its state, or stores its replies. Whoever takes the job over after a
 * crash continues with what is stored, and searches at the service for a batch that may have been sent.
 */
export async function runBatch(
  ctx: Context,
  { organizationId, batchId }: BatchPayload,
  run: Pick<JobRun, 'assertHeld'>,
  wakeRuns: WakeRuns,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const batch = await findOpenBatch(tenant, batchId)
  if (!batch) return wakeRuns(tenant)
  const adapter = await openLlm(ctx, tenant, batch.adapter_id).catch(() => undefined)
  const batches = adapter?.llm.batches
  if (!adapter || !batches) return giveUp(tenant, batch, 'The adapter was deleted.', wakeRuns)
  const runningBatch = { ctx, tenant, run, batch, adapter, batches }
  try {
    const seconds = await advance(runningBatch)
    if (seconds > 0) throw new JobAsleepError(seconds)
  } catch (error) {
    // While the service is away nobody knows what it has done, until the deadline decides.
    if (!(error instanceof ProviderError) || batch.secondsOverdue < cancelSeconds) throw error
    return giveUp(tenant, batch, describeFailure(error), wakeRuns)
  }
  await wakeRuns(tenant)
}

async function giveUp(
  tenant: Tenant,
  { id }: ModelBatch,
  reason: string,
  wakeRuns: WakeRuns,
): Promise<void> {
  await makeSingle(tenant, { batchId: id, reason })
  await endBatch(tenant, id)
  await wakeRuns(tenant)
}

/** Returns the seconds until the next step; 0 if the batch has ended. */
async function advance(runningBatch: RunningBatch): Promise<number> {
  const { batch } = runningBatch
  const serviceId = batch.service_id ?? (await findOrSend(runningBatch))
  if (typeof serviceId === 'number') return serviceId
  return poll(runningBatch, serviceId)
}

/** Returns the id of the batch at its service, or the seconds until the next step. */
async function findOrSend(runningBatch: RunningBatch): Promise<string | number> {
  const { ctx, tenant, batch, batches } = runningBatch
  const { poll: pollSeconds } = ctx.config.batchSeconds
  const { id, send_started_at: sentAfter } = batch
  if (sentAfter) {
    const otherIds = [
      ...batch.other_ids,
      ...(await findOtherServiceIds(tenant, { id, adapterId: batch.adapter_id })),
    ]
    const { sent: lineCount } = await countLines(tenant, id)
    const foundId = await batches.find({ key: id, lineCount, sentAfter, otherIds })
    if (foundId !== undefined) {
      await noteSent(tenant, id, foundId)
      return foundId
    }
    // What a killed process has sent may still be on its way.
    if (batch.searches + 1 < minSearches) {
      await noteSearch(tenant, id)
      return pollSeconds
    }
  }
  return send(runningBatch)
}

async function send(runningBatch: RunningBatch): Promise<number> {
  const { ctx, tenant, run, batch, batches } = runningBatch
  const { id } = batch
  const obstacle = findObstacle(runningBatch)
  const waitingLines = obstacle === undefined ? await assignLineNumbers(tenant, id) : []
  if (waitingLines.length === 0) {
    await makeSingle(tenant, { batchId: id, reason: obstacle ?? '' })
    await endBatch(tenant, id)
    return 0
  }
  const lines = waitingLines.map((line) => ({
    id: line.id,
    body: JSON.parse(line.body) as RequestBody,
  }))
  await noteSendStarted(tenant, id)
  await run.assertHeld()
  try {
    await noteSent(tenant, id, await batches.send({ key: id, lines }))
    return firstPoll(ctx)
  } catch (error) {
    if (!(error instanceof ProviderError) || !isRefusal(error)) throw error
    return endRefused(runningBatch, error)
  }
}

function findObstacle({ batch, adapter }: RunningBatch): string | undefined {
  if (batch.secondsOverdue > 0) return 'The deadline has passed.'
  return adapter.key === batch.adapter_key ? undefined : 'The adapter was changed.'
}

/** The service has not taken the batch: it is sent again later, or its calls are made singly. */
async function endRefused(
  { ctx, tenant, batch }: RunningBatch,
  error: ProviderError,
): Promise<number> {
  const { id } = batch
  await noteRefused(tenant, id)
  if (isTemporary(error)) return Math.max(error.retryAfterSeconds ?? 0, waitSeconds(ctx, batch))
  await makeSingle(tenant, { batchId: id, reason: error.message })
  await endBatch(tenant, id)
  return 0
}

/** Whether the service has said that it did not take the batch. After anything else it may have. */
const isRefusal = ({ status = 0 }: ProviderError) => status >= 400 && status < 500

const isTemporary = ({ code }: ProviderError) => code === 'rate-limited' || code === 'timed-out'

const firstPoll = ({ config }: Context) => config.batchSeconds.poll

const waitSeconds = (ctx: Context, { polls: pollCount }: ModelBatch) =>
  firstPoll(ctx) * Math.min(pollGrowth ** pollCount, maxPollGrowth)

async function poll(runningBatch: RunningBatch, serviceId: string): Promise<number> {
  const { ctx, tenant, run, batch, batches } = runningBatch
  const { id, secondsOverdue } = batch
  const progress = await batches.check(serviceId)
  if (progress.isEnded) return collect(runningBatch, serviceId, progress.reason)
  const { waiting: waitingCount } = await countLines(tenant, id)
  const isOverdue = secondsOverdue > 0 || waitingCount === 0
  if (isOverdue && !batch.cancelled_at) {
    await run.assertHeld()
    await batches.cancel(serviceId)
    await noteCancelled(tenant, id)
    return firstPoll(ctx)
  }
  if (secondsOverdue > cancelSeconds || (isOverdue && waitingCount === 0)) {
    await makeSingle(tenant, { batchId: id, reason: 'The batch did not end by its deadline.' })
    await endBatch(tenant, id)
    return 0
  }
  await notePoll(tenant, id, progress.answered)
  return Math.min(waitSeconds(ctx, batch), Math.max(firstPoll(ctx), -secondsOverdue))
}

/** Stores the replies of a batch that has ended; what it did not answer is called singly. */
async function collect(
  { tenant, run, batch, adapter, batches, ctx }: RunningBatch,
  serviceId: string,
  reason = 'The batch has no reply.',
): Promise<number> {
  const { id } = batch
  await run.assertHeld()
  const counts = await storeReplies(tenant, { batchId: id, adapter, batches, serviceId })
  if (counts.own === 0 && counts.foreign > 0) {
    await noteOther(tenant, id, serviceId)
    return firstPoll(ctx)
  }
  await makeSingle(tenant, { batchId: id, reason })
  await endBatch(tenant, id)
  // What cannot be deleted expires at the service.
  await batches.discard(serviceId).catch((error: unknown) => {
    ctx.log.warn({ reason: describeFailure(error) }, 'a batch could not be deleted at its service')
  })
  return 0
}
