import { getSellerLinks } from '@recto/contract/billing/billing'
import { getSession } from '@recto/contract/organizations/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { readAs, send } from '../../shared/api/requests.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { useAddressSearch } from '../../shared/navigation/address-search.ts'
import { serverPages } from '../../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { pathsOf } from '../../shared/navigation/paths.ts'

const documentationPage = '/docs'

type Person = { readonly isAdmin: boolean; readonly organization: string | null }

/**
 * Who is here, also after the page was opened or loaded again. A failure is an answer as well: as an error, it would
 * lead away from here.
 */
const person = queryOptions<Person>({
  queryKey: ['subscription-expired', 'person'],
  queryFn: async () => {
    try {
      const { role, organization_id: organization } = await send(getSession, { query: {} })
      return { isAdmin: role === 'admin', organization }
    } catch {
      return { isAdmin: false, organization: null }
    }
  },
  retry: false,
})

/** Shown when a request is refused because there is no subscription, or when the subscription cannot be loaded. */
export function SubscriptionExpiredPage() {
  usePageTitle('Subscription expired')
  const isUnavailable = useAddressSearch().reason === 'unavailable'
  const { data } = useQuery(person)
  if (isUnavailable) return <Unavailable />
  return (
    <main className="page">
      <EmptyState
        title="Your subscription period has ended!"
        explanation={`Thank you for trying Recto. Your projects and results are kept. ${
          data?.isAdmin
            ? 'Subscribe to a plan to continue.'
            : 'Please contact the admin of your organization to subscribe.'
        }`}
      >
        {data?.isAdmin && data.organization !== null && (
          <Button type="primary" href={pathsOf(data.organization).pricing()}>
            Subscribe
          </Button>
        )}
        <SellerLinks />
        <Button href="/">Try again</Button>
        <Button href={serverPages.logout}>Log out</Button>
      </EmptyState>
    </main>
  )
}

/** Nobody knows whether the subscription has ended. */
function Unavailable() {
  return (
    <main className="page">
      <EmptyState
        title="Failed to fetch subscription details"
        explanation="Your subscription may well be in order. Please try again in a moment."
      >
        <Button type="primary" href="/">
          Try again
        </Button>
        <SellerLinks />
        <Button href={serverPages.logout}>Log out</Button>
      </EmptyState>
    </main>
  )
}

/** The pages of those who sell, as far as the installation names them. */
function SellerLinks() {
  const { data } = useQuery(readAs(getSellerLinks, {}, (wire) => wire))
  return (
    <>
      {data?.demo_url && <Button href={data.demo_url}>Request a demo</Button>}
      {data?.contact_url && <Button href={data.contact_url}>Reach out to us</Button>}
      <Button href={documentationPage}>Documentation</Button>
    </>
  )
}
