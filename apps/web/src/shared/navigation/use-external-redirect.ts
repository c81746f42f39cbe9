import { useEffect, useRef, useState } from 'react'
import { pageNavigation } from './page-navigation.ts'

/** Time after which the payment provider's page counts as late. */
const redirectMilliseconds = 30_000

type FindAddress = () => Promise<string>

type ExternalRedirect = {
  readonly isRedirecting: boolean
  /** Whether the other page has not loaded in time; the redirect was aborted then. */
  readonly isLate: boolean
  readonly error: unknown
  /** Asks for the address of the other page and goes there. */
  redirect(findAddress: FindAddress): void
}

type RedirectState =
  | { readonly step: 'idle' | 'leaving' | 'late' }
  | { readonly step: 'failed'; readonly error: unknown }

/**
 * Redirects to the payment provider's page. After 30 seconds the redirect is aborted, and a late reply no longer takes
 * the browser away. The state is reset when the user navigates back.
 */
export function useExternalRedirect(): ExternalRedirect {
  const [redirectState, setRedirectState] = useState<RedirectState>({ step: 'idle' })
  const attempt = useRef<AbortController>(undefined)
  const isLeaving = redirectState.step === 'leaving'
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => {
      attempt.current?.abort()
      pageNavigation.stop()
      setRedirectState({ step: 'late' })
    }, redirectMilliseconds)
    const reset = () => {
      attempt.current?.abort()
      setRedirectState({ step: 'idle' })
    }
    window.addEventListener('pageshow', reset)
    window.addEventListener('popstate', reset)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', reset)
      window.removeEventListener('popstate', reset)
    }
  }, [isLeaving])
  // A person who has left the page is not taken to another one.
  useEffect(() => () => attempt.current?.abort(), [])

  async function redirect(findAddress: FindAddress) {
    const controller = new AbortController()
    attempt.current?.abort()
    attempt.current = controller
    setRedirectState({ step: 'leaving' })
    try {
      const address = await findAddress()
      if (!controller.signal.aborted) pageNavigation.to(address)
    } catch (error) {
      if (!controller.signal.aborted) setRedirectState({ step: 'failed', error })
    }
  }

  return {
    isRedirecting: isLeaving,
    isLate: redirectState.step === 'late',
    error: redirectState.step === 'failed' ? redirectState.error : null,
    redirect: (findAddress) => void redirect(findAddress),
  }
}
