import type { MetricName } from '@recto/contract/usage/metrics'
import { useQuery } from '@tanstack/react-query'
import { BarsOrTable } from '../../shared/charts/BarsOrTable.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { divideForChart, shortenPeriodName } from './chart-periods.ts'
import { amountOf, metricTitles } from './metric.ts'
import { metricLines } from './metrics.queries.ts'

type Props = { readonly from: string; readonly until: string }

const charts: readonly { readonly title: string; readonly names: readonly MetricName[] }[] = [
  {
    title: 'Requests and runs',
    names: ['deployed_api_requests', 'etl_pipeline_executions', 'prompt_executions'],
  },
  { title: 'Calls of second models', names: ['challenges', 'summarization_calls'] },
  { title: 'Reviews', names: ['hitl_reviews', 'hitl_completions'] },
]

/** Charts of what the organization has done; charts without any value are left out. */
export function ActivityCharts({ from, until }: Props) {
  const { data: lines, error, refetch } = useQuery(metricLines(from, until))

  if (error && !lines) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the metrics" onRetry={retry} />
  }
  const periods = divideForChart(from, until)
  const valuesOf = (name: MetricName) =>
    lines?.find((line) => line.name === name)?.days ?? new Map<string, number>()
  const shownCharts = charts.filter(({ names }) => names.some((name) => valuesOf(name).size > 0))
  if (shownCharts.length === 0) return null
  return (
    <div className="bar-charts">
      {shownCharts.map(({ title, names }) => (
        <BarsOrTable
          key={title}
          title={title}
          categories={periods.names}
          categoryTitle={periods.title}
          series={names.map((name) => ({
            key: name,
            title: metricTitles[name],
            values: periods.sum(valuesOf(name)),
          }))}
          isStacked
          isNewestFirst
          shortLabel={shortenPeriodName}
          amount={(name, value) => amountOf(name as MetricName, value)}
        />
      ))}
    </div>
  )
}
