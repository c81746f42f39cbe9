import { Button } from 'antd'
import { useState } from 'react'
import { useHiddenColumns } from '../browser/use-stored.ts'
import { textIn, useAddressSearch, useChangeAddressSearch } from '../navigation/address-search.ts'
import { type Column, DataTable, type Sorting, sortRows } from '../table/DataTable.tsx'
import { type BulkAction, BulkDialog } from './BulkDialog.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { useRowSelection } from './use-row-selection.tsx'
import './list.css'

type Props<Row> = {
  /** Label of the table for screen readers. */
  readonly label: string
  /** What the rows are, in the plural, such as `workflows`. */
  readonly noun: string
  /** The first column is always shown; the others can be hidden, except those without a title. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  nameOf(row: Row): string
  readonly emptyText: string
  readonly bulkActions: readonly BulkAction<Row>[]
}

/**
 * The table of a list page. Its order is stored in the address and its hidden columns in the browser;
 * rows can be selected for an action on all of them.
 */
export function ListTable<Row>(props: Props<Row>) {
  const { label, noun, columns, keyOf, nameOf, emptyText, bulkActions } = props
  const [action, setAction] = useState<BulkAction<Row>>()
  const { sorting, setSorting } = useSortingInAddress(columns)
  const rows = sortRows(props.rows, columns, sorting)
  const { selectedRows, addBoxes, clear } = useRowSelection({ rows, keyOf, nameOf })
  const shownColumns = useShownColumns(label, columns)

  return (
    <div className="list-table">
      {selectedRows.length > 0 && (
        <div role="toolbar" aria-label={`Selected ${noun}`} className="list-selection">
          <span role="status">{selectedRows.length} selected</span>
          {bulkActions.map((bulkAction) => (
            <Button
              key={bulkAction.label}
              size="small"
              danger={bulkAction.isDestructive ?? false}
              icon={bulkAction.icon}
              onClick={() => setAction(bulkAction)}
            >
              {bulkAction.label}
            </Button>
          ))}
          <Button type="text" size="small" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
      <DataTable
        label={label}
        columns={shownColumns.map((column, index) =>
          index === 0 && bulkActions.length > 0 ? addBoxes(column) : column,
        )}
        rows={rows}
        keyOf={keyOf}
        emptyText={emptyText}
        sorting={sorting}
        onSort={setSorting}
      />
      {action && (
        <BulkDialog
          action={action}
          rows={selectedRows}
          noun={noun}
          keyOf={keyOf}
          nameOf={nameOf}
          onDone={clear}
          onClose={() => setAction(undefined)}
        />
      )}
    </div>
  )
}

/** The order is `name`, or `-name` if it is descending. */
function useSortingInAddress<Row>(columns: readonly Column<Row>[]) {
  const order = textIn(useAddressSearch().sort)
  const change = useChangeAddressSearch()
  const key = order?.replace(/^-/, '')
  const isSortable = columns.some((column) => column.key === key && column.sortBy)
  const sorting =
    key !== undefined && isSortable
      ? { key, isDescending: order?.startsWith('-') ?? false }
      : undefined
  const setSorting = (next: Sorting) =>
    change({ sort: next.isDescending ? `-${next.key}` : next.key })
  return { sorting, setSorting }
}

const noKeys: readonly string[] = []

/** Returns the columns that are not hidden, with the menu to hide them in the heading of the last one. */
function useShownColumns<Row>(
  label: string,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const [hiddenKeys, setHiddenKeys] = useHiddenColumns(`hiddenColumns ${label}`, noKeys)
  const optionalColumns = columns.slice(1).filter(({ isTitleHidden }) => !isTitleHidden)
  const isHidden = (column: Column<Row>) =>
    optionalColumns.includes(column) && hiddenKeys.includes(column.key)
  const menu = (
    <ColumnMenu
      isPlain
      columns={optionalColumns}
      hiddenKeys={hiddenKeys}
      onChange={setHiddenKeys}
    />
  )
  return columns
    .filter((column) => !isHidden(column))
    .map((column) => (column.isTitleHidden ? { ...column, headEnd: menu } : column))
}
