import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Refusal } from '../shared/api/refusal.ts'
import { FailureState } from '../shared/layout/FailureState.tsx'
import { ProductMark } from '../shared/layout/ProductMark.tsx'
import { leave, serverPages } from '../shared/navigation/leave.ts'
import { paths } from '../shared/navigation/paths.ts'
import {
  NoOrganization,
  OrganizationRefused,
  sessionStart,
} from '../shared/session/session.queries.ts'
import { SignedInContext } from '../shared/session/signed-in.ts'
import { ShellSkeleton } from './shell/ShellSkeleton.tsx'

/** Shows its children to a signed-in user inside an organization, and leads everyone else on. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data: start, error, refetch } = useQuery(sessionStart)

  if (start?.state === 'ready')
    return <SignedInContext value={start.signedIn}>{children}</SignedInContext>
  if (start?.state === 'choose') return <Navigate to={paths.setOrganization()} replace />
  if (error) return <Refused error={error} onRetry={() => void refetch()} />
  return <ShellSkeleton />
}

function Refused({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof OrganizationRefused) return <NewSession />
  if (error instanceof Refusal && error.kind === 'signed-out') {
    return <Navigate to={paths.landing()} replace />
  }
  if (error instanceof Refusal && error.status === 412) {
    return <Navigate to="/error" search={denialOf(error.body)} replace />
  }
  return <CannotStart error={error} onRetry={onRetry} />
}

function CannotStart({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const what = error instanceof NoOrganization ? error.message : 'Recto could not start'
  return (
    <main className="cannot-start">
      <span className="top-logo">
        <ProductMark size={32} />
        Recto
      </span>
      <FailureState error={error} fallback={what} onRetry={onRetry} />
      <a href={serverPages.logout}>Log out and sign in again</a>
    </main>
  )
}

/** A session that its organization refuses is of no use: end it and begin again. */
function NewSession() {
  useEffect(() => leave.to(serverPages.logout), [])
  return <ShellSkeleton />
}

function denialOf(body: unknown): { code?: string; domain?: string } {
  if (typeof body !== 'object' || body === null) return {}
  const { code, domain } = body as Record<string, unknown>
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof domain === 'string' && { domain }),
  }
}
