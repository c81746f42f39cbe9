import { BarsOrTable } from '../../shared/charts/BarsOrTable.tsx'
import { divideForChart, shortenPeriodName } from './chart-periods.ts'
import { amountOf } from './metric.ts'
import {
  type PeriodUsage,
  partsForChart,
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

const overTime: readonly Chart[] = [
  { title: 'Cost', series: [{ key: 'cost', title: 'Cost' }] },
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
  { title: 'Model calls', series: [{ key: 'calls', title: 'Model calls' }] },
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

const cost = { key: 'cost', title: 'Cost' } as const
const seriesOfDeployments = [cost, { key: 'completed', title: 'Documents' }] as const
const seriesOfModels = [cost, { key: 'tokens', title: 'Tokens' }] as const

const maxLabelLength = 16
const shortName = (name: string) =>
  name.length > maxLabelLength ? `${name.slice(0, maxLabelLength - 1)}…` : name
const isMoney = (key: string) => key === 'cost' || key.startsWith('saved')
const amount = (key: string, value: number) =>
  amountOf(isMoney(key) ? 'llm_usage' : 'llm_calls', value)

/** Charts of usage over time, by deployment and by model. */
export function UsageCharts({ usage }: { readonly usage: PeriodUsage }) {
  const periods = divideForChart(usage.from, usage.until)
  const hasSavings = savedOf(usage.total) > 0
  const charts = overTime.filter(({ title }) => title !== savedTitle || hasSavings)
  return (
    <div className="bar-charts">
      {charts.map(({ title, series }) => (
        <BarsOrTable
          key={title}
          title={title}
          categories={periods.names}
          categoryTitle={periods.title}
          series={series.map((barSeries) => ({
            ...barSeries,
            values: periods.sum(valuesOf(usage.days, barSeries.key)),
          }))}
          hasFractions={series.some(({ key }) => isMoney(key))}
          isStacked={series.length > 1}
          isNewestFirst
          shortLabel={shortenPeriodName}
          amount={amount}
        />
      ))}
      <ChartsByName noun="deployment" parts={usage.deployments} series={seriesOfDeployments} />
      <ChartsByName noun="model" parts={usage.models} series={seriesOfModels} />
    </div>
  )
}

type ChartsByNameProps = {
  readonly noun: 'deployment' | 'model'
  readonly parts: readonly UsagePart[]
  readonly series: readonly { readonly key: Kind; readonly title: string }[]
}

/** A chart of each amount with a bar for each deployment or model. */
function ChartsByName({ noun, parts, series }: ChartsByNameProps) {
  const shownParts = partsForChart(parts)
  if (shownParts.length === 0) return null
  return series.map((barSeries) => (
    <BarsOrTable
      key={barSeries.key}
      title={`${barSeries.title} by ${noun}`}
      categories={shownParts.map(({ name }) => name)}
      categoryTitle={noun === 'model' ? 'Model' : 'Deployment'}
      series={[{ ...barSeries, values: valuesOf(shownParts, barSeries.key) }]}
      hasFractions={isMoney(barSeries.key)}
      shortLabel={shortName}
      amount={amount}
    />
  ))
}

const valuesOf = (parts: readonly UsagePart[], key: Kind) =>
  new Map(parts.map((part) => [part.name, amountIn(part, key)]))
