import { Navigate } from '@tanstack/react-router'
import { pathsOf } from '../shared/navigation/paths.ts'
import { useMissingAdapterTypes } from '../shared/session/adapter.queries.ts'
import { isSetUpPutOff } from '../shared/session/put-off.ts'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { worksInReview } from '../shared/session/works-in-review.ts'
import { SessionGate } from './SessionGate.tsx'

/** The bare address: leads everyone to where they belong. */
export function StartPage() {
  return (
    <SessionGate>
      <ToFirstPage />
    </SessionGate>
  )
}

/**
 * Whoever reviews goes to the review, whatever is set up. Another member who lacks an adapter that
 * extraction needs is led through the set-up first.
 */
export function ToFirstPage() {
  const signedIn = useSignedIn()
  const to = pathsOf(signedIn.organization.name)
  const isMissing = useMissingAdapterTypes().length > 0
  const isIncomplete = isMissing && !isSetUpPutOff(signedIn.logEventsId)
  if (worksInReview(signedIn)) return <Navigate to={to.review()} replace />
  return <Navigate to={isIncomplete ? to.onboard() : to.projects()} replace />
}
