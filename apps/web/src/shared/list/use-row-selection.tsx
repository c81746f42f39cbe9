import { Checkbox } from 'antd'
import { useRef, useState } from 'react'
import type { Column } from '../table/DataTable.tsx'

type SelectionOptions<Row> = {
  /** The rows that are shown, in their order. */
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  nameOf(row: Row): string
}

type RowSelection<Row> = {
  readonly selectedRows: readonly Row[]
  /** Returns the column with boxes to select the rows by. */
  addBoxes(column: Column<Row>): Column<Row>
  clear(): void
}

/**
 * Lets the user select rows of a list; with Shift, all rows from the last one that was clicked. A row
 * that a search hides is no longer selected, so that nothing is done to a row that nobody sees.
 */
export function useRowSelection<Row>(options: SelectionOptions<Row>): RowSelection<Row> {
  const { rows, keyOf, nameOf } = options
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set())
  const lastKey = useRef<string>(undefined)
  const selectedRows = rows.filter((row) => selectedKeys.has(keyOf(row)))

  function select(row: Row, isSelected: boolean, isRange: boolean) {
    const keys = (isRange ? rangeOf(rows.map(keyOf), lastKey.current, keyOf(row)) : undefined) ?? [
      keyOf(row),
    ]
    const visibleKeys = new Set(selectedRows.map(keyOf))
    for (const key of keys) {
      if (isSelected) visibleKeys.add(key)
      else visibleKeys.delete(key)
    }
    lastKey.current = keyOf(row)
    setSelectedKeys(visibleKeys)
  }

  const addBoxes = (column: Column<Row>): Column<Row> => ({
    ...column,
    headStart: (
      <Checkbox
        className="list-box"
        aria-label="Select all"
        checked={rows.length > 0 && selectedRows.length === rows.length}
        indeterminate={selectedRows.length > 0 && selectedRows.length < rows.length}
        disabled={rows.length === 0}
        onChange={({ target }) => setSelectedKeys(new Set(target.checked ? rows.map(keyOf) : []))}
      />
    ),
    render: (row) => (
      <div className="list-boxed">
        <Checkbox
          className="list-box"
          aria-label={`Select ${nameOf(row)}`}
          checked={selectedKeys.has(keyOf(row))}
          onChange={({ target, nativeEvent }) =>
            select(row, target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
        <div>{column.render(row)}</div>
      </div>
    ),
  })
  return { selectedRows, addBoxes, clear: () => setSelectedKeys(new Set()) }
}

/** Returns the keys between two rows, both included; undefined if one of them is not there. */
function rangeOf(
  keys: readonly string[],
  first: string | undefined,
  last: string,
): readonly string[] | undefined {
  const indices = [first === undefined ? -1 : keys.indexOf(first), keys.indexOf(last)]
  const [start = -1, end = -1] = indices.toSorted((a, b) => a - b)
  return start < 0 ? undefined : keys.slice(start, end + 1)
}
