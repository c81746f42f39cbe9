import type { DatabaseConnector } from '@recto/provider-spec/database-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type ConnectorDependencies,
  useDatabaseConnector,
} from '../../connectors/connectors.port.ts'
import { findDefinedTool } from '../../tools/tools.port.ts'
import {
  findNameProblem,
  parseTableDestination,
  parseTableName,
  type RunnableWorkflow,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import { buildRow } from './build-row.ts'

/** Somebody waits for the answer. */
export const maxSeconds = 15

export type TableProblemDependencies = Pick<Context, 'db' | 'connectionCache'> &
  ConnectorDependencies

const emptyFile = {
  id: '',
  execution_id: '',
  file_name: '',
  file_hash: '',
  file_path: null,
  waits: 0,
}

/**
 * Says why the rows of a workflow could not be written to its table although the database can be
 * reached; `undefined` for workflows that write no rows. A database that cannot be reached, or that
 * is not asked for rights, may be ready when the workflow runs.
 */
export async function findTableProblem(
  ctx: TableProblemDependencies,
  tenant: Tenant,
  runnable: RunnableWorkflow,
): Promise<string | undefined> {
  const { destination } = runnable
  if (destination.connection !== 'DATABASE' || !destination.connectorId) return undefined
  const settings = parseTableDestination(destination.configuration)
  const tool = await findDefinedTool(ctx, tenant, runnable)
  const outputs = tool?.metadata.outputs.filter(({ active }) => active) ?? []
  const signal = AbortSignal.timeout(maxSeconds * 1000)
  const check = async (connector: DatabaseConnector) => {
    const nameProblem = findNameProblem(settings, connector.nameLimit)
    if (nameProblem) return nameProblem.problem
    const row = buildRow({
      file: emptyFile,
      settings,
      result: { output: Object.fromEntries(outputs.map(({ name }) => [name, null])) },
      fieldTypes: new Map(outputs.map(({ name, type }) => [name, type])),
      nameLimit: connector.nameLimit,
    })
    const addableNames = [...row].filter(([, cell]) => cell.canBeAdded).map(([name]) => name)
    return findMissingRight(connector, { settings, addableNames, signal })
  }
  return useDatabaseConnector(ctx, tenant, destination.connectorId, check).catch((error) =>
    toProblem(error, signal),
  )
}

function toProblem(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted || error instanceof AppError) return undefined
  if (!(error instanceof ProviderError)) throw error
  return error.code === 'not-found' ? error.message : undefined
}

type RightsQuery = {
  readonly settings: TableDestination
  readonly addableNames: readonly string[]
  readonly signal: AbortSignal
}

async function findMissingRight(
  connector: DatabaseConnector,
  { settings, addableNames, signal }: RightsQuery,
): Promise<string | undefined> {
  const table = parseTableName(settings.table)
  const rights = await connector.findRights(table, { signal })
  if (!rights) return undefined
  const columns = await connector.listColumns(table, { signal })
  if (!columns) {
    return rights.canCreate
      ? undefined
      : `The table “${settings.table}” does not exist, and the connector may not create it.`
  }
  const columnNames = new Set(columns.map(({ name }) => name.toLowerCase()))
  const missingNames = addableNames.filter((name) => !columnNames.has(name.toLowerCase()))
  if (missingNames.length === 0 || !settings.addMissingColumns || rights.canAddColumns) {
    return undefined
  }
  const names = missingNames.map((name) => `“${name}”`).join(', ')
  return `The table “${settings.table}” has no column ${names}, and the connector may not add it.`
}
