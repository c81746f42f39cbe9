import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { amountOf } from './metric.ts'
import { type Saving, savingsOf } from './savings.ts'
import type { PeriodUsage } from './usage.ts'

const columns: readonly Column<Saving>[] = [
  { key: 'name', title: 'Saved by', width: '20%', render: ({ name }) => name },
  { key: 'explanation', title: 'How', render: ({ explanation }) => explanation },
  {
    key: 'dollars',
    title: 'Saved',
    width: '14%',
    align: 'right',
    sortBy: ({ dollars }) => dollars ?? 0,
    render: ({ dollars }) => (dollars === null ? 'Unknown' : amountOf('llm_usage', dollars)),
  },
]

/** The savings of the period, or what could have saved something. */
export function SavingsTable({ usage }: { readonly usage: PeriodUsage }) {
  const savings = savingsOf(usage)
  return (
    <section className="used-table">
      <h2>Savings</h2>
      {savings.length === 0 ? (
        <p className="faint">
          Nothing was saved in this period. What answers without a model call appears here (embedded
          data, layouts, the built-in extractor), and what makes calls cheaper: caches, single pass
          and batches.
        </p>
      ) : (
        <DataTable
          label="Savings"
          columns={columns}
          rows={savings}
          keyOf={({ key }) => key}
          emptyText=""
        />
      )}
    </section>
  )
}
