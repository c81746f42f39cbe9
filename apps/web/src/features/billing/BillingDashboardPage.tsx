import { ReloadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Pagination, Tag } from 'antd'
import { useState } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { AllowancePanel } from './AllowancePanel.tsx'
import { allowance, ownSubscription, pagesByDay, pagesUsed } from './billing.queries.ts'
import { count, countOfPages, isOverdue, type OwnSubscription } from './plan.ts'
import './billing.css'

const community = 'https://join.slack.com/'

/** The usage of the subscription. */
export function BillingDashboardPage() {
  usePageTitle('Dashboard')
  const { flags, user, provider } = useSignedIn()
  const to = usePaths()
  const subscription = useQuery({ ...ownSubscription, enabled: flags.billing === true })
  return (
    <div className="page">
      <PageHeader title="Dashboard" description="Pages extracted under your plan">
        {subscription.data && isOverdue(subscription.data) && <OverdueTag isAdmin={user.isAdmin} />}
        {user.isAdmin && flags.billing === true && <Link to={to.usageLedger()}>Ledger</Link>}
        {user.isAdmin && provider === '' && flags.billing === true && (
          <Link to={to.pricing()}>Pricing</Link>
        )}
        <a href={community} target="_blank" rel="noreferrer">
          Slack Community
        </a>
      </PageHeader>
      {flags.billing === true ? (
        <UsedPages subscription={subscription.data} />
      ) : (
        <EmptyState
          title="Billing is not enabled"
          explanation="This installation has no paid plans. The Usage page shows what your organization has used."
        />
      )}
    </div>
  )
}

/** Only admins can pay. */
function OverdueTag({ isAdmin }: { readonly isAdmin: boolean }) {
  const to = usePaths()
  return (
    <>
      <Tag color="red">Payment overdue. Please pay to avoid service disruption.</Tag>
      {isAdmin && <Link to={to.pricing()}>Pay now</Link>}
    </>
  )
}

/** An ended plan is not shown as if it still ran. */
const isInUse = ({ isSubscribed, planType }: OwnSubscription) =>
  isSubscribed || planType === 'TRIAL'

function UsedPages({ subscription }: { readonly subscription: OwnSubscription | undefined }) {
  const plan = subscription && isInUse(subscription) ? subscription : undefined
  const total = useQuery(pagesUsed)
  const days = useQuery(pagesByDay)
  const failedQuery = [total, days].find(({ error, data }) => error && data === undefined)
  const client = useQueryClient()
  const refresh = () =>
    void Promise.all([total.refetch(), days.refetch(), client.refetchQueries(allowance)])
  if (failedQuery) {
    return (
      <FailureState error={failedQuery.error} fallback="Failed to load usage" onRetry={refresh} />
    )
  }
  if (total.data === undefined || !days.data) return <ListSkeleton />
  return (
    <>
      <header className="billing-usage-head">
        <h2>Overall Usage</h2>
        <Button
          aria-label="Refresh"
          icon={<ReloadOutlined aria-hidden="true" />}
          loading={total.isFetching || days.isFetching}
          onClick={refresh}
        />
      </header>
      <Alert
        type="info"
        showIcon
        title={plan?.product.name ?? 'Subscription not available'}
        description={`${countOfPages(total.data)} extracted`}
      />
      {plan && <AllowancePanel />}
      <Days days={days.data} />
    </>
  )
}

type Day = { readonly day: string; readonly pages: number }
const PAGE_SIZE = 10

const columns: readonly Column<Day>[] = [
  {
    key: 'pages',
    title: 'Number of Pages Extracted',
    align: 'right',
    width: 260,
    orderBy: 'pages',
    render: ({ pages }) => count.format(pages),
  },
  { key: 'day', title: 'Date', orderBy: 'day', render: ({ day }) => day },
]

/** Sorts all rows and returns one page of them. */
function Days({ days }: { readonly days: readonly Day[] }) {
  const [page, setPage] = useState(1)
  const [ordering, setOrdering] = useState('-day')
  const sign = ordering.startsWith('-') ? -1 : 1
  const sorted = ordering.endsWith('pages')
    ? days.toSorted((a, b) => sign * (a.pages - b.pages))
    : days.toSorted((a, b) => sign * a.day.localeCompare(b.day))
  return (
    <div className="billing-days">
      <DataTable
        label="Pages by day"
        columns={columns}
        rows={sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        keyOf={({ day }) => day}
        emptyText="No pages have been extracted yet."
        ordering={ordering}
        onOrder={setOrdering}
      />
      <Pagination
        className="list-pages"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={days.length}
        onChange={setPage}
      />
    </div>
  )
}
