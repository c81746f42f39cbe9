import type { DatabaseConnector } from '@recto/provider-spec/database-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type ConnectorDependencies,
  useDatabaseConnector,
} from '../../connectors/connectors.port.ts'
import { findToolOfStep } from '../../tools/tools.port.ts'
import {
  findLineTableRefusal,
  findNameProblem,
  itemNumberColumn,
  listFileColumns,
  parseTableDestination,
  parseTableName,
  type RunnableWorkflow,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import { buildRow, fixedCell } from './build-row.ts'
import { findLineTableProblem } from './find-line-table-problem.ts'
import { matchTableColumns } from './match-columns.ts'

/** Somebody waits for the answer. */
export const maxSeconds = 15

export type TableCheck = {
  /** Reason why the rows cannot be written; null if none is known. */
  readonly problem: string | null
  /** Tells those who deploy the workflow what could not be checked; null if nothing is left to check. */
  readonly caveat: string | null
}

export type TableCheckDependencies = Pick<Context, 'db' | 'connectionCache'> & ConnectorDependencies

const emptyFile = {
  id: '',
  execution_id: '',
  file_name: '',
  file_hash: '',
  file_path: null,
  source_metadata: null,
  waits: 0,
  stage_seconds: null,
}

const nothingToSay: TableCheck = { problem: null, caveat: null }

/**
 * Checks whether the rows of a workflow can be written to its table, without writing anything. A database that cannot be
 * reached, or that is not asked for rights, may be ready when the workflow runs: that is no problem, but it is said.
 */
export async function checkTable(
  ctx: TableCheckDependencies,
  tenant: Tenant,
  runnable: RunnableWorkflow,
): Promise<TableCheck> {
  const { destination } = runnable
  if (destination.connection !== 'DATABASE' || !destination.connectorId) return nothingToSay
  const settings = parseTableDestination(destination.configuration)
  const tool = await findToolOfStep(ctx, tenant, runnable)
  const outputs = tool?.metadata.outputs.filter(({ active }) => active) ?? []
  const signal = AbortSignal.timeout(maxSeconds * 1000)
  const check = async (connector: DatabaseConnector) => {
    const settingsProblem =
      findNameProblem(settings, connector.nameLimit)?.problem ??
      findLineTableRefusal(settings, connector)?.problem ??
      findLineTableProblem(settings, outputs)
    if (settingsProblem) return { problem: settingsProblem, caveat: null }
    const row = buildRow({
      file: emptyFile,
      settings,
      result: { output: Object.fromEntries(outputs.map(({ name }) => [name, null])) },
      fieldTypes: new Map(outputs.map(({ name, type }) => [name, type])),
      nameLimit: connector.nameLimit,
    })
    const addableNames = [...row].filter(([, cell]) => cell.canBeAdded).map(([name]) => name)
    const checks = [await checkRights(connector, { settings, addableNames, signal })]
    for (const { table, columns } of settings.lineTables) {
      const tableSettings = { ...settings, table }
      const names = columns.filter(({ type }) => type !== undefined).map(({ name }) => name)
      const query = { settings: tableSettings, addableNames: names, signal }
      checks.push(await checkLineColumns(connector, query), await checkRights(connector, query))
    }
    return joinChecks(checks)
  }
  return useDatabaseConnector(ctx, tenant, destination.connectorId, check).catch((error) =>
    toCheck(error, { settings, signal }),
  )
}

function joinChecks(checks: readonly TableCheck[]): TableCheck {
  const caveats = checks.flatMap(({ caveat }) => caveat ?? [])
  return {
    problem: checks.find(({ problem }) => problem !== null)?.problem ?? null,
    caveat: caveats.length > 0 ? caveats.join(' ') : null,
  }
}

type TableRequest = { readonly settings: TableDestination; readonly signal: AbortSignal }

function toCheck(error: unknown, { settings, signal }: TableRequest): TableCheck {
  const isKnown = error instanceof ProviderError || error instanceof AppError
  if (!signal.aborted && !isKnown) throw error
  if (!signal.aborted && error instanceof ProviderError && error.code === 'not-found')
    return { problem: error.message, caveat: null }
  const reason = isKnown && !signal.aborted ? error.message : 'The database does not answer.'
  return {
    problem: null,
    caveat: `The table “${settings.table}” could not be checked. ${reason}`,
  }
}

/** Checks whether a table for a list, if it exists, has the columns of its key and those that are not added. */
async function checkLineColumns(
  connector: DatabaseConnector,
  { settings, addableNames, signal }: RightsQuery,
): Promise<TableCheck> {
  const columns = await connector.listColumns(parseTableName(settings.table), { signal })
  if (!columns) return nothingToSay
  const optionalNames = listFileColumns(settings)
  const neededNames = settings.addMissingColumns ? [] : addableNames
  const row = new Map(
    [...optionalNames, itemNumberColumn, ...neededNames].map((name) => [
      name,
      fixedCell('text', null),
    ]),
  )
  try {
    matchTableColumns(columns, row, { settings, optionalNames })
    return nothingToSay
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { problem: error.message, caveat: null }
  }
}

type RightsQuery = TableRequest & { readonly addableNames: readonly string[] }

async function checkRights(
  connector: DatabaseConnector,
  { settings, addableNames, signal }: RightsQuery,
): Promise<TableCheck> {
  const table = parseTableName(settings.table)
  const rights = await connector.findRights(table, { signal })
  const columns = await connector.listColumns(table, { signal })
  if (!columns) {
    return judgeRight(rights?.canCreate, {
      problem: `The table “${settings.table}” does not exist, and the connector may not create it.`,
      deed: `create the table “${settings.table}”`,
    })
  }
  const columnNames = new Set(columns.map(({ name }) => name.toLowerCase()))
  const missingNames = addableNames.filter((name) => !columnNames.has(name.toLowerCase()))
  if (missingNames.length === 0 || !settings.addMissingColumns) return nothingToSay
  const names = missingNames.map((name) => `“${name}”`).join(', ')
  return judgeRight(rights?.canAddColumns, {
    problem: `The table “${settings.table}” has no column ${names}, and the connector may not add it.`,
    deed: `add the column ${names} to the table “${settings.table}”`,
  })
}

type RightWords = {
  /** Says that the right is missing. */
  readonly problem: string
  /** Says what the right allows. */
  readonly deed: string
}

function judgeRight(isGranted: boolean | null | undefined, words: RightWords): TableCheck {
  if (isGranted === true) return nothingToSay
  if (isGranted === false) return { problem: words.problem, caveat: null }
  return {
    problem: null,
    caveat: `It was not checked whether the connector may ${words.deed}. If it may not, the first run fails and says so.`,
  }
}
