import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { isUserFacingError, toUserMessage } from '../../../platform/describe-failure.ts'
import { withExecutionSpan, withSpan } from '../../../platform/tracing/spans.ts'
import { openItemStore } from '../../../platform/work/item-store.ts'
import { retryThroughOutage } from '../../../platform/work/retry-through-outage.ts'
import {
  type ClaimedWorkItem,
  findPoisonReason,
  type Lease,
  LeaseLostError,
  type WorkQueue,
} from '../../../platform/work/work-queue.ts'
import {
  type CallBatching,
  createStageClock,
  type RunStep,
  type StageClock,
  timeStage,
  withdrawBatchCalls,
} from '../../model-calls/model-calls.port.ts'
import { runTool } from '../../tools/tools.port.ts'
import { sumUsage } from '../../usage/usage.port.ts'
import { createEarlierFileComparison, updateReusedResult } from '../checks/compare-file.ts'
import { deliver } from '../destination/deliver.ts'
import {
  DeliveryError,
  type DeliveryWait,
  DestinationUnavailableError,
} from '../destination/delivery.ts'
import { executionFinished, isFinished } from '../execution-state.ts'
import { computeAnswerDigest } from '../reuse/compute-answer-digest.ts'
import { findReusableResult, needsDigest } from '../reuse/find-reusable-result.ts'
import { findReviewReason, getApproval, wasSentToReview } from '../review/find-review-reason.ts'
import { describeReading } from '../watched/describe-reading.ts'
import { settleBatchedFile, suspendForBatch } from './batched-files.store.ts'
import { fileTable } from './claimed-files.store.ts'
import type { FileOutcome, ToolRunOutcome } from './file-executions.store.ts'
import { findFileSteps, insertFileStep } from './file-steps.store.ts'
import { logFileFinished, logFileStarted } from './log-progress.ts'
import {
  pushFileFinished,
  pushFileInReview,
  pushFileRead,
  pushFileStarted,
} from './push-progress.ts'
import { createRetryHandling } from './report-retries.ts'
import {
  type ClaimedFile,
  type FinishedFile,
  finishFile,
  startClaimedFile,
} from './run-file.store.ts'
import { setSourceMetadata } from './set-source-metadata.ts'
import { suspendFile, toolStepName } from './suspend-file.store.ts'

/** The queue of the files of executions, without the function that runs them. */
export const fileQueue: Omit<WorkQueue<never>, 'run'> = {
  name: 'executions/run-file',
  ...openItemStore(fileTable),
}

/** Runs a file that this worker has claimed. */
export async function runClaimedFile(
  processContext: Context,
  row: ClaimedWorkItem,
  lease: Lease,
): Promise<void> {
  const { organizationId } = row
  const tenant: Tenant = { db: processContext.db, organizationId }
  const claim = await retryThroughOutage(processContext, lease, () =>
    startClaimedFile(tenant, { id: row.id, workerId: lease.workerId }),
  )
  // The file is finished, stopped or deleted.
  if (!claim) return
  const { claimedFile, isFirst, configurationVersion } = claim
  const ctx = {
    ...processContext,
    configurationVersion: { organizationId, version: configurationVersion },
  }
  const run = { claimedFile, lease, isFirst, isResultConsumedInProcess: false }
  const poisonReason = findPoisonReason(row)
  if (poisonReason) {
    const error = `The worker ${poisonReason} while processing this file, so the file will not be retried.`
    await finish(ctx, tenant, { ...run, outcome: { status: 'ERROR', error } })
    return
  }
  const completedSteps = isFirst
    ? new Map()
    : await retryThroughOutage(ctx, lease, () => findFileSteps(tenant, row.id))
  await runFile(ctx, tenant, { ...run, completedSteps })
}

/** Path of a document in the file store, and its bytes if they are still in memory. */
export type JustStoredDocument = {
  readonly path: string | null | undefined
  readonly isNew: boolean | undefined
  readonly bytes: Uint8Array | undefined
}

type FileRun = {
  readonly claimedFile: ClaimedFile
  readonly lease: Lease
  /** Results of the steps that an earlier run of the file completed. */
  readonly completedSteps: ReadonlyMap<string, unknown>
  /** Whether the file was never run before. */
  readonly isFirst: boolean
  /** The document, if this process has just stored it. */
  readonly storedDocument?: JustStoredDocument
  /** Lets its calls wait in batches. */
  readonly callBatching?: CallBatching
  readonly stageClock?: StageClock
  /** Whether the caller in this process gets the result without waiting for an event. */
  readonly isResultConsumedInProcess: boolean
}

/**
 * Runs a file until it is finished or suspended. Safe to run twice: what was read or answered before
 * is loaded from the database, a file finished by another worker is left alone, and a failure
 * affects only this file.
 */
export function runFile(
  ctx: Context,
  tenant: Tenant,
  run: FileRun,
): Promise<FinishedFile | undefined> {
  const { claimedFile, lease } = run
  const { execution, file } = claimedFile
  // All files of an execution are answered with the same settings.
  const runContext = { ...ctx, settingsTime: execution.created_at }
  const processFile = async () => {
    logFileStarted(ctx, tenant, claimedFile)
    pushFileStarted(ctx, tenant, claimedFile)
    let { isFirst } = run
    let storedOutcome = findStoredOutcome(run.completedSteps)
    // An earlier version stored the seconds with the outcome of the tool alone.
    const stageClock = createStageClock(file.stage_seconds ?? storedOutcome?.stageSeconds)
    const onOutcomeSaved = (toolOutcome: ToolRunOutcome) => {
      storedOutcome = toolOutcome
    }
    const measuredRun = { ...run, onOutcomeSaved, stageClock }
    const outcome = await retryThroughOutage(ctx, lease, () => {
      const attempt = runToolAndDeliver(runContext, tenant, {
        ...measuredRun,
        storedOutcome,
        isFirst,
      })
      // A failed attempt may already have stored replies that were paid for.
      isFirst = false
      return attempt
    }).catch((error: unknown) => toFailedOutcome(ctx, lease, error))
    if (outcome.status === 'BATCHED') {
      await waitForBatch(ctx, tenant, { ...run, stageClock })
      return undefined
    }
    if (outcome.status === 'SUSPENDED') {
      await suspend(ctx, tenant, { ...run, stageClock, outcome })
      return undefined
    }
    const stageSeconds = stageClock.seconds()
    return finish(ctx, tenant, { ...run, outcome: { ...outcome, stageSeconds } })
  }
  const attributes = { 'recto.file_id': file.id, 'recto.organization_id': tenant.organizationId }
  return withExecutionSpan(execution.id, 'process file', { attributes, run: processFile })
}

/** The tool has run on the file, which waits for its destination, for review, or for the next step. */
type SuspendedOutcome = {
  readonly status: 'SUSPENDED'
  readonly toolOutcome: ToolRunOutcome
  readonly wait?: DeliveryWait | undefined
  /** Reason for review. */
  readonly reason?: string | undefined
}

/** A run whose stages are measured. */
type MeasuredRun = FileRun & {
  /** Outcome of the tool in an earlier run of the file. */
  readonly storedOutcome: ToolRunOutcome | undefined
  /** Called once the outcome is stored, from where the next attempt of this run continues. */
  readonly onOutcomeSaved: (outcome: ToolRunOutcome) => void
  readonly stageClock: StageClock
}

function findStoredOutcome(completedSteps: FileRun['completedSteps']): ToolRunOutcome | undefined {
  const step = completedSteps.get(toolStepName)
  return step === undefined ? undefined : (parseExactJson(String(step)) as ToolRunOutcome)
}

async function runToolAndDeliver(
  ctx: Context,
  tenant: Tenant,
  run: MeasuredRun,
): Promise<FileOutcome | SuspendedOutcome | BatchedOutcome> {
  const { claimedFile, completedSteps, storedOutcome } = run
  const toolOutcome = storedOutcome ?? (await runToolOrWait(ctx, tenant, run))
  if (toolOutcome.status === 'BATCHED') return toolOutcome
  // A user advances the execution step by step: the file waits once its tool has run.
  if (claimedFile.execution.step_to === 'TOOL') return { status: 'SUSPENDED', toolOutcome }
  const approval = getApproval(completedSteps)
  if (approval) {
    const approvedOutcome: ToolRunOutcome = { ...toolOutcome, result: approval.result }
    if (!approval.goesToDestination) return approvedOutcome
    return deliverResult(ctx, tenant, { ...run, toolOutcome: approvedOutcome })
  }
  // A file that was sent to review has its item already, so the reason given here is not stored.
  const reason = wasSentToReview(completedSteps)
    ? 'sent to review before'
    : await findReviewReason(ctx, tenant, claimedFile, toolOutcome)
  if (reason) return { status: 'SUSPENDED', toolOutcome, reason }
  const sendsCalls = claimedFile.plan.destination?.connection === 'HTTP'
  if (sendsCalls && !storedOutcome && claimedFile.execution.trial_files === null) {
    // A receiver of calls cannot take back what a run that reads other values would not send.
    await saveToolOutcome(tenant, claimedFile.file.id, toolOutcome)
    run.onOutcomeSaved(toolOutcome)
  }
  return deliverResult(ctx, tenant, { ...run, toolOutcome })
}

const saveToolOutcome = (
  tenant: Tenant,
  fileId: string,
  toolOutcome: ToolRunOutcome,
): Promise<void> =>
  insertFileStep(tenant, { fileId, name: toolStepName, result: JSON.stringify(toolOutcome) })

/** Runs the tool. If any call waits in a batch, whatever came of the others is not used: they are answered again at no cost. */
async function runToolOrWait(
  ctx: Context,
  tenant: Tenant,
  run: FileRun,
): Promise<ToolRunOutcome | BatchedOutcome> {
  const { lease, claimedFile } = run
  const { batch_deadline: deadline } = claimedFile.execution
  if (deadline === null || lease.isAwaited) return runToolOnFile(ctx, tenant, run)
  let isWaiting = false
  const callBatching = {
    jobs: ctx.jobs,
    gatherSeconds: ctx.config.batchSeconds.gather,
    deadline,
    onWaiting() {
      isWaiting = true
    },
  }
  try {
    const outcome = await runToolOnFile(ctx, tenant, { ...run, callBatching })
    return isWaiting ? { status: 'BATCHED' } : outcome
  } catch (error) {
    if (!isWaiting || lease.signal.aborted) throw error
    return { status: 'BATCHED' }
  }
}

async function runToolOnFile(ctx: Context, tenant: Tenant, run: FileRun): Promise<ToolRunOutcome> {
  const { claimedFile, lease, completedSteps, isFirst, storedDocument, stageClock } = run
  const { file, execution, plan } = claimedFile
  const { plan_hash: planHash } = execution
  const answerDigest = needsDigest(plan)
    ? await computeAnswerDigest(ctx, tenant, { plan, planHash })
    : undefined
  const compareWithEarlierFiles =
    execution.trial_files === null
      ? createEarlierFileComparison(tenant, { workflowId: execution.workflow_id, fileId: file.id })
      : undefined
  const earlierResult = await findReusableResult(tenant, claimedFile, answerDigest)
  if (earlierResult) {
    const result = await updateReusedResult(ctx, tenant, {
      tool: plan.tool,
      result: earlierResult.result,
      compareWithEarlierFiles,
      name: file.file_name,
      signal: lease.signal,
      time: execution.created_at,
    })
    const origin = { digest: earlierResult.digest, isReused: true }
    const ownResult = setSourceMetadata(result, file.source_metadata)
    return { status: 'COMPLETED', result: ownResult, used: [], ...origin }
  }

  const { result, error, pages, usage } = await timeStage(run, 'answer', () =>
    runTool(ctx, tenant, {
      tool: plan.tool,
      settings: plan.settings,
      document: { hash: file.file_hash, name: file.file_name, ...storedDocument },
      runId: file.id,
      callKeyPrefix: file.id,
      isFirstRun: isFirst,
      // The tool decides what is masked.
      masking: undefined,
      claims: ctx.claims,
      groupCommits: ctx.groupCommits,
      assertLeaseHeld: lease.assertHeld,
      releaseCpuDuring: lease.releaseCpuDuring,
      isBackground: !lease.isAwaited,
      callBatching: run.callBatching,
      stageClock,
      step: createFileSteps(ctx, tenant, { fileId: file.id, lease, completedSteps }),
      signal: lease.signal,
      ...createRetryHandling(ctx, tenant, { claimedFile, lease }),
      workflowId: execution.workflow_id,
      executionId: execution.id,
      projectId: plan.tool.projectId || undefined,
      customData: execution.custom_data,
      compareWithEarlierFiles,
    }),
  )
  const ownResult = setSourceMetadata(result, file.source_metadata)
  return { status: 'COMPLETED', result: ownResult, error, pages, used: usage, digest: answerDigest }
}

type FileStepOptions = Pick<FileRun, 'lease' | 'completedSteps'> & { readonly fileId: string }

/**
 * Creates the step function of a file's run. The result of a step is stored before the next step
 * starts, unless repeating the step costs nothing; a later run of the file loads it. A step is not
 * retried: its calls are, where they are made.
 */
function createFileSteps(
  ctx: Pick<Context, 'db' | 'log'>,
  tenant: Tenant,
  { fileId, lease, completedSteps }: FileStepOptions,
): RunStep {
  return async <T>(name: string, run: () => Promise<T>, { isRepeatable = false } = {}) => {
    await lease.assertHeld()
    // The same step stored it, so it has the same type.
    if (completedSteps.has(name)) return completedSteps.get(name) as T

    const result = await run()
    if (!isRepeatable) {
      await retryThroughOutage(ctx, lease, () => insertFileStep(tenant, { fileId, name, result }))
    }
    return result
  }
}

/** The file runs again when its calls have replies. */
type BatchedOutcome = { readonly status: 'BATCHED' }

type DeliverOptions = Pick<FileRun, 'claimedFile' | 'lease' | 'stageClock'> & {
  readonly toolOutcome: ToolRunOutcome
}

/** Delivers the result to the destination of the workflow; a failed delivery does not lose it. */
async function deliverResult(
  ctx: Context,
  tenant: Tenant,
  { claimedFile, lease, stageClock, toolOutcome }: DeliverOptions,
): Promise<FileOutcome | SuspendedOutcome> {
  const { plan, execution } = claimedFile
  if (!plan.destination || execution.trial_files !== null) return toolOutcome
  await lease.assertHeld()
  const { result } = toolOutcome
  const { signal, releaseCpuDuring } = lease
  try {
    await timeStage({ stageClock }, 'deliver', () =>
      withSpan('deliver', {}, () =>
        deliver(ctx, tenant, { ...claimedFile, result, signal, releaseCpuDuring }),
      ),
    )
    return toolOutcome
  } catch (error) {
    if (error instanceof DestinationUnavailableError) {
      return { status: 'SUSPENDED', toolOutcome, wait: error }
    }
    if (!(error instanceof DeliveryError)) throw error
    const { digest, isReused = false } = toolOutcome
    return { status: 'ERROR', error: error.message, result, digest, isReused }
  }
}

type SuspendOptions = Pick<
  MeasuredRun,
  'claimedFile' | 'lease' | 'completedSteps' | 'stageClock'
> & {
  readonly outcome: SuspendedOutcome
}

/** Stores the result as a step before the file is released, so that its next run continues there. */
async function suspend(
  ctx: Context,
  tenant: Tenant,
  { claimedFile, lease, completedSteps, stageClock, outcome }: SuspendOptions,
): Promise<void> {
  const { id } = claimedFile.file
  const { toolOutcome, wait, reason } = outcome
  if (!completedSteps.has(toolStepName)) {
    await retryThroughOutage(ctx, lease, () => saveToolOutcome(tenant, id, toolOutcome))
  }
  const { workerId } = lease
  const stageSeconds = stageClock.seconds()
  const reading = describeReading(claimedFile.plan, {
    outcome: toolOutcome,
    usage: toolOutcome.used,
    stageSeconds,
  })
  const { result } = toolOutcome
  const request = { id, workerId, wait, reason, result, reading, stageSeconds }
  await retryThroughOutage(ctx, lease, () => suspendFile(tenant, request))
  if (reason) pushFileInReview(ctx, tenant, claimedFile)
  else if (!wait) pushFileRead(ctx, tenant, claimedFile, toolOutcome)
}

/** The suspension is committed first, so that no call can end its wait unseen between the two. */
async function waitForBatch(
  ctx: Context,
  tenant: Tenant,
  { claimedFile, lease, stageClock }: Pick<MeasuredRun, 'claimedFile' | 'lease' | 'stageClock'>,
): Promise<void> {
  const { file, execution } = claimedFile
  const { id } = file
  const { workerId } = lease
  await retryThroughOutage(ctx, lease, () =>
    inTransaction(tenant, async (transaction) => {
      const { isStopped } = await suspendForBatch(transaction, {
        id,
        workerId,
        stageSeconds: stageClock.seconds(),
      })
      // The file may have put off calls after those of its execution were withdrawn.
      if (isStopped) await withdrawBatchCalls(transaction, execution.id)
    }),
  )
  await retryThroughOutage(ctx, lease, () => settleBatchedFile(tenant, id))
}

/** Every error becomes the error of the file; an unexpected one is also logged. */
function toFailedOutcome({ log }: Pick<Context, 'log'>, lease: Lease, error: unknown): FileOutcome {
  // On shutdown, aborted work is not a failure; another worker retries it.
  if (lease.signal.aborted) throw new LeaseLostError()
  if (!isUserFacingError(error)) log.error({ err: error }, 'a file could not be processed')
  return { status: 'ERROR', error: toUserMessage(error) }
}

type FinishOptions = Pick<FileRun, 'claimedFile' | 'lease' | 'isResultConsumedInProcess'> & {
  readonly outcome: FileOutcome
}

async function finish(
  ctx: Context,
  tenant: Tenant,
  { claimedFile, lease, outcome, isResultConsumedInProcess }: FinishOptions,
): Promise<FinishedFile | undefined> {
  const { file, plan } = claimedFile
  const { stageSeconds } = outcome
  const finishedFile = await retryThroughOutage(ctx, lease, async () => {
    // The calls of a failed file are paid for too, but its outcome does not contain their usage.
    const usage = outcome.status === 'ERROR' ? await sumUsage(tenant, [file.id]) : outcome.used
    const reading = describeReading(plan, { outcome, usage, stageSeconds })
    return finishFile(tenant, { file, workerId: lease.workerId, outcome, usage, reading })
  })
  if (!finishedFile) return undefined
  logFileFinished(ctx, tenant, finishedFile)
  pushFileFinished(ctx, tenant, finishedFile)
  if (isResultConsumedInProcess || !isFinished(finishedFile.execution)) return finishedFile
  // Callers that wait also poll the row, so a lost event only delays them.
  await ctx.events
    .publish(ctx.db, executionFinished, { executionId: finishedFile.execution.id })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a result could not be announced'))
  return finishedFile
}
