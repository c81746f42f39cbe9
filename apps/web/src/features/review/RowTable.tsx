import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  PlusOutlined,
  SelectOutlined,
  SnippetsOutlined,
} from '@ant-design/icons'
import { isContainer } from '@recto/exact-json/exact-number'
import { Button, Input, Popconfirm, Space, Table, type TableColumnsType } from 'antd'
import { type ClipboardEvent, useState } from 'react'
import { type ColumnSum, sumColumns } from './column-sums.ts'
import type { FieldDialogName } from './ItemDialogs.tsx'
import { ListRowMatch } from './ItemMatch.tsx'
import type { ReviewedItem } from './item.ts'
import {
  type CellPosition,
  keyOf,
  rowsOf,
  withDuplicatedRow,
  withMovedRow,
  withoutRow,
  withPastedCells,
} from './item-tables.ts'
import { parseCells } from './parse-cells.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'
import { ValueButton, type ValueControls } from './ValueButton.tsx'

type Props = ValueControls & {
  readonly item: ReviewedItem
  readonly field: string
  readonly byKey: ReadonlyMap<string, ReviewedValue>
  readonly isViewOnly: boolean
  onOpenField(kind: FieldDialogName, field: string): void
  /** The table whose area is drawn on a page. */
  readonly drawnField: string | undefined
  onDrawArea(field: string): void
  onChange(field: string, edit: Edit): void
  /** Undefined if no row of a lookup table can be chosen. */
  readonly onChooseRow: ((field: string, edit: Edit) => void) | undefined
}

type Row = { readonly id: number; readonly index: number; readonly cells: unknown }

/** Number of rows from which only the visible ones are rendered. */
const VIRTUAL_FROM = 50
const HEIGHT = 400
const COLUMN_WIDTH = 128
const ACTIONS_WIDTH = 132
const NUMBER_WIDTH = 56
const MATCH_WIDTH = 168

/** Number of rows from which they can be filtered. */
const FILTERED_FROM = 8

/**
 * Table of the rows of a field. Cells are values like any other; rows can be added, copied, moved and
 * deleted, and cells of a spreadsheet pasted into them.
 */
export function RowTable(props: Props) {
  const { item, field, isViewOnly, drawnField, onOpenField, onDrawArea, onChange } = props
  const [filter, setFilter] = useState('')
  const { columns = [], ids = [] } = item.tables[field] ?? {}
  const all = rowsOf(item, field)
  const rows = ids
    .map((id, index): Row => ({ id, index, cells: all[index] }))
    .filter(({ cells }) => includesText(cells, filter))
  const isLong = rows.length > VIRTUAL_FROM
  const matchWidth = item.lookups[field]?.match.rows ? MATCH_WIDTH : 0
  const width =
    NUMBER_WIDTH + matchWidth + columns.length * COLUMN_WIDTH + (isViewOnly ? 0 : ACTIONS_WIDTH)

  function paste(event: ClipboardEvent<HTMLElement>) {
    const cells = parseCells(event.clipboardData.getData('text/plain'))
    const position = positionOf(event.target, item, field)
    if (isViewOnly || !position) return
    event.preventDefault()
    onChange(field, (current) => withPastedCells(current, field, position, { cells }))
  }

  return (
    // Cells are buttons, which have no paste event of their own.
    <div onPaste={paste}>
      {ids.length >= FILTERED_FROM && (
        <Input
          allowClear
          size="small"
          className="review-filter"
          placeholder="Filter rows"
          aria-label={`Filter rows of ${field}`}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <Table
        size="small"
        aria-label={`Rows of ${field}`}
        rowKey="id"
        pagination={false}
        columns={columnsOf(props)}
        dataSource={rows}
        virtual={isLong}
        scroll={isLong ? { x: width, y: HEIGHT } : { x: width }}
        locale={{ emptyText: 'No rows' }}
      />
      <ColumnSums sums={sumColumns(all, columns, item.output)} field={field} />
      {!isViewOnly && (
        <Space wrap className="review-row-tools">
          {columns.length > 0 && (
            <Button
              icon={<PlusOutlined aria-hidden="true" />}
              onClick={() => onOpenField('row', field)}
            >
              {`Add Row to ${field}`}
            </Button>
          )}
          <Button
            icon={<SnippetsOutlined aria-hidden="true" />}
            aria-label={`Paste rows into ${field}`}
            onClick={() => onOpenField('paste', field)}
          >
            Paste rows
          </Button>
          <Button
            icon={<SelectOutlined aria-hidden="true" />}
            aria-label={`Read from the page into ${field}`}
            aria-pressed={field === drawnField}
            type={field === drawnField ? 'primary' : 'default'}
            onClick={() => onDrawArea(field)}
          >
            Read from the page
          </Button>
        </Space>
      )}
    </div>
  )
}

const includesText = (cells: unknown, text: string): boolean =>
  text.trim() === '' ||
  (JSON.stringify(cells) ?? '').toLowerCase().includes(text.trim().toLowerCase())

/** Returns the position of the cell that has the keyboard; undefined outside the cells. */
function positionOf(
  target: EventTarget,
  { tables }: ReviewedItem,
  field: string,
): CellPosition | undefined {
  const key = target instanceof HTMLElement ? target.dataset.key : undefined
  const table = tables[field]
  if (key === undefined || !table) return undefined
  const [id, name] = (JSON.parse(key) as readonly (string | number)[]).slice(1 + table.inner.length)
  const row = table.ids.indexOf(Number(id))
  const column = typeof name === 'number' ? name : table.columns.indexOf(String(name))
  return row < 0 || column < 0 ? undefined : { row, column }
}

type SumsProps = { readonly field: string; readonly sums: readonly ColumnSum[] }

/** Shows the sums of number columns, and where the document states the same. */
function ColumnSums({ field, sums }: SumsProps) {
  if (sums.length === 0) return null
  return (
    <ul className="review-sums" aria-label={`Sums of ${field}`}>
      {sums.map(({ column, sum, equalField }) => (
        <li key={column} data-equal={equalField !== undefined}>
          {equalField === undefined ? `${column}: ${sum}` : `${column}: ${sum} = ${equalField}`}
        </li>
      ))}
    </ul>
  )
}

function columnsOf({
  field,
  byKey,
  onOpenField,
  onChooseRow,
  ...props
}: Props): TableColumnsType<Row> {
  const { item, isViewOnly, onChange } = props
  const { columns = [], inner = [] } = item.tables[field] ?? {}
  const cells: TableColumnsType<Row> = columns.map((column, place) => ({
    key: column,
    title: column,
    width: COLUMN_WIDTH,
    render: (_, { index, cells }) => {
      // Rows below column headers may be lists in the order of the headers.
      const steps = [field, ...inner, index, Array.isArray(cells) ? place : column]
      const value = byKey.get(keyOf(item, steps)) ?? emptyCell(item, steps, cells)
      if (value) return <ValueButton {...props} value={value} isCell />
      return (
        <Button size="small" disabled={isViewOnly} onClick={() => onOpenField('json', field)}>
          Nested values
        </Button>
      )
    },
  }))
  const number = {
    key: '#',
    title: '#',
    width: NUMBER_WIDTH,
    render: (_: unknown, { index }: Row) => index + 1,
  }
  const match = {
    key: 'match',
    title: 'Match',
    width: MATCH_WIDTH,
    render: (_: unknown, { id, index }: Row) => (
      <ListRowMatch item={item} field={field} onChoose={onChooseRow} id={id} index={index} />
    ),
  }
  const matches = item.lookups[field]?.match.rows ? [match] : []
  if (isViewOnly) return [number, ...matches, ...cells]
  const last = (item.tables[field]?.ids.length ?? 0) - 1
  const actions = {
    key: 'actions',
    title: <span className="visually-hidden">Actions</span>,
    width: ACTIONS_WIDTH,
    render: (_: unknown, row: Row) => (
      <RowActions field={field} row={row} isLast={row.index === last} onChange={onChange} />
    ),
  }
  // The actions come first, so that they are visible however many columns there are.
  return [number, actions, ...matches, ...cells]
}

/**
 * Returns an empty value for a column that the row lacks; undefined for a cell with nested content.
 */
function emptyCell(
  item: ReviewedItem,
  steps: readonly (string | number)[],
  cells: unknown,
): ReviewedValue | undefined {
  const last = String(steps.at(-1))
  const isThere = isContainer(cells) && (cells as Record<string, unknown>)[last]
  if (isThere) return undefined
  const label = `${steps[0]} › row ${Number(steps.at(-2)) + 1} › ${last}`
  return { key: keyOf(item, steps), steps, label, value: null, locations: [] }
}

type ActionsProps = {
  readonly field: string
  readonly row: Row
  readonly isLast: boolean
  onChange(field: string, edit: Edit): void
}

/**
 * Plain buttons and a confirmation that is only rendered on demand, because every row that scrolls
 * into view renders them.
 */
function RowActions({ field, row: { id, index }, isLast, onChange }: ActionsProps) {
  const [isConfirming, setConfirming] = useState(false)
  const rowName = `row ${index + 1} of ${field}`
  const move = (direction: 1 | -1) =>
    onChange(field, (current) => withMovedRow(current, field, id, direction))
  return (
    <span className="review-row-actions">
      <button
        type="button"
        disabled={index === 0}
        aria-label={`Move ${rowName} up`}
        onClick={() => move(-1)}
      >
        <ArrowUpOutlined aria-hidden="true" />
      </button>
      <button
        type="button"
        disabled={isLast}
        aria-label={`Move ${rowName} down`}
        onClick={() => move(1)}
      >
        <ArrowDownOutlined aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`Duplicate ${rowName}`}
        onClick={() => onChange(field, (current) => withDuplicatedRow(current, field, id))}
      >
        <CopyOutlined aria-hidden="true" />
      </button>
      <button type="button" aria-label={`Delete ${rowName}`} onClick={() => setConfirming(true)}>
        <DeleteOutlined aria-hidden="true" />
      </button>
      {isConfirming && (
        <Popconfirm
          open
          title="Are you sure to delete this row?"
          okText="Yes"
          cancelText="No"
          onOpenChange={(isOpen) => setConfirming(isOpen)}
          onConfirm={() => onChange(field, (current) => withoutRow(current, field, id))}
        >
          <span />
        </Popconfirm>
      )}
    </span>
  )
}
