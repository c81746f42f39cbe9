import { failed, forbidden } from '../../../platform/app-error.ts'
import { carryFailure } from '../../../platform/claims/carry-failure.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { describeForPerson, isExplained } from '../../../platform/describe-failure.ts'
import { insist } from '../../../platform/leases/insist.ts'
import { type ClaimedRow, type Lease, LeaseLostError } from '../../../platform/leases/leases.ts'
import { maxStandstills } from '../../../platform/watchdog/standstills.ts'
import { explainAnsweringError } from '../../answering/answering.port.ts'
import { findActor } from '../../organizations/organizations.port.ts'
import { indexDocument } from '../indexing/index-document.ts'
import { announceRuns } from '../queue/announce-runs.ts'
import { beginRun, endRuns } from '../queue/claimed-runs.store.ts'
import { logRun, logRuns } from '../queue/log-run.ts'
import { runsChanged } from '../queue/runs.events.ts'
import type { RunRow } from '../queue/runs.store.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { answerAll, prepareAll } from './all-prompts.ts'
import { type ClaimedRun, holdOf, runPrompts } from './run-prompts.ts'

/** At how many deaths of a worker a run may be in hand before it is given up as their cause. */
const maxDeaths = 25

/** Runs what this worker has claimed, to its output or to the reason why there is none. */
export async function runClaimedRun(ctx: Context, row: ClaimedRow, lease: Lease): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: row.organizationId }
  const held = { id: row.id, workerId: lease.workerId }
  const begun = await insist(ctx, lease, () => beginRun(tenant, held))
  // Cancelled, or deleted with what it was about.
  if (!begun) return
  const { run, isFirst } = begun
  const cancelling = watchForCancelling(ctx, run.id)
  const given = { run, isFirst, lease, cancelled: cancelling.signal }
  const claimed = claimedOf(ctx, tenant, given)
  try {
    const error = reasonToSetAside(row)
    if (error) return await claimed.fail([run], failed(error))
    await announceRuns(ctx, tenant, [run], 'running')
    logRuns(ctx, tenant, [run], 'running')
    await perform(ctx, claimed)
  } catch (error) {
    if (cancelling.signal.aborted) return
    // What a stopping worker closes under its hands is no failure of the run: another one does it.
    if (lease.signal.aborted || error instanceof LeaseLostError) throw new LeaseLostError()
    await claimed.fail([run], error)
  } finally {
    cancelling.end()
  }
}

/** Deaths are mostly others' doing; a standstill is this run's own. */
function reasonToSetAside({ deaths, standstills }: ClaimedRow): string | undefined {
  const happened = standstills >= maxStandstills ? `stood still ${standstills}` : `died ${deaths}`
  if (standstills < maxStandstills && deaths < maxDeaths) return undefined
  return `The worker ${happened} times while it ran this prompt; it is not tried again.`
}

async function perform(ctx: Context, claimed: ClaimedRun): Promise<void> {
  const { tenant, run, lease } = claimed
  const actor = await insist(ctx, lease, () => findAsker(tenant, run))
  let { isFirst } = claimed
  const attempt = () => {
    const now = { ...claimed, isFirst }
    // What it breaks off with may have been preceded by replies that are paid and stored.
    isFirst = false
    if (run.kind === 'index') return index(ctx, actor, now)
    return run.kind === 'all' ? runAll(ctx, actor, now) : runPrompts(ctx, actor, now)
  }
  await insist(ctx, lease, attempt)
}

async function findAsker(tenant: Tenant, { created_by }: RunRow): Promise<Actor> {
  const actor = created_by === null ? undefined : await findActor(tenant, created_by)
  if (!actor) throw forbidden('Who asked for this is no member of the organization any more.')
  return actor
}

async function index(ctx: Context, actor: Actor, claimed: ClaimedRun): Promise<void> {
  const { run, done } = claimed
  const { project_id: projectId, document_id: documentId } = run
  await indexDocument(ctx, { actor, projectId, documentId, hold: holdOf(ctx, claimed) })
  await done(new Map([[run, async () => []]]))
}

async function runAll(ctx: Context, actor: Actor, claimed: ClaimedRun): Promise<void> {
  const { run, done } = claimed
  const { project_id: projectId, document_id: documentId } = run
  const prepared = await prepareAll(ctx, { actor, projectId, documentId })
  const { save, failed } = await answerAll(ctx, prepared, holdOf(ctx, claimed))
  await done(new Map([[run, save]]), failed)
}

type Given = Pick<ClaimedRun, 'run' | 'isFirst' | 'lease'> & { readonly cancelled: AbortSignal }

function claimedOf(
  ctx: Context,
  tenant: Tenant,
  { run, isFirst, lease, cancelled }: Given,
): ClaimedRun {
  const { workerId } = lease
  const signal = AbortSignal.any([lease.signal, cancelled])
  const confirm = async () => {
    await lease.confirm()
    cancelled.throwIfAborted()
  }
  return {
    tenant,
    run,
    lease,
    isFirst,
    signal,
    confirm,
    async done(saves, failed = []) {
      const runs = [...saves.keys()]
      await inTransaction(tenant, async (within) => {
        const made = new Map<string, readonly string[]>()
        for (const [one, save] of saves) made.set(one.id, (await save(within)).map(idOf))
        const ids = runs.map(idOf)
        const outcome = failed.length > 0 ? { failed } : null
        const told = { state: 'done', outputIds: made, outcome } as const
        const ended = await endRuns(within, { ids, workerId, ...told })
        // Somebody else has it, or it was cancelled: then nothing of it is stored.
        if (ended.length < ids.length) throw new LeaseLostError()
        await announceRuns(ctx, within, runs, 'done')
      })
      logRuns(ctx, tenant, runs, 'done')
    },
    async fail(runs, thrown) {
      const error = explainAnsweringError(thrown)
      if (!isExplained(error)) ctx.log.error({ err: error }, 'a run of the studio failed')
      await insist(ctx, lease, () =>
        inTransaction(tenant, async (within) => {
          const outcome = carryFailure(error)
          const ids = runs.map(idOf)
          const told = { outcome, error: describeForPerson(error) }
          await endRuns(within, { ids, workerId, state: 'failed', ...told })
          // Also of those that were deleted meanwhile: whoever waits for them looks, and finds them gone.
          await announceRuns(ctx, within, runs, 'failed')
        }),
      )
      const message = describeForPerson(error)
      for (const one of runs) logRun(ctx, tenant, one, { level: 'ERROR', state: 'RUN', message })
    },
  }
}

const idOf = ({ id }: Pick<RunRow | OutputRow, 'id'>) => id

/** Comes when somebody cancels the run, in whatever process. */
function watchForCancelling({ events }: Pick<Context, 'events'>, id: string) {
  const cancelling = new AbortController()
  const end = events.subscribe(runsChanged, ({ runIds, state }) => {
    if (state === 'cancelled' && runIds.includes(id)) cancelling.abort(new LeaseLostError())
  })
  return { signal: cancelling.signal, end }
}
