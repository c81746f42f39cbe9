import { useQuery } from '@tanstack/react-query'
import { Alert, Select, Tabs } from 'antd'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { useAddressSearch, useChangeAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { DetailedHistory } from './DetailedHistory.tsx'
import { type DashboardSearch, readDashboardSearch, tabs } from './dashboard-search.ts'
import type { TextProduct } from './text-product.ts'
import { textProducts, textSubscriptions } from './text-service.queries.ts'
import { dayPresets, type TextSubscription } from './text-usage.ts'
import { UsageHistory } from './UsageHistory.tsx'
import { V1Pill } from './V1Pill.tsx'
import './text-service.css'

/** Shows the number of processed pages by day and by document. */
export function TextDashboardPage() {
  usePageTitle('Text extraction dashboard')
  const products = useQuery(textProducts)
  const subscriptions = useQuery(textSubscriptions)
  const failedQuery = [products, subscriptions].find(({ error, data }) => error && !data)

  return (
    <div className="page">
      <PageHeader title="Dashboard" description="Pages processed by text extraction">
        <V1Pill />
      </PageHeader>
      {failedQuery && (
        <FailureState
          error={failedQuery.error}
          fallback="Failed to fetch daily usage metrics"
          onRetry={() => void failedQuery.refetch()}
        />
      )}
      {!failedQuery && !(products.data && subscriptions.data) && <ListSkeleton />}
      {products.data && subscriptions.data && (
        <Histories products={products.data} subscriptions={subscriptions.data} />
      )}
    </div>
  )
}

type Props = {
  readonly products: readonly TextProduct[]
  readonly subscriptions: readonly TextSubscription[]
}

const titles: Readonly<Record<(typeof tabs)[number], string>> = {
  usage: 'Usage History',
  detailed: 'Detailed History',
}

function Histories({ products, subscriptions }: Props) {
  const search = readDashboardSearch(useAddressSearch())
  const change = useChangeAddressSearch()
  const plan = search.plan ?? subscriptions[0]?.product
  const subscription = subscriptions.find(({ product }) => product === plan)
  return (
    <>
      <div className="text-filters">
        <Select
          aria-label="Plan"
          value={plan ?? null}
          options={products.map(({ product, name }) => ({ value: product, label: `${name} plan` }))}
          onChange={(value) => change({ plan: value, page: undefined })}
        />
        <Select
          aria-label="Days"
          value={search.days}
          options={dayPresets.map((days) => ({ value: days, label: `Last ${days} days` }))}
          onChange={(days) => change({ days, page: undefined })}
        />
      </div>
      <Tabs
        activeKey={search.tab}
        onChange={(tab) => change({ tab, page: undefined })}
        items={tabs.map((key) => ({ key, label: titles[key] }))}
      />
      {subscription ? (
        <History subscription={subscription} search={search} />
      ) : (
        <Alert type="info" showIcon title="Subscription not found" />
      )}
    </>
  )
}

type HistoryProps = {
  readonly subscription: TextSubscription
  readonly search: DashboardSearch
}

const History = ({ subscription, search }: HistoryProps) =>
  search.tab === 'usage' ? (
    <UsageHistory subscription={subscription} days={search.days} />
  ) : (
    <DetailedHistory subscription={subscription.id} search={search} />
  )
