import { isDeepStrictEqual } from 'node:util'
import type { CellValue, TableColumn } from '@recto/provider-spec/database-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError, badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { useDatabaseConnector } from '../../connectors/connectors.port.ts'
import { findToolOfStep } from '../../tools/tools.port.ts'
import {
  findRunnableWorkflow,
  parseFileDestination,
  parseTableDestination,
  parseTableName,
  type RunnableWorkflow,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import { buildRow, type DeliveredRow, type TableResult } from '../destination/build-row.ts'
import { checkTable, maxSeconds, type TableCheckDependencies } from '../destination/check-table.ts'
import { buildOutputPath } from '../destination/write-file.ts'
import { type ExecutionPlan, loadPlan } from '../execution-plans.store.ts'
import { normalizePath } from '../file-names.ts'
import { type FileExecutionRow, findFilesOfExecution } from '../files/file-executions.store.ts'
import { getExecution } from '../get-execution.ts'
import { previewRows, type TargetColumn } from './preview-rows.ts'

type PreviewedFile = {
  readonly id: string
  readonly name: string
  readonly path: string | null
  readonly writtenPath: string | null
  readonly cells: ReadonlyMap<string, CellValue> | null
  /** Reason why it would not be delivered. */
  readonly problem: string | null
}

type Target = {
  readonly kind: 'table' | 'folder' | 'other'
  readonly target: string
  readonly tableExists: boolean | null
  readonly columns: readonly TargetColumn[]
  readonly files: readonly PreviewedFile[]
  /** Reason why nothing could be delivered. */
  readonly problem: string | null
  /** Says what of the destination could not be checked. */
  readonly caveat: string | null
}

export type PreviewedDelivery = Target & { readonly isOutdated: boolean }

/**
 * Shows what the files of a dry run would become at the destination that the workflow has now, by the rules of a
 * delivery. Nothing is written. Of the table, only the columns that would be written are named, as in messages of a run.
 */
export async function previewDelivery(
  ctx: TableCheckDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<PreviewedDelivery> {
  const execution = await getExecution(ctx, { actor, id }, 'open')
  if (execution.trial_files === null) {
    throw badRequest('Only a dry run or a preview can show what would be delivered.')
  }
  const { workflow_id: workflowId } = execution
  const tenant = tenantOf(ctx, actor)
  const runnable = await findRunnableWorkflow(ctx, tenant, workflowId)
  if (!runnable) throw badRequest('The workflow no longer exists.')
  const plan = await loadPlan(tenant, execution)
  const files = await findFilesOfExecution(tenant, id)
  const isOutdated = await hasChanged(ctx, tenant, { plan, runnable })
  return { ...(await previewAt(ctx, tenant, { plan, execution, runnable, files })), isOutdated }
}

type PlannedRun = { readonly plan: ExecutionPlan; readonly runnable: RunnableWorkflow }
type FinishedRun = PlannedRun & {
  readonly execution: { readonly created_at: Date }
  readonly files: readonly FileExecutionRow[]
}

/** Whether a run of today would read other files, or read them with another tool. */
async function hasChanged(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  { plan, runnable }: PlannedRun,
): Promise<boolean> {
  const { toolId, settings, source } = runnable
  const tool = await findToolOfStep(ctx, tenant, runnable)
  const currentWork: unknown = JSON.parse(JSON.stringify({ toolId, settings, source, tool }))
  const { toolId: plannedToolId, settings: plannedSettings, source: plannedSource } = plan
  const plannedWork = {
    toolId: plannedToolId,
    settings: plannedSettings,
    source: plannedSource,
    tool: plan.tool,
  }
  return !isDeepStrictEqual(currentWork, JSON.parse(JSON.stringify(plannedWork)))
}

function previewAt(ctx: TableCheckDependencies, tenant: Tenant, run: FinishedRun): Promise<Target> {
  switch (run.runnable.destination.connection) {
    case 'DATABASE':
      return previewTable(ctx, tenant, run)
    case 'FILESYSTEM':
      return previewFolder(tenant, run)
    default:
      return Promise.resolve({
        kind: 'other',
        target: '',
        tableExists: null,
        columns: [],
        files: run.files.map((file) => toPreviewedFile(file, {})),
        problem: null,
        caveat: null,
      })
  }
}

type Outcome = Partial<Pick<PreviewedFile, 'writtenPath' | 'cells' | 'problem'>>

const toPreviewedFile = (
  { id, file_name, file_path, status, result, error }: FileExecutionRow,
  { writtenPath = null, cells = null, problem = null }: Outcome,
): PreviewedFile => ({
  id,
  name: file_name,
  path: file_path,
  writtenPath,
  cells,
  problem: status === 'COMPLETED' && result !== null ? problem : (error ?? 'It was not read.'),
})

const isRead = ({ status, result }: FileExecutionRow): boolean =>
  status === 'COMPLETED' && result !== null

async function previewFolder(
  tenant: Tenant,
  { plan: executedPlan, execution, runnable, files }: FinishedRun,
): Promise<Target> {
  const { source, destination } = runnable
  const plan = { ...executedPlan, source, destination }
  const { outputFolder } = parseFileDestination(destination.configuration)
  const previewedFiles = await Promise.all(
    files.map(async (file) => {
      if (!isRead(file)) return toPreviewedFile(file, {})
      const output = { file, execution, plan, result: file.result }
      return toPreviewedFile(file, { writtenPath: await buildOutputPath(tenant, output) })
    }),
  )
  return {
    kind: 'folder',
    target: outputFolder,
    tableExists: null,
    columns: [],
    files: previewedFiles,
    problem: null,
    caveat: null,
  }
}

async function previewTable(
  ctx: TableCheckDependencies,
  tenant: Tenant,
  run: FinishedRun,
): Promise<Target> {
  const settings = parseTableDestination(run.runnable.destination.configuration)
  const target = { kind: 'table', target: settings.table } as const
  const table = await loadTable(ctx, tenant, { run, settings })
  if ('problem' in table) {
    const files = run.files.map((file) => toPreviewedFile(file, {}))
    const { problem } = table
    return { ...target, tableExists: null, columns: [], files, problem, caveat: null }
  }
  const { existingColumns, rowsByFile } = table
  const writtenFiles = run.files.filter(({ id }) => rowsByFile.has(id))
  const { columns, rows } = previewRows(existingColumns, [...rowsByFile.values()], settings)
  const outcomes = new Map<string, Outcome>(writtenFiles.map(({ id }, i) => [id, rows[i] ?? {}]))
  const emptyOutcome = { problem: 'No values were extracted, so nothing would be written.' }
  return {
    ...target,
    tableExists: existingColumns !== undefined,
    columns,
    files: run.files.map((file) => toPreviewedFile(file, outcomes.get(file.id) ?? emptyOutcome)),
    ...(await checkTable(ctx, tenant, run.runnable)),
  }
}

type LoadedTable = {
  readonly existingColumns: readonly TableColumn[] | undefined
  /** The rows of the files that have values, by the id of the file. */
  readonly rowsByFile: ReadonlyMap<string, DeliveredRow>
}

type TableRequest = { readonly run: FinishedRun; readonly settings: TableDestination }

async function loadTable(
  ctx: TableCheckDependencies,
  tenant: Tenant,
  { run: { plan, runnable, files }, settings }: TableRequest,
): Promise<LoadedTable | { readonly problem: string }> {
  const fieldTypes = new Map(plan.tool.metadata.outputs.map(({ name, type }) => [name, type]))
  const signal = AbortSignal.timeout(maxSeconds * 1000)
  const connectorId = runnable.destination.connectorId ?? ''
  try {
    return await useDatabaseConnector(ctx, tenant, connectorId, async (connector) => {
      const { nameLimit } = connector
      const rowsByFile = new Map<string, DeliveredRow>()
      for (const file of files.filter(isRead)) {
        const result = file.result as TableResult
        if (Object.keys(result.output ?? {}).length === 0) continue
        rowsByFile.set(file.id, buildRow({ file, settings, result, fieldTypes, nameLimit }))
      }
      const table = parseTableName(settings.table)
      return { existingColumns: await connector.listColumns(table, { signal }), rowsByFile }
    })
  } catch (error) {
    if (signal.aborted) return { problem: 'The database does not answer.' }
    if (!(error instanceof AppError || error instanceof ProviderError)) throw error
    return { problem: error.message }
  }
}
