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

/** A value that is a table: its columns, and of each row its cells. */
export type ValueTable = { readonly columns: readonly string[]; readonly rows: readonly Branch[] }

/** A table with the places of its cells, ten rows at a time. */
export function TableValue({ table: { columns, rows }, output, type, name }: Props) {
  const shown: TableColumnsType<Branch> = columns.map((column) => ({
    key: column,
    title: column,
    render: (_, row) => {
      const node = cellOf(row, column)
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
      columns={shown}
      dataSource={[...rows]}
      scroll={{ x: 'max-content' }}
      pagination={{
        pageSize: PAGE_SIZE,
        hideOnSinglePage: true,
        showSizeChanger: false,
        showTotal: (count) => `${count} rows`,
      }}
      locale={{ emptyText: 'an empty table' }}
    />
  )
}

const cellOf = (row: Branch, column: string): ValueNode | undefined =>
  row.entries.find(({ name }) => name === column)?.node

/** The table in a value that is one; undefined for any other. */
export function tableIn(node: ValueNode): ValueTable | undefined {
  if (node.kind === 'leaf') return undefined
  const headers = node.entries.find(({ name }) => name === 'column_headers')?.node
  const rows = node.entries.find(({ name }) => name === 'rows')?.node
  if (headers?.kind !== 'branch' || rows?.kind !== 'branch') return undefined
  const columns = headers.entries.flatMap(({ node: it }) =>
    it.kind === 'leaf' ? [String(it.value)] : [],
  )
  const branches = rows.entries.flatMap(({ node: it }) => (it.kind === 'branch' ? [it] : []))
  return branches.length === rows.entries.length ? { columns, rows: branches } : undefined
}
