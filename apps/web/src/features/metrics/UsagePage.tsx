import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { DateRange } from '../../shared/list/DateRange.tsx'
import { useAddressSearch, useChangeAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { ActivityCharts } from './ActivityCharts.tsx'
import { BudgetPanel } from './BudgetPanel.tsx'
import { amountOf, daysOf } from './metric.ts'
import { RecentActivity } from './RecentActivity.tsx'
import { SavingsTable } from './SavingsTable.tsx'
import { areUnpriced, savingsOf } from './savings.ts'
import { UsageCharts } from './UsageCharts.tsx'
import { UsageFilters } from './UsageFilters.tsx'
import { UsageTables } from './UsageTables.tsx'
import { periodUsage, usageExportAddress } from './usage.queries.ts'
import {
  isNarrowed,
  type PeriodUsage,
  readUsageSearch,
  savedOf,
  savedWithoutCallOf,
  type UsageSearch,
} from './usage.ts'
import './metrics.css'
import './usage.css'

/** The organization's usage, its cost, and the budget. */
export function UsagePage() {
  usePageTitle('Usage')
  const search = readUsageSearch(useAddressSearch())
  const change = useChangeAddressSearch()

  return (
    <div className="page">
      <PageHeader
        title="Usage"
        description="Documents, pages, calls and cost over time, by deployment and by model"
      >
        <Days search={search} onChange={change} />
        <Button
          href={usageExportAddress(search)}
          icon={<DownloadOutlined aria-hidden="true" />}
          download="usage.csv"
        >
          Export CSV
        </Button>
      </PageHeader>
      <BudgetPanel />
      <UsageFilters search={search} onChange={change} />
      <UsageOfPeriod search={search} />
      {!isNarrowed(search) && <RecentActivity />}
    </div>
  )
}

type DaysProps = {
  readonly search: UsageSearch
  onChange(changes: Partial<UsageSearch>): void
}

const defaultDays = 30

function Days({ search, onChange }: DaysProps) {
  const { until = daysOf(1)[0] ?? '' } = search
  const { from = daysOf(defaultDays, new Date(until))[0] } = search
  return (
    <DateRange
      label="Date range (UTC)"
      isUtc
      isOptional={false}
      from={from}
      until={until}
      onChange={onChange}
    />
  )
}

function UsageOfPeriod({ search }: { readonly search: UsageSearch }) {
  const { data: usage, error, refetch } = useQuery(periodUsage(search))

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load usage" onRetry={retry} />
  }
  if (!usage) return <ListSkeleton />
  if (usage.days.length === 0) {
    return (
      <EmptyState
        title="No usage in this period"
        explanation={
          isNarrowed(search)
            ? `Nothing from ${usage.from} to ${usage.until} matches these filters.`
            : `No documents were processed and no models were called from ${usage.from} to ${usage.until}. Usage appears here after an API, a pipeline or Prompt Studio processes a document.`
        }
      />
    )
  }
  return (
    <>
      <Totals usage={usage} />
      <SavingsTable usage={usage} />
      <UsageCharts usage={usage} />
      {!isNarrowed(search) && <ActivityCharts from={usage.from} until={usage.until} />}
      <UsageTables usage={usage} />
    </>
  )
}

function Totals({ usage }: { readonly usage: PeriodUsage }) {
  const { total } = usage
  const isEstimate = savedWithoutCallOf(total) > 0
  const savedText = areUnpriced(savingsOf(usage))
    ? 'Unknown'
    : amountOf('llm_usage', savedOf(total))
  const cards = [
    ['Pages', amountOf('pages_processed', total.pages)],
    ['Documents', amountOf('documents_processed', total.completed)],
    ['Failed documents', amountOf('documents_processed', total.failed)],
    ['Model calls', amountOf('llm_calls', total.calls)],
    ['Tokens', amountOf('llm_calls', total.tokens)],
    ['Model cost', amountOf('llm_usage', total.cost)],
    [isEstimate ? 'Saved (estimate)' : 'Saved', savedText],
  ] as const
  return (
    <>
      <dl className="number-cards">
        {cards.map(([title, amount]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {total.unpricedCalls > 0 && (
        <p className="faint">
          The cost does not include calls to models without a known price (
          {amountOf('llm_calls', total.unpricedCalls)}). You can enter a price in the settings of a
          model.
        </p>
      )}
    </>
  )
}
