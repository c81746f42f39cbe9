import type { MetricName } from '@recto/contract/usage/metrics'
import { BarsOrTable } from '../../shared/charts/BarsOrTable.tsx'
import { amountOf, type MetricLine, metricTitles } from './metric.ts'

type Props = {
  readonly title: string
  readonly days: readonly string[]
  readonly names: readonly MetricName[]
  readonly lines: readonly MetricLine[]
}

const noValues: ReadonlyMap<string, number> = new Map()

/** Chart of counts per day. */
export function MetricChart({ title, days, names, lines }: Props) {
  const series = names.map((name) => ({
    key: name,
    title: metricTitles[name],
    values: lines.find((line) => line.name === name)?.days ?? noValues,
  }))
  return (
    <BarsOrTable
      title={title}
      categories={days}
      categoryTitle="Day"
      series={series}
      hasFractions={names[0] === 'llm_usage'}
      isNewestFirst
      shortLabel={(day) => day.slice(5)}
      amount={(name, value) => amountOf(name as MetricName, value)}
    />
  )
}
