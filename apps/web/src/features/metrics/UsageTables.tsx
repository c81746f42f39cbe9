import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { amountOf } from './metric.ts'
import { type PeriodUsage, savedOf, type UsageAmounts, type UsagePart } from './usage.ts'

const amountColumn = (key: keyof UsageAmounts, title: string): Column<UsagePart> => ({
  key,
  title,
  align: 'right',
  sortBy: (part) => part[key],
  render: (part) => amountOf(key === 'cost' ? 'llm_usage' : 'llm_calls', part[key]),
})

const savedColumn: Column<UsagePart> = {
  key: 'saved',
  title: 'Saved',
  align: 'right',
  sortBy: savedOf,
  render: (part) => amountOf('llm_usage', savedOf(part)),
}

const nameColumn = (title: string): Column<UsagePart> => ({
  key: 'name',
  title,
  width: '24%',
  sortBy: ({ name }) => name,
  render: ({ name }) => name,
})

const callColumns = [
  amountColumn('calls', 'Calls'),
  amountColumn('input', 'Input'),
  amountColumn('cached', 'Cached'),
  amountColumn('output', 'Output'),
  amountColumn('reasoning', 'Reasoning'),
  amountColumn('cost', 'Cost'),
  savedColumn,
]
const pages = amountColumn('pages', 'Pages')

/** Tables of usage by model, project and deployment, sortable by each amount. */
export function UsageTables({ usage }: { readonly usage: PeriodUsage }) {
  const tables = [
    { title: 'By model', columns: [nameColumn('Model'), ...callColumns], parts: usage.models },
    {
      title: 'By project',
      columns: [nameColumn('Project'), pages, ...callColumns],
      parts: usage.projects,
    },
    {
      title: 'By deployment',
      columns: [nameColumn('Deployment'), pages, ...callColumns],
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
        emptyText="No model calls in this period."
        maxHeight={420}
      />
    </section>
  ))
}
