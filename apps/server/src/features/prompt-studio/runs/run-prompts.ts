import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { workWaiting } from '../../../platform/leases/announce-work.ts'
import { type Lease, LeaseLostError } from '../../../platform/leases/leases.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import { announceRuns } from '../queue/announce-runs.ts'
import { leadRuns, releaseRuns } from '../queue/claimed-runs.store.ts'
import { logCalls } from '../queue/log-calls.ts'
import { logRuns } from '../queue/log-run.ts'
import type { FailedPart } from '../queue/outcome-of-run.ts'
import type { RunRow } from '../queue/runs.store.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import { askPrompts, keepAnswers, type RunHold } from './answer-prompts.ts'
import { findPrompts, type PreparedRun } from './prepare-runs.ts'

/** A run that this worker holds. */
export type ClaimedRun = {
  readonly tenant: Tenant
  readonly run: RunRow
  readonly lease: Lease
  /** Whether nobody has begun it before. */
  readonly isFirst: boolean
  /** Comes when the run is cancelled or handed on. */
  readonly signal: AbortSignal
  /** Throws then, and before whatever must not be done twice. */
  confirm(): Promise<void>
  /** Stores what came of runs with their end, all of it or nothing. */
  done(saves: ReadonlyMap<RunRow, Save>, failed?: readonly FailedPart[]): Promise<void>
  /** Says why there is nothing. */
  fail(runs: readonly RunRow[], error: unknown): Promise<void>
}

type Save = (within: Tenant) => Promise<readonly OutputRow[]>

const maxTogether = 25

/** The same keys for whoever takes the run over, who finds under them what was paid. */
export function holdOf(
  ctx: Context,
  { tenant, run, isFirst, lease, signal, confirm }: ClaimedRun,
): RunHold {
  const claim = { id: run.id, isFirst, confirm }
  const onCall = logCalls(ctx, tenant, run)
  return { runId: run.run_id, claim, signal, outside: lease.outside, onCall }
}

/**
 * Runs a prompt. Where the adapter needs no model, others that wait for the same document and profile
 * are answered with it, each with an outcome of its own.
 */
export async function runPrompts(ctx: Context, actor: Actor, claimed: ClaimedRun): Promise<void> {
  const { run } = claimed
  const prepared = await prepare(ctx, actor, [run])
  const [first] = prepared
  if (first && 'error' in first) throw first.error
  const profile = first?.prepared.profiles.answering
  if (!profile) throw new Error('The run has no prompt.')
  const isLeader = run.rank === 0 && (await answersItself(ctx, actor, profile))
  const led = isLeader ? await takeAlong(ctx, claimed) : []
  try {
    const all = [...prepared, ...(await prepare(ctx, actor, led))]
    for (const one of all) if ('error' in one) await claimed.fail([one.run], one.error)
    const ready = all.flatMap((one) => ('prepared' in one ? [one] : []))
    await answerTogether(ctx, claimed, ready)
  } finally {
    if (led.length > 0) await letGo(ctx, claimed)
  }
}

/** What was taken along and has not ended is somebody's next: only the leader may be cancelled. */
async function letGo(ctx: Context, { run, lease }: ClaimedRun): Promise<void> {
  const left = { of: [lease.workerId], ids: [run.id], isDeath: false }
  if ((await releaseRuns(ctx, left)) > 0) await ctx.events.publish(ctx.db, workWaiting, {})
}

async function takeAlong(
  ctx: Context,
  { tenant, run, lease: { workerId } }: ClaimedRun,
): Promise<readonly RunRow[]> {
  const led = await leadRuns(tenant, run, { workerId, atMost: maxTogether - 1 })
  await announceRuns(ctx, tenant, led, 'running')
  logRuns(ctx, tenant, led, 'running')
  return led
}

type Ready = { readonly run: RunRow; readonly prepared: PreparedRun }
type Refused = { readonly run: RunRow; readonly error: unknown }

/** Of one document and one profile. */
async function prepare(
  ctx: Context,
  actor: Actor,
  runs: readonly RunRow[],
): Promise<readonly (Ready | Refused)[]> {
  const [first] = runs
  if (!first) return []
  const { project_id: projectId, document_id, requested_profile_id } = first
  const promptIds = runs.flatMap(({ prompt_id }) => prompt_id ?? [])
  const asked = await findPrompts(ctx, { actor, projectId, promptIds })
  const on = await asked.on(document_id, requested_profile_id ?? undefined)
  return Promise.all(
    runs.map(async (run) => {
      const prompt = asked.prompts.find(({ id }) => id === run.prompt_id)
      try {
        if (!prompt) throw new Error('A note cannot be run.')
        return { run, prepared: await on.prepare(prompt) }
      } catch (error) {
        return { run, error }
      }
    }),
  )
}

async function answersItself(
  ctx: Context,
  actor: Actor,
  { llm_id }: LlmProfileRow,
): Promise<boolean> {
  const { llm } = await openLlm(ctx, tenantOf(ctx, actor), llm_id)
  return llm.answer !== undefined
}

async function answerTogether(
  ctx: Context,
  claimed: ClaimedRun,
  runs: readonly Ready[],
): Promise<void> {
  const outcomes = await askPrompts(
    ctx,
    runs.map(({ prepared }) => prepared),
    holdOf(ctx, claimed),
  )
  // That is no outcome of theirs: another worker runs them, or nobody is to.
  if (claimed.signal.aborted) throw new LeaseLostError()
  const saves = new Map<RunRow, Save>()
  for (const [place, { run, prepared }] of runs.entries()) {
    const outcome = outcomes[place]
    if (!outcome?.isDone) {
      await claimed.fail([run], outcome?.error ?? new Error('The prompt was not answered.'))
      continue
    }
    const answered = { run: prepared, answer: outcome.value }
    saves.set(run, (within) => keepAnswers(within, [answered], () => run.run_id))
  }
  await keepEach(claimed, saves)
}

/** In one go; where that fails, each by itself, so that none fails for another's reason. */
async function keepEach(claimed: ClaimedRun, saves: ReadonlyMap<RunRow, Save>): Promise<void> {
  if (saves.size < 2) return saves.size === 0 ? undefined : claimed.done(saves)
  try {
    await claimed.done(saves)
  } catch {
    for (const one of saves) {
      await claimed.done(new Map([one])).catch((error: unknown) => {
        // Cancelled meanwhile, and the others were not.
        if (!(error instanceof LeaseLostError)) return claimed.fail([one[0]], error)
      })
    }
  }
}
