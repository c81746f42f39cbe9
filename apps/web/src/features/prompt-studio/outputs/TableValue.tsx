import { Table, type TableColumnsType } from 'antd'
import type { PromptOutput } from '../output.ts'
import type { ValueType } from '../prompt.ts'
import { ValueLeaf } from './ValueLeaf.tsx'
import { ValueTree } from './ValueTree.tsx'
import type { Branch, ValueNode } from './value-tree.ts'

const PAGE_SIZE = 10

type Props = {
  readonly table: ValueTable
  readonly output: PromptOutput
  readonly type: ValueType
  readonly name: string
}

/** A value of type table. */
export type ValueTable = { readonly columns: readonly string[]; readonly rows: readonly Branch[] }

/** Shows a table with the evidence of its cells, ten rows per page. */
export function TableValue({ table: { columns, rows }, output, type, name }: Props) {
  const tableColumns: TableColumnsType<Branch> = columns.map((column) => ({
    key: column,
    title: column,
    render: (_, row) => {
      const node = findCell(row, column)
      if (!node) return <span className="faint">not found</span>
      const shared = { output, type, name: `${name}${row.path.slice(1)}.${column}` }
      return node.kind === 'leaf' ? (
        <ValueLeaf {...shared} leaf={node} />
      ) : (
        <ValueTree {...shared} branch={node} />
      )
    },
  }))
  return (
    <Table
      size="small"
      aria-label={`Rows of ${name}`}
      rowKey="path"
      columns={tableColumns}
      dataSource={[...rows]}
      scroll={{ x: 'max-content' }}
      pagination={{
        pageSize: PAGE_SIZE,
        hideOnSinglePage: true,
        showSizeChanger: false,
        showTotal: (count) => `${count} rows`,
      }}
      locale={{ emptyText: 'empty table' }}
    />
  )
}

const findCell = (row: Branch, column: string): ValueNode | undefined =>
  row.entries.find(({ name }) => name === column)?.node

/** Returns the table that a value represents; `undefined` for any other value. */
export function toTable(node: ValueNode): ValueTable | undefined {
  if (node.kind === 'leaf') return undefined
  const headers = node.entries.find(({ name }) => name === 'column_headers')?.node
  const rows = node.entries.find(({ name }) => name === 'rows')?.node
  if (headers?.kind !== 'branch' || rows?.kind !== 'branch') return undefined
  const columns = headers.entries
    .map(({ node: header }) => (header.kind === 'leaf' ? String(header.value) : undefined))
    .filter((value) => value !== undefined)
  const rowBranches = rows.entries
    .map(({ node: row }) => row)
    .filter((row) => row.kind === 'branch')
  return rowBranches.length === rows.entries.length ? { columns, rows: rowBranches } : undefined
}
