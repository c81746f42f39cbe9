import { BarsOrTable } from '../../shared/charts/BarsOrTable.tsx'
import { amountOf } from './metric.ts'
import {
  daysBetween,
  modelsForChart,
  type PeriodUsage,
  savedOf,
  savedWithoutCallOf,
  type UsageAmounts,
  type UsagePart,
} from './usage.ts'

type Kind = keyof UsageAmounts | 'savedWithoutCall'

const amountIn = (part: UsagePart, kind: Kind) =>
  kind === 'savedWithoutCall' ? savedWithoutCallOf(part) : part[kind]

type Chart = {
  readonly title: string
  readonly series: readonly { readonly key: Kind; readonly title: string }[]
}

const savedTitle = 'Saved'

const byDay: readonly Chart[] = [
  { title: 'Pages', series: [{ key: 'pages', title: 'Pages' }] },
  {
    title: 'Documents by status',
    series: [
      { key: 'completed', title: 'Completed' },
      { key: 'failed', title: 'Failed' },
      { key: 'stopped', title: 'Stopped' },
    ],
  },
  {
    title: 'Tokens',
    series: [
      { key: 'input', title: 'Input' },
      { key: 'cached', title: 'Cached input' },
      { key: 'output', title: 'Output' },
      { key: 'reasoning', title: 'Reasoning' },
    ],
  },
  { title: 'Cost', series: [{ key: 'cost', title: 'Cost' }] },
  {
    title: savedTitle,
    series: [
      { key: 'savedByCache', title: 'Caches' },
      { key: 'savedBySinglePass', title: 'Single pass' },
      { key: 'savedByBatch', title: 'Batches' },
      { key: 'savedWithoutCall', title: 'No call (estimate)' },
    ],
  },
]

const byModel: readonly Chart[] = [
  { title: 'Tokens by model', series: [{ key: 'tokens', title: 'Tokens' }] },
  { title: 'Cost by model', series: [{ key: 'cost', title: 'Cost' }] },
]

const maxLabelLength = 16
const shortName = (name: string) =>
  name.length > maxLabelLength ? `${name.slice(0, maxLabelLength - 1)}…` : name
const isMoney = (key: string) => key === 'cost' || key.startsWith('saved')
const amount = (key: string, value: number) =>
  amountOf(isMoney(key) ? 'llm_usage' : 'llm_calls', value)

/** Charts of usage by day and by model. */
export function UsageCharts({ usage }: { readonly usage: PeriodUsage }) {
  const days = daysBetween(usage.from, usage.until)
  const models = modelsForChart(usage.models)
  const hasSavings = savedOf(usage.total) > 0
  const dayCharts = byDay.filter(({ title }) => title !== savedTitle || hasSavings)
  const valuesOf = (parts: typeof models, key: Kind) =>
    new Map(parts.map((part) => [part.name, amountIn(part, key)]))
  return (
    <div className="bar-charts">
      {dayCharts.map(({ title, series }) => (
        <BarsOrTable
          key={title}
          title={title}
          categories={days}
          categoryTitle="Day"
          series={series.map((barSeries) => ({
            ...barSeries,
            values: valuesOf(usage.days, barSeries.key),
          }))}
          hasFractions={series.some(({ key }) => isMoney(key))}
          isStacked={series.length > 1}
          isNewestFirst
          shortLabel={(day) => day.slice(5)}
          amount={amount}
        />
      ))}
      {models.length > 0 &&
        byModel.map(({ title, series }) => (
          <BarsOrTable
            key={title}
            title={title}
            categories={models.map(({ name }) => name)}
            categoryTitle="Model"
            series={series.map((barSeries) => ({
              ...barSeries,
              values: valuesOf(models, barSeries.key),
            }))}
            hasFractions={title === 'Cost by model'}
            shortLabel={shortName}
            amount={amount}
          />
        ))}
    </div>
  )
}
