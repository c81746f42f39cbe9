import { useQuery } from '@tanstack/react-query'
import { BarsOrTable } from '../../shared/charts/BarsOrTable.tsx'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { textDays } from './text-service.queries.ts'
import {
  type DayOfPages,
  type DayPreset,
  daysOf,
  pageKinds,
  periodOf,
  sumOf,
  type TextSubscription,
} from './text-usage.ts'

type Props = { readonly subscription: TextSubscription; readonly days: DayPreset }

const count = new Intl.NumberFormat('en-US')

/** Shows the pages of this month, and of each day. */
export function UsageHistory({ subscription, days }: Props) {
  const { data, error, refetch } = useQuery(textDays(subscription.id, days))
  return (
    <>
      <MonthCards subscription={subscription} />
      {error && !data && (
        <FailureState
          error={error}
          fallback="Failed to fetch daily usage metrics"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <ListSkeleton />}
      {data && <DayChart read={data} days={days} />}
    </>
  )
}

function MonthCards({ subscription }: Pick<Props, 'subscription'>) {
  const { pages } = subscription
  return (
    <dl className="number-cards">
      <div>
        <dt>Pages this month</dt>
        <dd>{count.format(sumOf(pages))}</dd>
      </div>
      {pageKinds.map(({ key, title }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{count.format(pages[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

function DayChart({
  read,
  days,
}: {
  readonly read: readonly DayOfPages[]
  readonly days: DayPreset
}) {
  if (read.length === 0) {
    return (
      <EmptyState
        title="No pages were processed in this period"
        explanation="Send a document with an API key, or try one in the playground. Its pages are counted here."
      />
    )
  }
  return (
    <div className="text-chart">
      <BarsOrTable
        title="Pages by day"
        categories={daysOf(periodOf(days))}
        categoryTitle="Day"
        series={pageKinds.map(({ key, title }) => ({
          key,
          title,
          values: new Map(read.map(({ date, pages }) => [date, pages[key]])),
        }))}
        isStacked
        isNewestFirst
        shortLabel={(day) => day.slice(5)}
        amount={(_, value) => count.format(value)}
      />
    </div>
  )
}
