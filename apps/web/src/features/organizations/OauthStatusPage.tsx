import { Button } from 'antd'
import { useEffect } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { textIn, useAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'

/** The window that opened this one waits for a value under this name. */
const STORED_UNDER = 'oauth-status'
const SHOWN_MILLISECONDS = 1_000

/** Where a service sends somebody back to who has let us use it. It stands in a window of its own. */
export function OauthStatusPage() {
  const status = textIn(useAddressSearch().status) ?? 'error'
  const isSuccess = status === 'success'
  const title = isSuccess ? 'Authentication Successful' : 'Authentication Failed'
  usePageTitle(title)

  useEffect(() => {
    tellOpener(status)
    if (!isSuccess) return
    const timer = setTimeout(() => window.close(), SHOWN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [status, isSuccess])

  return (
    <main className="page" role={isSuccess ? undefined : 'alert'}>
      <EmptyState
        title={title}
        explanation={
          isSuccess
            ? 'This window closes by itself.'
            : 'The service did not give its consent. Close this window and try again.'
        }
      >
        <Button onClick={() => window.close()}>Close this window</Button>
      </EmptyState>
    </main>
  )
}

function tellOpener(status: string): void {
  try {
    localStorage.setItem(STORED_UNDER, status)
  } catch {
    // A browser that keeps nothing: the window that waits notices that this one is closed.
  }
}
