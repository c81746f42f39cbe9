import { useEffect, useState } from 'react'
import { pageNavigation } from './page-navigation.ts'

/** Time after which the payment provider's page counts as late. */
const redirectMilliseconds = 30_000

type ExternalRedirect = {
  readonly isRedirecting: boolean
  /** Whether the other page has not loaded in time. */
  readonly isLate: boolean
  redirectTo(address: string): void
}

/**
 * Redirects to the payment provider's page and reports if that takes too long. The state is reset
 * when the user navigates back.
 */
export function useExternalRedirect(): ExternalRedirect {
  const [redirectState, setRedirectState] = useState<'leaving' | 'late'>()
  useEffect(() => {
    if (redirectState !== 'leaving') return
    const timer = setTimeout(() => setRedirectState('late'), redirectMilliseconds)
    const reset = () => setRedirectState(undefined)
    window.addEventListener('pageshow', reset)
    window.addEventListener('popstate', reset)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', reset)
      window.removeEventListener('popstate', reset)
    }
  }, [redirectState])
  return {
    isRedirecting: redirectState === 'leaving',
    isLate: redirectState === 'late',
    redirectTo(address) {
      setRedirectState('leaving')
      pageNavigation.to(address)
    },
  }
}
