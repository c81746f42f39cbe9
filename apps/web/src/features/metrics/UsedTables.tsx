import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { amountOf } from './metric.ts'
import type { UsedAmounts, UsedInPeriod, UsedPart } from './used.ts'

const amountColumn = (key: keyof UsedAmounts, title: string): Column<UsedPart> => ({
  key,
  title,
  align: 'right',
  sortBy: (part) => part[key],
  render: (part) => amountOf(key === 'cost' ? 'llm_usage' : 'llm_calls', part[key]),
})

const nameColumn = (title: string): Column<UsedPart> => ({
  key: 'name',
  title,
  width: '34%',
  sortBy: ({ name }) => name,
  render: ({ name }) => name,
})

const ofCalls = [
  amountColumn('calls', 'Calls'),
  amountColumn('tokens', 'Tokens'),
  amountColumn('cost', 'Cost'),
]
const pages = amountColumn('pages', 'Pages')

/** Tables of usage by model, project and deployment, sortable by each amount. */
export function UsedTables({ usage }: { readonly usage: UsedInPeriod }) {
  const tables = [
    { title: 'By model', columns: [nameColumn('Model'), ...ofCalls], parts: usage.models },
    {
      title: 'By project',
      columns: [nameColumn('Project'), pages, ...ofCalls],
      parts: usage.projects,
    },
    {
      title: 'By deployment',
      columns: [nameColumn('Deployment'), pages, ...ofCalls],
      parts: usage.deployments,
    },
  ]
  return tables.map(({ title, columns, parts }) => (
    <section key={title} className="used-table">
      <h2>{title}</h2>
      <DataTable
        label={`Usage ${title.toLowerCase()}`}
        columns={columns}
        rows={parts}
        keyOf={({ key }) => key}
        emptyText="No model was called on these days."
        maxHeight={420}
      />
    </section>
  ))
}
