import { useQueries } from '@tanstack/react-query'
import { Button, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { PromptDocument } from '../document.ts'
import { outputList } from '../output.queries.ts'
import { outputsOfMode, type PromptOutput } from '../output.ts'
import { useAnalyzer } from './analyzer-context.ts'
import { buildDefaultCell } from './compared-cell.ts'
import { MatrixCell } from './MatrixCell.tsx'

const PAGE_SIZE = 10

type DocumentRow = PromptDocument & { readonly outputs: readonly PromptOutput[] | undefined }

/**
 * Shows the values of all fields for every document, and marks those on which the profiles
 * disagree.
 */
export function DocumentMatrix() {
  const { project, profiles, documents, fields, select } = useAnalyzer()
  const [page, setPage] = useState(1)
  const pageDocuments = documents.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const outputQueries = useQueries({
    queries: pageDocuments.map(({ id }) => outputList(project.id, id, project.singlePass)),
  })
  const getOutputs = (index: number) => {
    const data = outputQueries[index]?.data
    return data && outputsOfMode(data, project)
  }
  const outputsByDocument = new Map(pageDocuments.map(({ id }, index) => [id, getOutputs(index)]))
  const rows = documents.map(
    (document): DocumentRow => ({ ...document, outputs: outputsByDocument.get(document.id) }),
  )
  const countFilled = ({ outputs = [] }: DocumentRow) =>
    fields.filter((field) => buildDefaultCell(field, profiles, outputs).state === 'filled').length

  const columns: TableColumnsType<DocumentRow> = [
    {
      title: 'Document',
      width: 220,
      fixed: 'left',
      render: (_, { id, name }) => (
        <Button type="link" size="small" className="matrix-name" onClick={() => select(id)}>
          {name}
        </Button>
      ),
    },
    {
      title: 'Filled',
      width: 80,
      render: (_, row) => row.outputs && `${countFilled(row)} of ${fields.length}`,
    },
    ...fields.map((field) => ({
      key: field.id,
      title: <span className="mono">{field.key}</span>,
      width: 180,
      render: (_: unknown, { outputs }: DocumentRow) =>
        outputs && <MatrixCell cell={buildDefaultCell(field, profiles, outputs)} />,
    })),
  ]
  return (
    <div className="pane-body matrix">
      <Table
        size="small"
        rowKey="id"
        aria-label="Field values by document"
        columns={columns}
        dataSource={rows}
        loading={outputQueries.some(({ isPending }) => isPending)}
        scroll={{ x: 'max-content' }}
        pagination={{
          current: page,
          pageSize: PAGE_SIZE,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
      />
    </div>
  )
}
