import type { LlmBatches } from '@recto/provider-spec/llm'
import type { RequestBody } from '@recto/provider-spec/llm-batches'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { JobAsleepError, type JobRun } from '../../../platform/work/jobs.ts'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import {
  assignLineNumbers,
  countLines,
  deleteWithdrawnRecords,
  makeSingle,
  splitBatch,
} from './batch-calls.store.ts'
import { runBatchJob } from './batches.jobs.ts'
import type { WakeRuns } from './gather-batches.ts'
import {
  endBatch,
  findOpenBatch,
  findOtherServiceIds,
  type ModelBatch,
  noteCancelled,
  noteFound,
  noteOther,
  notePoll,
  notePostponed,
  noteRefused,
  noteSearch,
  noteSendStarted,
  noteSent,
} from './model-batches.store.ts'
import { openAdapterOfCalls } from './open-adapter-of-calls.ts'
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
  const { adapter_id: adapterId, firstCallAt } = batch
  const adapter = await openAdapterOfCalls(ctx, tenant, { adapterId, firstCallAt })
  const batches = adapter?.connection.batches
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
  await end(tenant, id, reason)
  await wakeRuns(tenant)
}

/** Lets the calls be made singly that still wait. */
async function end(tenant: Tenant, batchId: string, reason: string): Promise<void> {
  await makeSingle(tenant, { batchId, reason })
  await deleteWithdrawnRecords(tenant, batchId)
  await endBatch(tenant, batchId)
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
    const otherIds = [...batch.other_ids, ...(await findOtherServiceIds(tenant, { id, sentAfter }))]
    const { sent: lineCount } = await countLines(tenant, id)
    const foundId = await batches.find({ key: id, lineCount, sentAfter, otherIds })
    if (foundId !== undefined) {
      await noteFound(tenant, id, foundId)
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
    await end(tenant, id, obstacle ?? '')
    return 0
  }
  const lines = waitingLines.map((line) => ({
    id: line.id,
    body: JSON.parse(line.body) as RequestBody,
  }))
  const isRepeated = batch.send_started_at !== null
  await noteSendStarted(tenant, id)
  await run.assertHeld()
  try {
    await noteSent(tenant, id, await batches.send({ key: id, lines, isRepeated }))
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
  if (error.code === 'rate-limited') {
    const seconds = Math.max(error.retryAfterSeconds ?? 0, waitSeconds(ctx, batch.polls))
    return beforeDeadline(ctx, batch, seconds)
  }
  await end(tenant, id, error.message)
  return 0
}

const requestTimeout = 408

/** Whether the service has said that it did not take the batch. After anything else it may have. */
const isRefusal = ({ status = 0 }: ProviderError) =>
  status >= 400 && status < 500 && status !== requestTimeout

const firstPoll = ({ config }: Context) => config.batchSeconds.poll

const waitSeconds = (ctx: Context, count: number) =>
  firstPoll(ctx) * Math.min(pollGrowth ** count, maxPollGrowth)

/** The next step is not later than the deadline, which ends the batch. */
const beforeDeadline = (ctx: Context, { secondsOverdue }: ModelBatch, seconds: number) =>
  Math.min(seconds, Math.max(firstPoll(ctx), -secondsOverdue))

/**
 * Whether the batch is certainly ours. One that was found without a key may be another one until its lines are read: its
 * replies are none of ours, and it must not be cancelled.
 */
const isCertain = ({ batch, batches }: RunningBatch) => batches.hasKeys || batch.searches === 0

async function poll(runningBatch: RunningBatch, serviceId: string): Promise<number> {
  const { batches } = runningBatch
  const {
    isEnded,
    isPostponed = false,
    reason,
    answered: answeredCount,
  } = await batches.check(serviceId)
  if (!isEnded) return waitFor(runningBatch, serviceId, answeredCount)
  return isPostponed ? postpone(runningBatch, serviceId) : collect(runningBatch, serviceId, reason)
}

/** Waits for a batch. If that is too late, or for nobody, it is cancelled, and gets time to end with what is paid. */
async function waitFor(
  runningBatch: RunningBatch,
  serviceId: string,
  answeredCount: number,
): Promise<number> {
  const { ctx, tenant, run, batch, batches } = runningBatch
  const { id, secondsOverdue, secondsCancelled } = batch
  const { waiting: waitingCount, withdrawn: withdrawnCount } = await countLines(tenant, id)
  const isOverdue = secondsOverdue > 0 || waitingCount === 0
  if (isOverdue && secondsCancelled === null && isCertain(runningBatch)) {
    await run.assertHeld()
    await batches.cancel(serviceId)
    await noteCancelled(tenant, id)
    return firstPoll(ctx)
  }
  const isForNobody = waitingCount + withdrawnCount === 0
  if (isForNobody || Math.max(secondsOverdue, secondsCancelled ?? 0) > cancelSeconds) {
    await end(tenant, id, 'The batch did not end by its deadline.')
    return 0
  }
  await notePoll(tenant, id, answeredCount)
  return beforeDeadline(ctx, batch, waitSeconds(ctx, batch.polls))
}

/** A batch with fewer lines is not split. */
const minLinesToSplit = 100

/** Sends the batch again later, in two parts if it is large: one batch alone may be more than the service takes. */
async function postpone(runningBatch: RunningBatch, serviceId: string): Promise<number> {
  const { ctx, tenant, batch } = runningBatch
  const { organizationId } = tenant
  const { id } = batch
  await discard(runningBatch, serviceId)
  const { waiting: waitingCount } = await countLines(tenant, id)
  await inTransaction(tenant, async (transaction) => {
    await notePostponed(transaction, id, serviceId)
    if (waitingCount < minLinesToSplit) return
    const batchId = await splitBatch(transaction, id)
    if (batchId === undefined) return
    const key = `run-batch:${batchId}`
    const { db } = transaction
    await ctx.jobs.enqueue(runBatchJob, { organizationId, batchId }, { key, organizationId, db })
  })
  return beforeDeadline(ctx, batch, waitSeconds(ctx, batch.other_ids.length))
}

/** Stores the replies of a batch that has ended; what it did not answer is called singly. */
async function collect(
  runningBatch: RunningBatch,
  serviceId: string,
  reason = 'The batch has no reply.',
): Promise<number> {
  const { ctx, tenant, run, batch, adapter, batches } = runningBatch
  const { id } = batch
  await run.assertHeld()
  const counts = await storeReplies(tenant, { batchId: id, adapter, batches, serviceId })
  if (counts.own === 0 && !isCertain(runningBatch)) {
    await noteOther(tenant, id, serviceId)
    return firstPoll(ctx)
  }
  await end(tenant, id, reason)
  await discard(runningBatch, serviceId)
  return 0
}

/** Deletes the batch at its service; what the service does not delete now expires there. */
async function discard({ ctx, batches }: RunningBatch, serviceId: string): Promise<void> {
  await batches.discard(serviceId).catch((error: unknown) => {
    ctx.log.warn({ reason: describeFailure(error) }, 'a batch could not be deleted at its service')
  })
}
