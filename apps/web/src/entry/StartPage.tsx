import { Navigate } from '@tanstack/react-router'
import { pathsOf } from '../shared/navigation/paths.ts'
import { useMissingAdapterTypes } from '../shared/session/adapter.queries.ts'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { SessionGate } from './SessionGate.tsx'

/** The bare address: leads everyone to where they belong. */
export function StartPage() {
  return (
    <SessionGate>
      <ToFirstPage />
    </SessionGate>
  )
}

/** A member who lacks an adapter that extraction needs is led through the set-up first. */
export function ToFirstPage() {
  const to = pathsOf(useSignedIn().organization.name)
  const isIncomplete = useMissingAdapterTypes().length > 0
  return <Navigate to={isIncomplete ? to.onboard() : to.projects()} replace />
}
