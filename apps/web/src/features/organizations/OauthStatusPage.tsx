import { Button } from 'antd'
import { useEffect } from 'react'
import { publishSignInOutcome } from '../../shared/browser/sign-in-outcome.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { textIn, useAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'

const CLOSE_DELAY_MS = 1_000

/**
 * The page to which a service redirects after a user has granted access. It is opened in a separate
 * window.
 */
export function OauthStatusPage() {
  const status = textIn(useAddressSearch().status) ?? 'error'
  const isSuccess = status === 'success'
  const title = isSuccess ? 'Authentication Successful' : 'Authentication Failed'
  usePageTitle(title)

  useEffect(() => {
    publishSignInOutcome(status)
    if (!isSuccess) return
    const timer = setTimeout(() => window.close(), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [status, isSuccess])

  return (
    <main className="page" role={isSuccess ? undefined : 'alert'}>
      <EmptyState
        title={title}
        explanation={
          isSuccess
            ? 'This window closes automatically.'
            : 'The service did not grant access. Close this window and try again.'
        }
      >
        <Button onClick={() => window.close()}>Close this window</Button>
      </EmptyState>
    </main>
  )
}
