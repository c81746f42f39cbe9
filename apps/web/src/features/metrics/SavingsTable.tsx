import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { amountOf } from './metric.ts'
import type { PeriodUsage } from './usage.ts'

type Saving = {
  readonly key: string
  readonly name: string
  /** Says what was saved, and how it is known. */
  readonly explanation: string
  readonly dollars: number | null
}

const count = (value: number) => amountOf('llm_calls', value)

/** Says what has made the period cheaper; estimates say that they are estimates. */
function savingsOf({ total, averageCost }: PeriodUsage): readonly Saving[] {
  const estimate =
    averageCost === null
      ? 'No call had a known price, so nobody can say what these would have cost.'
      : `Estimated: a question has cost ${amountOf('llm_usage', averageCost)} on average.`
  const describeAnswers = (answers: number) => {
    if (answers === 0) return 'No question was answered without a call.'
    return `${count(answers)} ${answers === 1 ? 'question' : 'questions'} answered without a call. ${estimate}`
  }
  const estimateOf = (answers: number, dollars: number) =>
    answers > 0 && averageCost === null ? null : dollars
  return [
    {
      key: 'cache',
      name: 'Caches of services',
      explanation: `${count(total.cached)} of ${count(total.input + total.cached)} input tokens were read from a cache.`,
      dollars: total.savedByCache,
    },
    {
      key: 'single-pass',
      name: 'Single pass',
      explanation: 'What it would have cost to send the document with each question.',
      dollars: total.savedBySinglePass,
    },
    {
      key: 'batch',
      name: 'Batches',
      explanation: 'What calls that could wait up to 24 hours would have cost more at once.',
      dollars: total.savedByBatch,
    },
    {
      key: 'layouts',
      name: 'Layouts',
      explanation: describeAnswers(total.layoutAnswers),
      dollars: estimateOf(total.layoutAnswers, total.savedByLayouts),
    },
    {
      key: 'built-in',
      name: 'Built-in extractor',
      explanation: describeAnswers(total.builtInAnswers),
      dollars: estimateOf(total.builtInAnswers, total.savedByBuiltIn),
    },
    {
      key: 'embedded',
      name: 'Embedded data',
      explanation: describeAnswers(total.embeddedAnswers),
      dollars: estimateOf(total.embeddedAnswers, total.savedByEmbedded),
    },
  ]
}

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

export function SavingsTable({ usage }: { readonly usage: PeriodUsage }) {
  return (
    <section className="used-table">
      <h2>Savings</h2>
      <DataTable
        label="Savings"
        columns={columns}
        rows={savingsOf(usage)}
        keyOf={({ key }) => key}
        emptyText="Nothing was saved in this period."
      />
    </section>
  )
}
