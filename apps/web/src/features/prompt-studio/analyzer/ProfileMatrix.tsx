import { useQuery } from '@tanstack/react-query'
import { Alert, Table, type TableColumnsType } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { outputList } from '../output.queries.ts'
import { outputsOfMode } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { useAnalyzer } from './analyzer-context.ts'
import { buildCell } from './compared-cell.ts'
import { MatrixCell } from './MatrixCell.tsx'

/**
 * Shows every field of the selected document for each profile, and marks those on which the
 * profiles disagree.
 */
export function ProfileMatrix() {
  const { project, profiles, document, fields } = useAnalyzer()
  const { data, error } = useQuery(outputList(project.id, document.id, project.singlePass))
  const outputs = outputsOfMode(data ?? [], project)
  const buildCells = (field: Prompt) => profiles.map(({ id }) => buildCell(field, id, outputs))
  const differingCount = fields.filter((field) =>
    buildCells(field).some(({ differs }) => differs),
  ).length

  const columns: TableColumnsType<Prompt> = [
    {
      title: 'Field',
      width: 200,
      fixed: 'left',
      render: (_, { key }) => <span className="mono">{key}</span>,
    },
    ...profiles.map(({ id, name, isDefault }) => ({
      key: id,
      title: isDefault ? `${name} (default)` : name,
      width: 240,
      render: (_: unknown, field: Prompt) => <MatrixCell cell={buildCell(field, id, outputs)} />,
    })),
  ]
  return (
    <div className="pane-body matrix">
      {error && (
        <Alert
          showIcon
          type="error"
          role="alert"
          title={explain(error, 'Failed to fetch prompt outputs')}
        />
      )}
      <p className="matrix-note" role="status">
        {data &&
          `${document.name}: the profiles differ in ${differingCount} of ${fields.length} fields.`}
      </p>
      <Table
        size="small"
        rowKey="id"
        aria-label="Field values by profile"
        columns={columns}
        dataSource={[...fields]}
        loading={!data && !error}
        scroll={{ x: 'max-content' }}
        pagination={false}
      />
    </div>
  )
}
