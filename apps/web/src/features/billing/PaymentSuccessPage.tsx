import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { useAddressSearch } from '../../shared/navigation/address-search.ts'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { sellerLinks } from './billing.queries.ts'

const seconds = 10

/**
 * The page to which the payment provider redirects after a payment. The subscription itself is
 * updated separately.
 */
export function PaymentSuccessPage() {
  usePageTitle('Payment')
  const { project_id: project } = useAddressSearch()
  const links = useQuery(sellerLinks)
  const to =
    typeof project === 'string'
      ? `/verticals/playground/${encodeURIComponent(project)}`
      : paths.home()
  // A page that cannot find out confirms, because only the payment provider leads here.
  if (links.isPending) return <PageSkeleton />
  if (links.data?.is_selling === false) return <NothingSold />
  return (
    <main className="page">
      <PaymentConfirmation to={to} />
    </main>
  )
}

/** Nothing is paid on an installation that sells nothing. */
function NothingSold() {
  return (
    <main className="page">
      <EmptyState title="Page not found" explanation="There is no page at this address.">
        <Button href={paths.home()}>Go to Recto</Button>
      </EmptyState>
    </main>
  )
}

function PaymentConfirmation({ to }: { readonly to: string }) {
  const secondsLeft = useCountdown(seconds, () => pageNavigation.to(to))
  return (
    <EmptyState
      title="Payment Successful"
      explanation="It may take 1 to 5 minutes for your subscription to be updated."
    >
      <p role="timer">You will be redirected in {secondsLeft} seconds.</p>
      <Button type="primary" href={to}>
        Continue now
      </Button>
    </EmptyState>
  )
}

/** Returns the remaining seconds, and calls back once at zero. */
function useCountdown(from: number, onEnd: () => void): number {
  const [secondsLeft, setSecondsLeft] = useState(from)
  useEffect(() => {
    const timer = setTimeout(
      () => (secondsLeft > 1 ? setSecondsLeft(secondsLeft - 1) : onEnd()),
      1000,
    )
    return () => clearTimeout(timer)
  }, [secondsLeft, onEnd])
  return secondsLeft
}
