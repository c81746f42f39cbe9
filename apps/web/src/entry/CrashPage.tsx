import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { use } from 'react'
import { explain } from '../shared/api/refusal.ts'
import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { SignedInContext } from '../shared/session/signed-in.ts'
import { PublicFrame } from './shell/PublicFrame.tsx'

const STALE_BUILD = /dynamically imported module|Importing a module script failed/i

/**
 * Replaces a page that failed to render: within the shell for signed-in users, otherwise in a
 * frame.
 */
export function CrashPage(props: ErrorComponentProps) {
  const isInside = use(SignedInContext) !== undefined
  if (isInside) return <Crash {...props} />
  return (
    <PublicFrame>
      <Crash {...props} />
    </PublicFrame>
  )
}

function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isStale = STALE_BUILD.test(String(error))

  function tryAgain() {
    if (isStale) return window.location.reload()
    reset()
    void router.invalidate()
  }

  return (
    <div className="page" role="alert">
      <EmptyState
        title={isStale ? 'A new version is available' : 'This page could not be displayed'}
        explanation={
          isStale
            ? 'Recto was updated while this page was open. Reload the page to get the new version.'
            : explain(error, 'Something went wrong while displaying the page. Your data is safe.')
        }
      >
        <Button type="primary" onClick={tryAgain}>
          {isStale ? 'Reload page' : 'Try again'}
        </Button>
        <Button href="/">Go to the home page</Button>
      </EmptyState>
    </div>
  )
}
