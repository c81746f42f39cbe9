import type { LookupColumnType } from '@recto/contract/lookups/lookup-tables'
import { Tag } from 'antd'
import type { Column } from '../../shared/table/DataTable.tsx'
import { columnTypeNames } from './lookup-table.ts'
import './lookups.css'

type TypedColumn = { readonly name: string; readonly type: LookupColumnType }

/** The columns of rows of a lookup table, each with its type. */
export const cellColumns = <Row extends { readonly cells: readonly string[] }>(
  columns: readonly TypedColumn[],
): Column<Row>[] =>
  columns.map(({ name, type }, index) => ({
    key: String(index),
    title: name,
    headEnd: <Tag className="column-type">{columnTypeNames[type]}</Tag>,
    render: ({ cells }) => cells[index] ?? '',
  }))
