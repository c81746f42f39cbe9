import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeForPerson, isExplained } from '../../../platform/describe-failure.ts'
import { insist } from '../../../platform/leases/insist.ts'
import { type ClaimedRow, type Lease, LeaseLostError } from '../../../platform/leases/leases.ts'
import { traced, tracedExecution } from '../../../platform/tracing/traced.ts'
import { maxStandstills } from '../../../platform/watchdog/standstills.ts'
import { runTool, type Tool, takesEarlier } from '../../tools/tools.port.ts'
import { comparedAnew, compareFile } from '../checks/compare-file.ts'
import { deliver } from '../destination/deliver.ts'
import { DeliveryError, DestinationAwayError } from '../destination/delivery-error.ts'
import { executionFinished } from '../executions.events.ts'
import { isFinished } from '../is-finished.ts'
import { approvedIn, catchFile, wasCaught } from '../review/catch-file.ts'
import {
  type FileOutcome,
  findEarlierResult,
  findUndeliveredResult,
  type ReadOutcome,
} from './file-executions.store.ts'
import { findFileSteps, insertFileStep } from './file-steps.store.ts'
import { fileSteps } from './file-steps.ts'
import { layAside, readStep } from './lay-aside.store.ts'
import { beginHeldFile, type HeldFile, settleHeldFile } from './leased-files.store.ts'
import type { SettledFile } from './settled-file.ts'
import { tellOfFile, tellOfRead, tellOfReview, tellOfSettled } from './tell-of-execution.ts'
import { tellBegun, tellSettled } from './tell-progress.ts'

/**
 * At how many deaths of a worker a file may be in hand before it is given up as their cause. Many,
 * because whoever kills everything again and again must lose no document.
 */
const maxDeaths = 25

/** Runs a file that this worker has claimed. */
export async function runClaimedFile(
  process: Context,
  row: ClaimedRow,
  lease: Lease,
): Promise<void> {
  const { organizationId } = row
  const tenant: Tenant = { db: process.db, organizationId }
  const begun = await insist(process, lease, () =>
    beginHeldFile(tenant, { id: row.id, workerId: lease.workerId }),
  )
  // Settled or stopped before, or gone.
  if (!begun) return
  const { held, isFirst, version } = begun
  const ctx = { ...process, configuration: { organizationId, version } }
  const error = reasonToSetAside(row)
  if (error) {
    await settle(ctx, tenant, {
      held,
      lease,
      outcome: { status: 'ERROR', error },
      isTaken: false,
    })
    return
  }
  const known = isFirst ? new Map() : await insist(ctx, lease, () => findFileSteps(tenant, row.id))
  await runHeldFile(ctx, tenant, { held, lease, known, isFirst, isTaken: false })
}

/** Deaths are mostly others' doing; a standstill is this file's own. */
function reasonToSetAside({ deaths, standstills }: ClaimedRow): string | undefined {
  const happened = standstills >= maxStandstills ? `stood still ${standstills}` : `died ${deaths}`
  if (standstills < maxStandstills && deaths < maxDeaths) return undefined
  return `The worker ${happened} times while it ran this file; it is not tried again.`
}

/** Where a document lies, and its bytes where they are still in hand. */
export type JustStored = {
  readonly path: string | null | undefined
  readonly isNew: boolean | undefined
  readonly bytes: Uint8Array | undefined
}

type Work = {
  readonly held: HeldFile
  readonly lease: Lease
  /** What an earlier run of the file has done. */
  readonly known: ReadonlyMap<string, unknown>
  /** Whether nothing of the file was ever run before. */
  readonly isFirst: boolean
  /** The document, when this process has just stored it. */
  readonly stored?: JustStored
  /** Whether who began the run in this process takes what comes of it. */
  readonly isTaken: boolean
}

/**
 * Runs a file to its result. Safe to run twice: what was read or answered before comes out of the
 * store, what another worker has settled is left alone, and a failure is this file's alone.
 */
export function runHeldFile(
  ctx: Context,
  tenant: Tenant,
  work: Work,
): Promise<SettledFile | undefined> {
  const { execution, file } = work.held
  const attributes = { 'recto.file_id': file.id, 'recto.organization_id': tenant.organizationId }
  const act = () => run(ctx, tenant, work)
  return tracedExecution(execution.id, 'process file', { attributes, act })
}

async function run(ctx: Context, tenant: Tenant, work: Work): Promise<SettledFile | undefined> {
  let { isFirst } = work
  tellBegun(ctx, tenant, work.held)
  tellOfFile(ctx, tenant, work.held)
  const attemptOnce = () => {
    const attempt = readAndHandOver(ctx, tenant, { ...work, isFirst })
    // What it breaks off with may have been preceded by replies that are paid and stored.
    isFirst = false
    return attempt
  }
  const outcome = await insist(ctx, work.lease, attemptOnce).catch((error: unknown) =>
    failed(ctx, work.lease, error),
  )
  if (outcome.status !== 'ASIDE') return settle(ctx, tenant, { ...work, outcome })
  await putAside(ctx, tenant, { ...work, outcome })
  return undefined
}

/** What was read waits: for its destination, for people, or for the next step of its execution. */
type Aside = {
  readonly status: 'ASIDE'
  readonly read: ReadOutcome
  readonly seconds?: number | undefined
  /** Why people look at it first. */
  readonly reason?: string | undefined
}

async function readAndHandOver(
  ctx: Context,
  tenant: Tenant,
  work: Work,
): Promise<FileOutcome | Aside> {
  const kept = work.known.get(readStep)
  // An earlier hold on the file has written it.
  const read = kept === undefined ? await readFile(ctx, tenant, work) : JSON.parse(String(kept))
  if (work.held.execution.step_to === 'TOOL') return { status: 'ASIDE', read }
  const approved = approvedIn(work.known)
  if (approved) {
    const seen: ReadOutcome = { ...read, result: approved.result }
    return approved.isDelivered ? handOver(ctx, tenant, { ...work, read: seen }) : seen
  }
  const reason = wasCaught(work.known)
    ? 'caught before'
    : await catchFile(ctx, tenant, work.held, read)
  if (reason) return { status: 'ASIDE', read, reason }
  return handOver(ctx, tenant, { ...work, read })
}

async function readFile(
  ctx: Context,
  tenant: Tenant,
  { held: { file, execution, plan }, lease, known, isFirst, stored }: Work,
): Promise<ReadOutcome> {
  const { plan_hash: planHash, custom_data: customData } = execution
  const content = { fileHash: file.file_hash, planHash, customData }
  const { destination } = plan
  const isReused =
    execution.uses_file_history ||
    (takesEarlier(plan.tool as Tool, plan.settings) ?? destination !== undefined)
  // A trial tells what reading takes, so it reads.
  const isTrial = execution.trial_files !== null
  const earlier =
    !isTrial &&
    ((isReused && (await findEarlierResult(tenant, content))) ||
      (destination && (await findUndeliveredResult(tenant, content))))
  const compare = isTrial
    ? undefined
    : compareFile(tenant, { workflowId: execution.workflow_id, fileId: file.id })
  if (earlier) {
    const result = await comparedAnew(plan.tool as Tool, earlier, compare)
    return { status: 'COMPLETED', result, used: [] }
  }

  const { result, error, pages, used } = await runTool(ctx, tenant, {
    tool: plan.tool as Tool,
    settings: plan.settings,
    document: { hash: file.file_hash, name: file.file_name, ...stored },
    runId: file.id,
    callKeyPrefix: file.id,
    isFirst,
    // The tool says what it masks.
    masking: undefined,
    claims: ctx.claims,
    commits: ctx.commits,
    confirm: lease.confirm,
    outside: lease.outside,
    isBatch: !lease.isAwaited,
    step: fileSteps(ctx, tenant, { fileId: file.id, lease, known }),
    signal: lease.signal,
    workflowId: execution.workflow_id,
    executionId: execution.id,
    projectId: (plan.tool as Tool).projectId || undefined,
    customData: execution.custom_data,
    compare,
  })
  return { status: 'COMPLETED', result, error, pages, used }
}

type HandOver = Pick<Work, 'held' | 'lease'> & { readonly read: ReadOutcome }

/** To where the values of the workflow go; what fails there keeps what was read. */
async function handOver(
  ctx: Context,
  tenant: Tenant,
  { held, lease, read }: HandOver,
): Promise<FileOutcome | Aside> {
  const { file, execution, plan } = held
  if (!plan.destination || execution.trial_files !== null) return read
  await lease.confirm()
  const { result } = read
  const given = { file, execution, plan, result, signal: lease.signal, outside: lease.outside }
  try {
    await traced('deliver', {}, () => deliver(ctx, tenant, given))
    return read
  } catch (error) {
    if (error instanceof DestinationAwayError) {
      return { status: 'ASIDE', read, seconds: error.againInSeconds }
    }
    if (!(error instanceof DeliveryError)) throw error
    return { status: 'ERROR', error: error.message, result }
  }
}

/** Stores what was read first: whoever goes on with the file takes it from there. */
async function putAside(
  ctx: Context,
  tenant: Tenant,
  {
    held,
    lease,
    known,
    outcome: { read, seconds, reason },
  }: Pick<Work, 'held' | 'lease' | 'known'> & { readonly outcome: Aside },
): Promise<void> {
  const { id } = held.file
  if (!known.has(readStep)) {
    const kept = { fileId: id, name: readStep, result: JSON.stringify(read) }
    await insist(ctx, lease, () => insertFileStep(tenant, kept))
  }
  const aside = { id, workerId: lease.workerId, seconds, reason, result: read.result }
  await insist(ctx, lease, () => layAside(tenant, aside))
  if (reason) tellOfReview(ctx, tenant, held)
  else if (seconds === undefined) tellOfRead(ctx, tenant, held, read)
}

/** Whatever goes wrong is the file's own error; what nobody foresaw is also logged. */
function failed({ log }: Pick<Context, 'log'>, lease: Lease, error: unknown): FileOutcome {
  // What a stopping worker closes under its hands is no failure of the file: another one runs it.
  if (lease.signal.aborted) throw new LeaseLostError()
  if (!isExplained(error)) log.error({ err: error }, 'a file could not be processed')
  return { status: 'ERROR', error: describeForPerson(error) }
}

type Settlement = Pick<Work, 'held' | 'lease' | 'isTaken'> & { readonly outcome: FileOutcome }

async function settle(
  ctx: Context,
  tenant: Tenant,
  { held, lease, outcome, isTaken }: Settlement,
): Promise<SettledFile | undefined> {
  const settlement = { file: held.file, workerId: lease.workerId, outcome }
  const settled = await insist(ctx, lease, () => settleHeldFile(tenant, settlement))
  if (settled) tellSettled(ctx, tenant, settled)
  if (settled) tellOfSettled(ctx, tenant, settled)
  if (!settled || isTaken || !isFinished(settled.execution)) return settled
  // Whoever waits also looks at the row, so that one who misses this waits a little longer.
  await ctx.events
    .publish(ctx.db, executionFinished, { executionId: settled.execution.id })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a result could not be announced'))
  return settled
}
