import { useQueries } from '@tanstack/react-query'
import { Button, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { PromptDocument } from '../document.ts'
import { outputList } from '../output.queries.ts'
import { outputsOfMode, type PromptOutput } from '../output.ts'
import { useAnalyzer } from './analyzer-facts.ts'
import { defaultCellOf } from './cell-of.ts'
import { MatrixCell } from './MatrixCell.tsx'

const PAGE_SIZE = 10

type Row = PromptDocument & { readonly outputs: readonly PromptOutput[] | undefined }

/** Every document with the values of all fields; where the profiles do not agree, that is marked. */
export function DocumentMatrix() {
  const { project, profiles, documents, fields, select } = useAnalyzer()
  const [page, setPage] = useState(1)
  const shown = documents.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const answers = useQueries({
    queries: shown.map(({ id }) => outputList(project.id, id, project.isSinglePass)),
  })
  const outputsAt = (place: number) => {
    const data = answers[place]?.data
    return data && outputsOfMode(data, project)
  }
  const known = new Map(shown.map(({ id }, place) => [id, outputsAt(place)]))
  const rows = documents.map((document): Row => ({ ...document, outputs: known.get(document.id) }))
  const filledOf = ({ outputs = [] }: Row) =>
    fields.filter((field) => defaultCellOf(field, profiles, outputs).state === 'filled').length

  const columns: TableColumnsType<Row> = [
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
      render: (_, row) => row.outputs && `${filledOf(row)} of ${fields.length}`,
    },
    ...fields.map((field) => ({
      key: field.id,
      title: <span className="mono">{field.key}</span>,
      width: 180,
      render: (_: unknown, { outputs }: Row) =>
        outputs && <MatrixCell cell={defaultCellOf(field, profiles, outputs)} />,
    })),
  ]
  return (
    <div className="pane-body matrix">
      <Table
        size="small"
        rowKey="id"
        aria-label="Fields of all documents"
        columns={columns}
        dataSource={rows}
        loading={answers.some(({ isPending }) => isPending)}
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
