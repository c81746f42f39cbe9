import { failure, forbidden } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { isUserFacingError, toUserMessage } from '../../../platform/describe-failure.ts'
import { workWaitingEvent } from '../../../platform/work/announce-work.ts'
import { retryThroughOutage } from '../../../platform/work/retry-through-outage.ts'
import { serializeError } from '../../../platform/work/single-flight/serialize-outcome.ts'
import {
  type ClaimedWorkItem,
  findPoisonReason,
  type Lease,
  LeaseLostError,
} from '../../../platform/work/work-queue.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import { explainAnsweringError } from '../../answering/answering.port.ts'
import { findActor } from '../../organizations/organizations.port.ts'
import { indexDocument } from '../indexing/index-document.ts'
import {
  beginRun,
  endRuns,
  type HeldRun,
  joinWaitingRuns,
  markAsked,
  releaseJoinedRows,
} from '../queue/claimed-runs.store.ts'
import { createCallLogger, logRun, logRuns } from '../queue/log-run.ts'
import { publishRunStates } from '../queue/publish-run-states.ts'
import type { PromptFailure } from '../queue/run-outcome.ts'
import type { RunRow } from '../queue/runs.store.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import { answerRuns, type RunCallOptions, saveRunAnswers } from './answer-prompts.ts'
import { findProjectPrompts, type PreparedRun } from './prepare-runs.ts'
import { answerSinglePass, prepareSinglePass } from './single-pass.ts'

/** Maximum number of prompts that are answered together without a model. */
const maxJointRuns = 25

type SaveOutputs = (transaction: Tenant) => Promise<readonly OutputRow[]>

type ClaimedRun = {
  readonly tenant: Tenant
  readonly run: RunRow
  readonly lease: Lease
  /** Whether this is the first attempt. */
  readonly isFirst: boolean
  /** Stores the outputs of runs and marks the runs as done, all of them or none. */
  complete(
    saves: ReadonlyMap<RunRow, SaveOutputs>,
    failures?: readonly PromptFailure[],
  ): Promise<void>
  /** Marks runs as failed. */
  fail(runs: readonly RunRow[], error: unknown): Promise<void>
}

/** Executes a run that this worker has claimed until its output or its failure is stored. */
export async function runClaimedRun(
  ctx: Context,
  row: ClaimedWorkItem,
  lease: Lease,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: row.organizationId }
  const key = { id: row.id, workerId: lease.workerId }
  const startedRun = await retryThroughOutage(ctx, lease, () => beginRun(tenant, key))
  // It was cancelled, or deleted with its prompt or document.
  if (!startedRun) return
  const { run, isFirst } = startedRun
  const claimedRun = createClaimedRun(ctx, tenant, { run, isFirst, lease })
  try {
    const poisonReason = findPoisonReason(row)
    if (poisonReason) {
      const message = `The worker ${poisonReason} while running this prompt, so the prompt will not be retried.`
      return await claimedRun.fail([run], failure(message))
    }
    await publishRunStates(ctx, tenant, [run], 'running')
    logRuns(ctx, tenant, [run], 'running')
    await executeRun(ctx, claimedRun)
  } catch (error) {
    if (lease.cancelSignal.aborted) return
    // An error during shutdown or after a lost lease is not a failure of the run: another worker
    // executes it.
    if (lease.signal.aborted || error instanceof LeaseLostError) throw new LeaseLostError()
    await claimedRun.fail([run], error)
  }
}

async function executeRun(ctx: Context, claimedRun: ClaimedRun): Promise<void> {
  const { tenant, run, lease } = claimedRun
  const actor = await retryThroughOutage(ctx, lease, () => getRequester(tenant, run))
  let { isFirst } = claimedRun
  const attempt = () => {
    const currentRun = { ...claimedRun, isFirst }
    // The failed attempt may already have stored paid replies.
    isFirst = false
    if (run.kind === 'index') return runIndexing(ctx, actor, currentRun)
    if (run.kind === 'all') return runSinglePass(ctx, actor, currentRun)
    return runPrompts(ctx, actor, currentRun)
  }
  await retryThroughOutage(ctx, lease, attempt)
}

async function getRequester(tenant: Tenant, { created_by }: RunRow): Promise<Actor> {
  const actor = created_by === null ? undefined : await findActor(tenant, created_by)
  if (!actor)
    throw forbidden('The person who started this run is no longer a member of the organization.')
  return actor
}

async function runIndexing(ctx: Context, actor: Actor, claimedRun: ClaimedRun): Promise<void> {
  const { run, complete } = claimedRun
  const { project_id: projectId, document_id: documentId } = run
  await indexDocument(ctx, {
    actor,
    projectId,
    documentId,
    callOptions: createCallOptions(ctx, claimedRun),
  })
  await complete(new Map([[run, async () => []]]))
}

async function runSinglePass(ctx: Context, actor: Actor, claimedRun: ClaimedRun): Promise<void> {
  const { run, complete } = claimedRun
  const { project_id: projectId, document_id: documentId } = run
  const singlePass = await prepareSinglePass(ctx, { actor, projectId, documentId })
  const { save, failures } = await answerSinglePass(
    ctx,
    singlePass,
    createCallOptions(ctx, claimedRun),
  )
  await complete(new Map([[run, save]]), failures)
}

/**
 * Runs a prompt. If the adapter needs no model, other waiting runs of the same document and profile
 * are answered in the same batch, each with its own outcome.
 */
async function runPrompts(ctx: Context, actor: Actor, claimedRun: ClaimedRun): Promise<void> {
  const { run } = claimedRun
  const ownRuns = await prepareRuns(ctx, actor, [run])
  const [ownRun] = ownRuns
  if (ownRun && 'error' in ownRun) throw ownRun.error
  const profile = ownRun?.prepared.profiles.answering
  if (!profile) throw new Error('The run has no prompt.')
  const canClaimOthers = !refersToOthers(run) && (await answersWithoutModel(ctx, actor, profile))
  const joinedRuns = canClaimOthers ? await claimJoinedRuns(ctx, claimedRun) : []
  try {
    const allRuns = [...ownRuns, ...(await prepareRuns(ctx, actor, joinedRuns))]
    await answerJoinedRuns(ctx, claimedRun, await failUnprepared(claimedRun, allRuns))
  } finally {
    if (joinedRuns.length > 0) await releaseJoinedRuns(ctx, claimedRun)
  }
}

/** Whether its prompt refers to others of the task, whose runs finish first. */
const refersToOthers = ({ rank }: RunRow): boolean => rank > 0

/** Fails the runs that could not be prepared and returns the others. */
async function failUnprepared(
  claimedRun: ClaimedRun,
  candidates: readonly (ReadyRun | RefusedRun)[],
): Promise<readonly ReadyRun[]> {
  const readyRuns: ReadyRun[] = []
  for (const candidate of candidates) {
    if ('error' in candidate) await claimedRun.fail([candidate.run], candidate.error)
    else readyRuns.push(candidate)
  }
  return readyRuns
}

/** Claims waiting runs of the same person, document and profile, which are answered with this one. */
async function claimJoinedRuns(
  ctx: Context,
  { tenant, run, lease: { workerId } }: ClaimedRun,
): Promise<readonly RunRow[]> {
  const joinedRuns = await joinWaitingRuns(tenant, run, { workerId, maxRuns: maxJointRuns - 1 })
  await publishRunStates(ctx, tenant, joinedRuns, 'running')
  logRuns(ctx, tenant, joinedRuns, 'running')
  return joinedRuns
}

/**
 * Releases the joined runs that have not ended, because only this run may have failed or
 * been cancelled. This run stays claimed, so that its failure can be stored.
 */
async function releaseJoinedRuns(ctx: Context, { tenant, run, lease }: ClaimedRun): Promise<void> {
  const { workerId } = lease
  if ((await releaseJoinedRows(tenant, { leaderId: run.id, workerId })) > 0) {
    await ctx.events.publish(ctx.db, workWaitingEvent, { slots: 'items' })
  }
}

type ReadyRun = { readonly run: RunRow; readonly prepared: PreparedRun }
type RefusedRun = { readonly run: RunRow; readonly error: unknown }

/** Prepares runs of one document and one profile. */
async function prepareRuns(
  ctx: Context,
  actor: Actor,
  runs: readonly RunRow[],
): Promise<readonly (ReadyRun | RefusedRun)[]> {
  const [firstRun] = runs
  if (!firstRun) return []
  const projectPrompts = await findProjectPrompts(ctx, {
    actor,
    projectId: firstRun.project_id,
    promptIds: runs.flatMap(({ prompt_id }) => prompt_id ?? []),
  })
  const documentPrompts = await projectPrompts.prepareDocument(
    firstRun.document_id,
    firstRun.requested_profile_id ?? undefined,
  )
  return Promise.all(
    runs.map(async (run) => {
      const prompt = projectPrompts.prompts.find(({ id }) => id === run.prompt_id)
      try {
        if (!prompt) throw new Error('A note cannot be run.')
        return { run, prepared: await documentPrompts.prepareRun(prompt) }
      } catch (error) {
        return { run, error }
      }
    }),
  )
}

async function answersWithoutModel(
  ctx: Context,
  actor: Actor,
  { llm_id }: LlmProfileRow,
): Promise<boolean> {
  const { connection } = await openLlm(ctx, tenantOf(ctx, actor), llm_id)
  return connection.answer !== undefined
}

async function answerJoinedRuns(
  ctx: Context,
  claimedRun: ClaimedRun,
  runs: readonly ReadyRun[],
): Promise<void> {
  const preparedRuns = runs.map(({ prepared: preparedRun }) => preparedRun)
  const outcomes = await answerRuns(ctx, preparedRuns, createCallOptions(ctx, claimedRun))
  // Then the outcomes do not count: another worker executes the runs, or they were cancelled.
  if (claimedRun.lease.signal.aborted) throw new LeaseLostError()
  const saves = new Map<RunRow, SaveOutputs>()
  for (const [index, { run, prepared: preparedRun }] of runs.entries()) {
    const outcome = outcomes[index]
    if (!outcome?.isOk) {
      await claimedRun.fail([run], outcome?.error ?? new Error('The prompt was not answered.'))
      continue
    }
    const answeredRun = { run: preparedRun, runId: run.run_id, answer: outcome.value }
    saves.set(run, (transaction) => saveRunAnswers(transaction, [answeredRun]))
  }
  await saveOutcomes(claimedRun, saves)
}

/**
 * Saves the outcomes in one transaction. If it fails, each is saved alone, so that none fails
 * because of another.
 */
async function saveOutcomes(
  claimedRun: ClaimedRun,
  saves: ReadonlyMap<RunRow, SaveOutputs>,
): Promise<void> {
  if (saves.size === 0) return
  if (saves.size === 1) return claimedRun.complete(saves)
  try {
    await claimedRun.complete(saves)
  } catch {
    for (const [run, save] of saves) {
      await claimedRun.complete(new Map([[run, save]])).catch((error: unknown) => {
        // Only this run was cancelled.
        if (!(error instanceof LeaseLostError)) return claimedRun.fail([run], error)
      })
    }
  }
}

/** A worker that takes over the run uses the same keys, so that it finds the paid replies. */
function createCallOptions(
  ctx: Context,
  { tenant, run, isFirst, lease }: ClaimedRun,
): RunCallOptions {
  const logCall = createCallLogger(ctx, tenant, run)
  const notifyAsked = createAskedNotifier(ctx, tenant, { id: run.id, workerId: lease.workerId })
  return {
    runId: run.run_id,
    claim: { id: run.id, isFirst, assertHeld: lease.assertHeld },
    signal: lease.signal,
    cancelSignal: lease.cancelSignal,
    releaseCpuDuring: lease.releaseCpuDuring,
    onCall(call) {
      notifyAsked()
      logCall(call)
    },
  }
}

/**
 * Returns a function that tells whoever waits for the run, once and in the background, that it waits
 * for a model.
 */
function createAskedNotifier(ctx: Context, tenant: Tenant, key: HeldRun): () => void {
  let isNotified = false
  return () => {
    if (isNotified) return
    isNotified = true
    markAsked(tenant, key)
      .then((run) => run && publishRunStates(ctx, tenant, [run], 'running'))
      // It only informs, and the next state of the run is published anyway.
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'failed to say what a run waits for'))
  }
}

function createClaimedRun(
  ctx: Context,
  tenant: Tenant,
  { run, isFirst, lease }: Pick<ClaimedRun, 'run' | 'isFirst' | 'lease'>,
): ClaimedRun {
  const { workerId } = lease
  return {
    tenant,
    run,
    lease,
    isFirst,
    async complete(saves, failures = []) {
      const runs = [...saves.keys()]
      await inTransaction(tenant, async (transaction) => {
        const outputIds = new Map<string, readonly string[]>()
        for (const [run, save] of saves) outputIds.set(run.id, (await save(transaction)).map(getId))
        const ids = runs.map(getId)
        const outcome = failures.length > 0 ? { failed: failures } : null
        const result = { state: 'done', outputIds, outcome } as const
        const endedIds = await endRuns(transaction, { ids, workerId, ...result })
        // Another worker has the run, or it was cancelled: nothing of it is stored.
        if (endedIds.length < ids.length) throw new LeaseLostError()
        await publishRunStates(ctx, transaction, runs, 'done')
      })
      logRuns(ctx, tenant, runs, 'done')
    },
    async fail(runs, cause) {
      const error = explainAnsweringError(cause)
      if (!isUserFacingError(error)) ctx.log.error({ err: error }, 'a run of the studio failed')
      await retryThroughOutage(ctx, lease, () =>
        inTransaction(tenant, async (transaction) => {
          const outcome = serializeError(error)
          const ids = runs.map(getId)
          const result = { outcome, error: toUserMessage(error) }
          await endRuns(transaction, { ids, workerId, state: 'failed', ...result })
          // Deleted runs are included: whoever waits for them then finds out that they are gone.
          await publishRunStates(ctx, transaction, runs, 'failed')
        }),
      )
      const message = toUserMessage(error)
      for (const run of runs) logRun(ctx, tenant, run, { level: 'ERROR', state: 'RUN', message })
    },
  }
}

const getId = ({ id }: Pick<RunRow | OutputRow, 'id'>) => id
