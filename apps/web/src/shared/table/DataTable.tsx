import { CaretDownOutlined, CaretUpOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { type RowDetails, TableRow } from './TableRow.tsx'
import './data-table.css'
import { useIsScrollable } from './use-is-scrollable.ts'

export type Column<Row> = {
  readonly key: string
  readonly title: string
  /** Explanation, shown as a tooltip of an icon. */
  readonly hint?: string
  /** Any CSS width; columns without one share the remaining width. */
  readonly width?: number | string
  readonly align?: 'left' | 'right'
  /** Makes the column sortable by this value. */
  readonly sortBy?: (row: Row) => string | number
  /** Makes the column sortable by the server, under this name. */
  readonly orderBy?: string
  /** The title is for screen readers only, as for a column of buttons. */
  readonly isTitleHidden?: boolean
  /** A control in the heading, before the title. */
  readonly headStart?: ReactNode
  /** A control in the heading, after the title. */
  readonly headEnd?: ReactNode
  render(row: Row): ReactNode
}

/** The column that rows are sorted by. */
export type Sorting = { readonly key: string; readonly isDescending: boolean }

type Props<Row> = {
  /** Label of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Text shown if there are no rows. */
  readonly emptyText: string
  /** The current order of the rows on the server, such as `-created_at`. */
  readonly ordering?: string
  readonly onOrder?: (ordering: string) => void
  /** The order of the rows, if the caller stores it; otherwise the table does. */
  readonly sorting?: Sorting | undefined
  readonly onSort?: (sorting: Sorting) => void
  /** In pixels; longer tables scroll below their heading. */
  readonly maxHeight?: number
  /** Content that a row shows below it on demand. */
  readonly details?: RowDetails<Row>
}

/** A table for up to a few hundred rows. */
export function DataTable<Row>({ label, columns, rows, keyOf, emptyText, ...rest }: Props<Row>) {
  const [ownSorting, setOwnSorting] = useState<Sorting>()
  const sorting = sortingOf(columns, rest.ordering) ?? (rest.onSort ? rest.sorting : ownSorting)
  const scroller = useRef<HTMLDivElement>(null)
  const isScrollable = useIsScrollable(scroller)
  const region = isScrollable ? { role: 'region', tabIndex: 0, 'aria-label': label } : {}

  function handleSort(next: Sorting) {
    const orderBy = columns.find(({ key }) => key === next.key)?.orderBy
    if (!orderBy) return (rest.onSort ?? setOwnSorting)(next)
    rest.onOrder?.(next.isDescending ? `-${orderBy}` : orderBy)
  }

  return (
    <div
      ref={scroller}
      className="sheet data-table"
      style={{ maxHeight: rest.maxHeight }}
      {...region}
    >
      <table aria-label={label}>
        <thead>
          <tr>
            {rest.details && (
              <th scope="col" className="data-table-toggle">
                <span className="visually-hidden">Details</span>
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sorting={sorting} onSort={handleSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, columns, sorting).map((row) => (
            <TableRow key={keyOf(row)} row={row} columns={columns} details={rest.details} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="data-table-empty">{emptyText}</p>}
    </div>
  )
}

type HeadProps<Row> = {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
  onSort(sorting: Sorting): void
}

function Head<Row>({ column, sorting, onSort }: HeadProps<Row>) {
  const { key, hint, width, align } = column
  const isSorted = sorting?.key === key
  const isDescending = isSorted && sorting.isDescending
  const direction = isDescending ? 'descending' : 'ascending'
  const sort = () => onSort({ key, isDescending: isSorted && !isDescending })

  return (
    <th
      scope="col"
      style={{ width, textAlign: align }}
      aria-sort={isSorted ? direction : undefined}
    >
      {column.headStart}
      <HeadTitle column={column} direction={isSorted ? direction : undefined} onSort={sort} />
      {hint && <Hint text={hint} />}
      {column.headEnd}
    </th>
  )
}

type TitleProps<Row> = {
  readonly column: Column<Row>
  readonly direction: 'descending' | 'ascending' | undefined
  onSort(): void
}

function HeadTitle<Row>({ column, direction, onSort }: TitleProps<Row>) {
  const { title, sortBy, orderBy, isTitleHidden } = column
  if (!sortBy && !orderBy) {
    return <span className={isTitleHidden ? 'visually-hidden' : undefined}>{title}</span>
  }
  return (
    <button type="button" onClick={onSort}>
      {title}
      {direction && (direction === 'descending' ? <CaretDownOutlined /> : <CaretUpOutlined />)}
    </button>
  )
}

function Hint({ text }: { readonly text: string }) {
  return (
    <Tooltip title={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to reach the hint. */}
      <span role="img" tabIndex={0} aria-label={text} className="data-table-hint">
        <InfoCircleOutlined aria-hidden="true" />
      </span>
    </Tooltip>
  )
}

function sortingOf<Row>(
  columns: readonly Column<Row>[],
  ordering: string | undefined,
): Sorting | undefined {
  const isDescending = ordering?.startsWith('-') ?? false
  const column = columns.find(({ orderBy }) => orderBy && orderBy === ordering?.replace(/^-/, ''))
  return column && { key: column.key, isDescending }
}

/** Returns the rows in the order of a column; in their own order if it cannot be sorted by. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const sortBy = columns.find(({ key }) => key === sorting?.key)?.sortBy
  if (!sortBy) return rows
  const ascendingRows = rows.toSorted((a, b) => compare(sortBy(a), sortBy(b)))
  return sorting?.isDescending ? ascendingRows.reverse() : ascendingRows
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' })

const shownCharacters = 8

/**
 * Returns the end of an id for a table. Ids start with their creation time, so the starts of
 * neighboring ids are alike.
 */
export function shortId(id: string): string {
  return id.slice(-shownCharacters)
}
