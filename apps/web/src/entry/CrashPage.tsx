import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { use, useEffect } from 'react'
import { explain, offlineText } from '../shared/api/refusal.ts'
import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { pageNavigation } from '../shared/navigation/page-navigation.ts'
import { SignedInContext } from '../shared/session/signed-in.ts'
import { PublicFrame } from './shell/PublicFrame.tsx'

/** What browsers say of a script that they could not load, and what the build's own loader says of a style sheet. */
const UNLOADED_PART =
  /dynamically imported module|Importing a module script failed|Unable to preload/i

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
  const isUnloaded = UNLOADED_PART.test(String(error))
  const isOffline = isUnloaded && !navigator.onLine

  function tryAgain() {
    if (isUnloaded) return pageNavigation.reload()
    reset()
    void router.invalidate()
  }

  useEffect(() => {
    if (!isOffline) return
    window.addEventListener('online', pageNavigation.reload)
    return () => window.removeEventListener('online', pageNavigation.reload)
  }, [isOffline])

  return (
    <div className="page" role="alert">
      <EmptyState {...describe(error, isUnloaded, isOffline)}>
        <Button type="primary" onClick={tryAgain}>
          {isUnloaded && !isOffline ? 'Reload page' : 'Try again'}
        </Button>
        <Button href="/">Go to the home page</Button>
      </EmptyState>
    </div>
  )
}

function describe(error: unknown, isUnloaded: boolean, isOffline: boolean) {
  if (isOffline) {
    return {
      title: offlineText,
      explanation: 'This page could not be loaded. It will be loaded once you are online again.',
    }
  }
  if (isUnloaded) {
    return {
      title: 'A new version is available',
      explanation:
        'Recto was updated while this page was open. Reload the page to get the new version.',
    }
  }
  return {
    title: 'This page could not be displayed',
    explanation: explain(
      error,
      'Something went wrong while displaying the page. Your data is safe.',
    ),
  }
}
