import { Button } from 'antd'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { serverPages } from '../../shared/navigation/leave.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'

/** Where every refusal for want of a subscription leads. */
export function SubscriptionExpiredPage() {
  usePageTitle('Subscription expired')
  return (
    <main className="page">
      <EmptyState
        title="The subscription has expired"
        explanation="Your projects and results are kept. Ask an administrator of your organization to renew it."
      >
        <Button type="primary" href="/">
          Try again
        </Button>
        <Button href={serverPages.logout}>Log out</Button>
      </EmptyState>
    </main>
  )
}
