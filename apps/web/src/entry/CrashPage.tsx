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
        title={isStale ? 'A newer version is here' : 'This page could not be shown'}
        explanation={
          isStale
            ? 'Recto was updated while this page was open. Loading it again brings the new version.'
            : explain(error, 'Something went wrong while drawing it. Your data is safe.')
        }
      >
        <Button type="primary" onClick={tryAgain}>
          {isStale ? 'Load again' : 'Try again'}
        </Button>
        <Button href="/">Go to the start</Button>
      </EmptyState>
    </div>
  )
}
