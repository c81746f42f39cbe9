import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { useAddressSearch } from '../../shared/navigation/address-search.ts'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { paths } from '../../shared/navigation/paths.ts'

const seconds = 10

/**
 * The page to which the payment provider redirects after a payment. The subscription itself is
 * updated separately.
 */
export function PaymentSuccessPage() {
  usePageTitle('Payment')
  const { session_id: session, project_id: project } = useAddressSearch()
  const to =
    typeof project === 'string'
      ? `/verticals/playground/${encodeURIComponent(project)}`
      : paths.home()
  return (
    <main className="page">
      {session === undefined && project === undefined ? (
        <EmptyState
          title="No payment to confirm"
          explanation="There is nothing to do on this page."
        >
          <Button href={paths.home()}>Go to Recto</Button>
        </EmptyState>
      ) : (
        <PaymentConfirmation to={to} />
      )}
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
