import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { isContainer } from '@recto/exact-json/exact-number'
import { Button, Popconfirm, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { ReviewedItem } from './item.ts'
import { keyOf, rowsOf, withMovedRow, withoutRow } from './item-tables.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'
import { ValueButton, type ValueControls } from './ValueButton.tsx'

type Props = ValueControls & {
  readonly item: ReviewedItem
  readonly field: string
  readonly byKey: ReadonlyMap<string, ReviewedValue>
  readonly isViewOnly: boolean
  onOpenJson(field: string): void
  onAddRow(field: string): void
  onChange(field: string, edit: Edit): void
}

type Row = { readonly id: number; readonly index: number; readonly cells: unknown }

/** Number of rows from which only the visible ones are rendered. */
const VIRTUAL_FROM = 50
const HEIGHT = 400
const COLUMN_WIDTH = 128
const ACTIONS_WIDTH = 108
const NUMBER_WIDTH = 56

/**
 * Table of the rows of a field. Cells are values like any other; rows can be added, moved and
 * deleted.
 */
export function RowTable(props: Props) {
  const { item, field, isViewOnly, onAddRow } = props
  const { columns = [], ids = [] } = item.tables[field] ?? {}
  const all = rowsOf(item, field)
  const rows = ids.map((id, index): Row => ({ id, index, cells: all[index] }))
  const isLong = rows.length > VIRTUAL_FROM
  const width = NUMBER_WIDTH + columns.length * COLUMN_WIDTH + (isViewOnly ? 0 : ACTIONS_WIDTH)
  return (
    <>
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
      {!isViewOnly && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onAddRow(field)}>
          {`Add Row to ${field}`}
        </Button>
      )}
    </>
  )
}

function columnsOf({ field, byKey, onOpenJson, ...props }: Props): TableColumnsType<Row> {
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
        <Button size="small" disabled={isViewOnly} onClick={() => onOpenJson(field)}>
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
  if (isViewOnly) return [number, ...cells]
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
  return [number, actions, ...cells]
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
