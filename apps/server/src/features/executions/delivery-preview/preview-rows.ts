import type { CellKind, CellValue, TableColumn } from '@recto/provider-spec/database-connector'
import { AppError } from '../../../platform/app-error.ts'
import type { TableDestination } from '../../workflows/workflows.port.ts'
import type { DeliveredRow } from '../destination/build-row.ts'
import {
  findAddableColumns,
  listOptionalNames,
  matchTableColumns,
} from '../destination/match-columns.ts'

/** A column of the table to which rows would be written. */
export type TargetColumn = {
  readonly name: string
  /** Null where the database has a type of its own. */
  readonly kind: CellKind | null
  readonly isNew: boolean
  /** Whether its values exist only once a row is written. */
  readonly isSetOnDelivery: boolean
}

/** A row as it would be written, or the reason why it would be refused. */
type PreviewedRow =
  | { readonly cells: ReadonlyMap<string, CellValue> }
  | { readonly problem: string }

type PreviewedTable = {
  readonly columns: readonly TargetColumn[]
  readonly rows: readonly PreviewedRow[]
}

/**
 * Shows what would become of the rows, written one after the other: the first one creates a table that does not exist,
 * and each adds the columns that the settings allow. `existingColumns` is undefined if there is no table.
 */
export function previewRows(
  existingColumns: readonly TableColumn[] | undefined,
  rows: readonly DeliveredRow[],
  settings: TableDestination,
): PreviewedTable {
  const namesBefore = new Set(existingColumns?.map(({ name }) => name))
  let tableColumns = existingColumns
  const previewedRows: PreviewedRow[] = []
  for (const row of rows) {
    tableColumns = [...(tableColumns ?? []), ...findNewColumns(tableColumns, row, settings)]
    previewedRows.push(previewRow(tableColumns, row, settings))
  }
  const usedNames = new Set(
    previewedRows.flatMap((row) => ('cells' in row ? [...row.cells.keys()] : [])),
  )
  const columns = (tableColumns ?? [])
    .filter(({ name }) => usedNames.has(name))
    .map(({ name, kind }) => ({
      name,
      kind,
      isNew: !namesBefore.has(name),
      isSetOnDelivery: isSetOnDelivery(name, settings),
    }))
  return { columns, rows: previewedRows }
}

function findNewColumns(
  tableColumns: readonly TableColumn[] | undefined,
  row: DeliveredRow,
  settings: TableDestination,
): TableColumn[] {
  if (tableColumns && !settings.addMissingColumns) return []
  const newColumns = tableColumns
    ? findAddableColumns(tableColumns, row)
    : [...row].map(([name, { kind }]) => ({ name, kind }))
  return newColumns.map(({ name, kind }) => ({ name, kind, type: kind, isNullable: true }))
}

function previewRow(
  tableColumns: readonly TableColumn[],
  row: DeliveredRow,
  settings: TableDestination,
): PreviewedRow {
  try {
    const { matchedRow } = matchTableColumns(tableColumns, row, {
      settings,
      optionalNames: listOptionalNames(settings),
    })
    return { cells: new Map(Object.entries(matchedRow)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { problem: error.message }
  }
}

/** The ids of the row and of its execution are new with each run, and so is the time. */
function isSetOnDelivery(name: string, { executionId, includeTimestamp }: TableDestination) {
  const lowerName = name.toLowerCase()
  if (lowerName === 'created_at') return includeTimestamp
  return lowerName === 'id' || lowerName === executionId.toLowerCase()
}
