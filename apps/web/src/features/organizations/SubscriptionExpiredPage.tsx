import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { serverPages } from '../../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { pathsOf } from '../../shared/navigation/paths.ts'
import { sessionStart } from '../../shared/session/session.queries.ts'

const pages = {
  demo: 'https://recto.example/demo',
  documentation: '/docs',
}

/** Shown when a request is refused because there is no subscription. */
export function SubscriptionExpiredPage() {
  usePageTitle('Subscription expired')
  // Uses only what is known: another request would redirect back here, or to the sign-in page.
  const { data: start } = useQuery({ ...sessionStart, enabled: false })
  const signedIn = start?.state === 'ready' ? start.signedIn : undefined
  const isAdmin = signedIn?.user.isAdmin ?? false
  return (
    <main className="page">
      <EmptyState
        title="Your subscription period has ended!"
        explanation={`Thank you for trying Recto. Your projects and results are kept. ${
          isAdmin
            ? 'Subscribe to a plan to continue.'
            : 'Please contact the admin of your organization to subscribe.'
        }`}
      >
        {signedIn && isAdmin && (
          <Button type="primary" href={pathsOf(signedIn.organization.name).pricing()}>
            Subscribe
          </Button>
        )}
        <Button href={pages.demo}>Request a demo</Button>
        <Button href={pages.documentation}>Documentation</Button>
        <Button href="/">Try again</Button>
        <Button href={serverPages.logout}>Log out</Button>
      </EmptyState>
      <p className="faint" style={{ textAlign: 'center' }}>
        Questions? <a href={pages.demo}>Reach out to us</a>
      </p>
    </main>
  )
}
