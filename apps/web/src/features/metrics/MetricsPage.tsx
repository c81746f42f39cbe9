import type { MetricName } from '@recto/contract/usage/metrics'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { useAddressSearch, useChangeAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { MetricChart } from './MetricChart.tsx'
import { amountOf, daysOf, metricTitles, type PeriodDays, periods } from './metric.ts'
import { metricLines } from './metrics.queries.ts'
import { RecentActivity } from './RecentActivity.tsx'
import './metrics.css'

const defaultPeriod: PeriodDays = 30

const charts: readonly { readonly title: string; readonly names: readonly MetricName[] }[] = [
  {
    title: 'Documents and pages',
    names: ['documents_processed', 'pages_processed', 'failed_pages'],
  },
  {
    title: 'Requests and runs',
    names: ['deployed_api_requests', 'etl_pipeline_executions', 'prompt_executions'],
  },
  { title: 'Model calls', names: ['llm_calls', 'challenges', 'summarization_calls'] },
  { title: 'Model cost', names: ['llm_usage'] },
]

const cards: readonly MetricName[] = [
  'documents_processed',
  'pages_processed',
  'deployed_api_requests',
  'etl_pipeline_executions',
  'prompt_executions',
  'llm_calls',
  'llm_usage',
]

/** Charts of the organization's activity per day. */
export function MetricsPage() {
  usePageTitle('Metrics')
  const to = usePaths()
  const requestedDays = Number(useAddressSearch().days)
  const change = useChangeAddressSearch()
  const days = periods.find((candidate) => candidate === requestedDays) ?? defaultPeriod

  return (
    <div className="page">
      <PageHeader title="Metrics" description="Daily activity and cost">
        <Link to={to.usage()}>Usage</Link>
        <Segmented
          aria-label="Period"
          value={days}
          options={periods.map((value) => ({ value, label: `${value} days` }))}
          onChange={(value) => change({ days: value === defaultPeriod ? undefined : value })}
        />
      </PageHeader>
      <Metrics days={days} />
    </div>
  )
}

function Metrics({ days }: { readonly days: PeriodDays }) {
  const { data: lines, error, refetch } = useQuery(metricLines(days))

  if (error && !lines) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the metrics" onRetry={retry} />
  }
  if (!lines) return <ListSkeleton />
  if (lines.length === 0) {
    return (
      <EmptyState
        title="No metrics yet"
        explanation={`No documents were processed in the last ${days} days. Metrics appear here after an API, a pipeline or Prompt Studio processes one.`}
      />
    )
  }
  const totalOf = (name: MetricName) => lines.find((line) => line.name === name)?.total ?? 0
  return (
    <>
      <dl className="number-cards">
        {cards.map((name) => (
          <div key={name}>
            <dt>{metricTitles[name]}</dt>
            <dd>{amountOf(name, totalOf(name))}</dd>
          </div>
        ))}
      </dl>
      <div className="bar-charts">
        {charts.map(({ title, names }) => (
          <MetricChart key={title} title={title} days={daysOf(days)} names={names} lines={lines} />
        ))}
      </div>
      <RecentActivity />
    </>
  )
}
