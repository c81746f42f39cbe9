import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import { JobAsleepError, type JobRun } from '../../../platform/work/jobs.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { type FileSource, parseFileSource } from '../../workflows/workflows.port.ts'
import { loadPlan } from '../execution-plans.store.ts'
import { isFinished } from '../execution-state.ts'
import { type ExecutionRow, findExecution } from '../executions.store.ts'
import { deleteHistory } from '../history/file-history.store.ts'
import { logExecution } from '../log-execution.ts'
import { listFinishedFiles } from './settled-files.store.ts'
import { findFilesInProgress, findMaxAttempts, listHistories } from './source-files.store.ts'
import { matchesSettings } from './walk-source.ts'

type Payload = { readonly organizationId: number; readonly executionId: string }

/** A run may wait for people for days. */
const minSleepSeconds = 1
const maxSleepSeconds = 60

/**
 * Marks or moves what the files of a run came from, such as the mails of attachments. It happens once the run has ended,
 * because a unit that is moved earlier would take away files that are not read yet. Units of which a file is not finished,
 * or failed and will be tried again, are left for the run that finishes it.
 */
export async function settleSource(
  ctx: Context,
  { organizationId, executionId }: Payload,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const execution = await findExecution(tenant, executionId)
  if (!execution) return
  if (!isFinished(execution)) throw new JobAsleepError(getSleepSeconds(execution))
  const { source } = await loadPlan(tenant, execution)
  if (!source?.connectorId) return
  const { connector } = await openFileConnector(ctx, tenant, source.connectorId)
  if (!connector.settleUnit) return
  try {
    const settings = parseFileSource(source.configuration)
    const maxAttempts = await findMaxAttempts(tenant, execution.workflow_id)
    await settleUnits(ctx, tenant, { connector, settings, execution, maxAttempts, signal })
  } finally {
    await connector.close().catch(() => {})
  }
}

/** Says in the log of the run that what its files came from is as it was. */
export async function reportUnsettled(
  ctx: Context,
  { organizationId, executionId }: Payload,
  error: unknown,
): Promise<void> {
  const log = `The files were processed, but not all of their mails could be marked or moved. ${toUserMessage(error)}`
  logExecution(ctx, { organizationId, executionId, level: 'WARN', stage: 'SOURCE', log })
}

function getSleepSeconds({ created_at: createdAt }: ExecutionRow): number {
  const seconds = (Date.now() - createdAt.getTime()) / 10_000
  return Math.min(Math.max(seconds, minSleepSeconds), maxSleepSeconds)
}

type SettlingRun = {
  readonly connector: FileConnector
  readonly settings: FileSource
  readonly execution: ExecutionRow
  readonly maxAttempts: number
  readonly signal: AbortSignal
}

/** Stops when the service itself seems to fail. */
const maxFailuresInRow = 3

/** A unit that fails does not stop the others. The job is tried again for those that may work later. */
async function settleUnits(ctx: Context, tenant: Tenant, run: SettlingRun): Promise<void> {
  const { execution, signal } = run
  const files = await listFinishedFiles(tenant, execution.id)
  const filesByUnit = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  const failures: unknown[] = []
  let failuresInRow = 0
  for (const [path, unitFiles] of filesByUnit) {
    signal.throwIfAborted()
    try {
      const problem = await settleUnit(tenant, run, { path, files: unitFiles })
      failuresInRow = 0
      if (problem === undefined) continue
      logExecution(ctx, {
        organizationId: tenant.organizationId,
        executionId: execution.id,
        stage: 'SOURCE',
        level: 'WARN',
        log: `“${path}” could not be marked or moved. ${problem}`,
      })
    } catch (error) {
      signal.throwIfAborted()
      failures.push(error)
      failuresInRow += 1
      if (failuresInRow === maxFailuresInRow) break
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Returns the reason if the service refuses it for this unit alone. */
async function settleUnit(
  tenant: Tenant,
  run: SettlingRun,
  unit: Unit,
): Promise<string | undefined> {
  const { connector, signal } = run
  try {
    const { outcome, failedIds } = await findOutcome(tenant, run, unit)
    if (!outcome) return undefined
    const hasLeft = await connector.settleUnit?.(unit.path, outcome, { signal })
    if (hasLeft) await resetAttempts(tenant, run, failedIds)
    return undefined
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'refused') return error.message
    if (!isNotFound(error)) throw error
    // Somebody has moved or deleted it, or this job was interrupted after it had moved it.
    const histories = await listHistories(tenant, run.execution.workflow_id, pathsOf(unit))
    const ids = histories.map(({ id }) => id)
    await resetAttempts(tenant, run, ids)
    return undefined
  }
}

const pathsOf = ({ files }: Unit): readonly string[] => files.map(({ path }) => path)

const isNotFound = (error: unknown): boolean =>
  error instanceof ProviderError && error.code === 'not-found'

/**
 * The failed attempts of a unit that has left the source are counted anew, so that it is tried again once it is moved
 * back.
 */
async function resetAttempts(
  tenant: Tenant,
  { execution }: SettlingRun,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await deleteHistory(tenant, { workflowId: execution.workflow_id, ids, statuses: ['ERROR'] })
}

type Unit = {
  readonly path: string
  /** The files of the unit that the run has processed. */
  readonly files: Awaited<ReturnType<typeof listFinishedFiles>>
}

/** The files of a unit that the run selects, whether or not it has processed them. */
async function listFiles(
  { connector, settings, signal }: SettlingRun,
  { path: unit, files: [file] }: Unit,
): Promise<readonly string[]> {
  const entries: FileEntry[] = []
  if (connector.listUnit)
    entries.push(...(await connector.listUnit(unit, file?.metadata ?? {}, { signal })))
  else for await (const page of connector.list(unit, { signal })) entries.push(...page)
  return entries.filter((entry) => matchesSettings(entry, settings)).map(({ path }) => path)
}

type Outcome = {
  /** Undefined as long as one of the files is unfinished, or will be tried again. */
  readonly outcome: 'done' | 'failed' | undefined
  /** Ids of the history of the files that have failed. */
  readonly failedIds: readonly string[]
}

const unfinishedUnit: Outcome = { outcome: undefined, failedIds: [] }

/** Returns what became of a unit. Each of its files counts, whichever run has processed it. */
async function findOutcome(tenant: Tenant, run: SettlingRun, unit: Unit): Promise<Outcome> {
  const { execution, maxAttempts } = run
  const paths = await listFiles(run, unit)
  if (paths.length === 0) return unfinishedUnit
  // Files in progress are queried first: those that finish in between are then found in the history.
  const filesInProgress = await findFilesInProgress(tenant, execution, paths)
  const histories = await listHistories(tenant, execution.workflow_id, paths)
  if (filesInProgress.length > 0) return unfinishedUnit
  const successes = [
    ...unit.files.filter(({ isFailed }) => !isFailed).map(({ path }) => path),
    ...histories.filter(({ status }) => status === 'COMPLETED').map(({ file_path }) => file_path),
  ]
  const failedPaths = paths.filter((path) => !successes.includes(path))
  if (failedPaths.length === 0) return { outcome: 'done', failedIds: [] }
  const failures = histories.filter(({ file_path }) => failedPaths.includes(file_path))
  const isUsedUp = (path: string) => {
    const attempts = failures.find(({ file_path }) => file_path === path)?.execution_count
    // A file that cannot be read has no history, and another attempt reads no more. The attempts of any other file
    // without a history have been reset since this run, so another run has to try it before its mail is moved again.
    if (attempts === undefined)
      return unit.files.some((file) => file.path === path && file.isUnreadable)
    return attempts >= maxAttempts
  }
  if (!failedPaths.every(isUsedUp)) return unfinishedUnit
  return { outcome: 'failed', failedIds: failures.map(({ id }) => id) }
}
