import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Popconfirm, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { ReviewedItem } from './item.ts'
import { keyOf, rowsOf, withMovedRow, withoutRow } from './item-tables.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'
import { ValueButton, type ValueDeeds } from './ValueButton.tsx'

type Props = ValueDeeds & {
  readonly item: ReviewedItem
  readonly field: string
  readonly byKey: ReadonlyMap<string, ReviewedValue>
  readonly isViewOnly: boolean
  onOpenJson(field: string): void
  onAddRow(field: string): void
  onChange(field: string, edit: Edit): void
}

type Row = { readonly id: number; readonly at: number; readonly cells: unknown }

/** Only the rows in sight are drawn of a longer one. */
const VIRTUAL_FROM = 50
const HEIGHT = 400
const COLUMN_WIDTH = 128
const ACTIONS_WIDTH = 108
const NUMBER_WIDTH = 56

/** The rows of a field: cells are values like any other, rows are added, moved and deleted. */
export function RowTable(props: Props) {
  const { item, field, isViewOnly, onAddRow } = props
  const { columns = [], ids = [] } = item.tables[field] ?? {}
  const all = rowsOf(item, field)
  const rows = ids.map((id, at): Row => ({ id, at, cells: all[at] }))
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
        locale={{ emptyText: 'an empty table' }}
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
    render: (_, { at, cells }) => {
      // Rows under headers may be lists, in the order of these.
      const steps = [field, ...inner, at, Array.isArray(cells) ? place : column]
      const value = byKey.get(keyOf(item, steps)) ?? emptyCell(item, steps, cells)
      if (value) return <ValueButton {...props} value={value} isCell />
      return (
        <Button size="small" disabled={isViewOnly} onClick={() => onOpenJson(field)}>
          nested
        </Button>
      )
    },
  }))
  const number = {
    key: '#',
    title: '#',
    width: NUMBER_WIDTH,
    render: (_: unknown, { at }: Row) => at + 1,
  }
  if (isViewOnly) return [number, ...cells]
  const last = (item.tables[field]?.ids.length ?? 0) - 1
  const actions = {
    key: 'actions',
    title: <span className="visually-hidden">Actions</span>,
    width: ACTIONS_WIDTH,
    render: (_: unknown, row: Row) => (
      <RowActions field={field} row={row} isLast={row.at === last} onChange={onChange} />
    ),
  }
  // Within reach, however many columns there are.
  return [number, actions, ...cells]
}

/** A row need not have all columns. Undefined of a cell that holds more than a value. */
function emptyCell(
  item: ReviewedItem,
  steps: readonly (string | number)[],
  cells: unknown,
): ReviewedValue | undefined {
  const last = String(steps.at(-1))
  const isThere =
    typeof cells === 'object' && cells !== null && (cells as Record<string, unknown>)[last]
  if (isThere) return undefined
  const label = `${steps[0]} › row ${Number(steps.at(-2)) + 1} › ${last}`
  return { key: keyOf(item, steps), steps, label, value: null, places: [] }
}

type ActionsProps = {
  readonly field: string
  readonly row: Row
  readonly isLast: boolean
  onChange(field: string, edit: Edit): void
}

/** Plain buttons, and a question only while it is asked: these are drawn for each row that scrolls by. */
function RowActions({ field, row: { id, at }, isLast, onChange }: ActionsProps) {
  const [isAsked, setAsked] = useState(false)
  const named = `row ${at + 1} of ${field}`
  const move = (by: 1 | -1) => onChange(field, (one) => withMovedRow(one, field, id, by))
  return (
    <span className="review-row-actions">
      <button
        type="button"
        disabled={at === 0}
        aria-label={`Move ${named} up`}
        onClick={() => move(-1)}
      >
        <ArrowUpOutlined aria-hidden="true" />
      </button>
      <button
        type="button"
        disabled={isLast}
        aria-label={`Move ${named} down`}
        onClick={() => move(1)}
      >
        <ArrowDownOutlined aria-hidden="true" />
      </button>
      <button type="button" aria-label={`Delete ${named}`} onClick={() => setAsked(true)}>
        <DeleteOutlined aria-hidden="true" />
      </button>
      {isAsked && (
        <Popconfirm
          open
          title="Are you sure to delete this row?"
          okText="Yes"
          cancelText="No"
          onOpenChange={(isOpen) => setAsked(isOpen)}
          onConfirm={() => onChange(field, (one) => withoutRow(one, field, id))}
        >
          <span />
        </Popconfirm>
      )}
    </span>
  )
}
