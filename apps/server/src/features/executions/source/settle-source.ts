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
import { logExecution } from '../log-execution.ts'
import { listFinishedFiles } from './settled-files.store.ts'
import { findFilesInProgress, listHistories } from './source-files.store.ts'
import { matchesSettings } from './walk-source.ts'

type Payload = {
  readonly organizationId: number
  readonly executionId: string
  readonly isWhole: boolean
}

/** A run may wait for people for days. */
const minSleepSeconds = 1
const maxSleepSeconds = 60

/**
 * Marks or moves what the files of a run came from, such as the mails of attachments. It happens once the run has ended,
 * because a unit that is moved earlier would take away files that are not read yet. Units of which a file is not finished,
 * or was not even listed, are left for the run that finishes it.
 */
export async function settleSource(
  ctx: Context,
  { organizationId, executionId, isWhole }: Payload,
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
    const run = { connector, settings, execution, signal }
    await settleUnits(ctx, tenant, {
      ...run,
      isWhole: isWhole && execution.status !== 'STOPPED',
    })
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
  const log = `The files were processed, but their mails could not be marked or moved. ${toUserMessage(error)}`
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
  readonly isWhole: boolean
  readonly signal: AbortSignal
}

async function settleUnits(ctx: Context, tenant: Tenant, run: SettlingRun): Promise<void> {
  const { execution, signal } = run
  const files = await listFinishedFiles(tenant, execution.id)
  const filesByUnit = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  for (const [path, unitFiles] of filesByUnit) {
    signal.throwIfAborted()
    const problem = await settleUnit(tenant, run, { path, files: unitFiles })
    if (problem === undefined) continue
    logExecution(ctx, {
      organizationId: tenant.organizationId,
      executionId: execution.id,
      stage: 'SOURCE',
      level: 'WARN',
      log: `“${path}” could not be marked or moved. ${problem}`,
    })
  }
}

/** Returns the reason if the service refuses it for this unit alone. */
async function settleUnit(
  tenant: Tenant,
  run: SettlingRun,
  unit: Unit,
): Promise<string | undefined> {
  const { connector, signal } = run
  try {
    const outcome = await findOutcome(tenant, run, unit)
    if (outcome) await connector.settleUnit?.(unit.path, outcome, { signal })
    return undefined
  } catch (error) {
    // Somebody has moved or deleted it.
    if (error instanceof ProviderError && error.code === 'not-found') return undefined
    if (error instanceof ProviderError && error.code === 'refused') return error.message
    throw error
  }
}

type Unit = {
  readonly path: string
  /** The files of the unit that the run has processed. */
  readonly files: readonly { readonly path: string; readonly isFailed: boolean }[]
}

/** Returns what became of a unit; undefined as long as one of its files is unfinished. */
async function findOutcome(
  tenant: Tenant,
  { connector, settings, execution, isWhole, signal }: SettlingRun,
  { path: unit, files }: Unit,
): Promise<'done' | 'failed' | undefined> {
  const entries: FileEntry[] = []
  for await (const page of connector.list(unit, { signal })) entries.push(...page)
  const paths = entries.filter((entry) => matchesSettings(entry, settings)).map(({ path }) => path)
  if (paths.length === 0) return undefined
  const failures = new Map(files.map(({ path, isFailed }) => [path, isFailed]))
  const filesInProgress = await findFilesInProgress(tenant, execution, paths)
  const histories = await listHistories(tenant, execution.workflow_id, paths)
  for (const { file_path: path, status } of histories)
    if (!failures.has(path)) failures.set(path, status === 'ERROR')
  const isUnfinished = filesInProgress.length > 0 || paths.some((path) => !failures.has(path))
  if (isUnfinished && !(isWhole && filesInProgress.length === 0)) return undefined
  return paths.some((path) => failures.get(path)) ? 'failed' : 'done'
}
