import { omitUndefined } from '@recto/omit-undefined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { NewOrganizationLink } from '../features/organizations/access/NewOrganizationLink.tsx'
import { Refusal } from '../shared/api/refusal.ts'
import { isSignedOut } from '../shared/api/requests.ts'
import { subscribeToSignOut } from '../shared/browser/drafts.ts'
import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { FailureState } from '../shared/layout/FailureState.tsx'
import { internalAddress } from '../shared/navigation/deep-link.ts'
import { usePageExists } from '../shared/navigation/page-exists.ts'
import { pageNavigation, serverPages } from '../shared/navigation/page-navigation.ts'
import { paths } from '../shared/navigation/paths.ts'
import { subscribeToEnteredOrganization } from '../shared/session/other-tabs.ts'
import {
  NoOrganization,
  OrganizationRefused,
  OrganizationsUnavailable,
  sessionStart,
} from '../shared/session/session.queries.ts'
import { type SignedIn, SignedInContext } from '../shared/session/signed-in.ts'
import { NotFound } from './NotFound.tsx'
import { PublicFrame } from './shell/PublicFrame.tsx'
import { ShellSkeleton } from './shell/ShellSkeleton.tsx'

/** Shows its children to a signed-in user inside an organization, and redirects everyone else. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data: start, error, refetch } = useQuery(sessionStart)

  if (start?.state === 'ready')
    return <SignedInContent signedIn={start.signedIn}>{children}</SignedInContent>
  if (start?.state === 'choose') return <ToChoice />
  if (start?.state === 'closed') return <ToSecondFactor />
  if (error) return <SessionFailure error={error} onRetry={() => void refetch()} />
  return <ShellSkeleton />
}

/** Lets the user choose an organization, and leads back to the requested address afterwards. */
function ToChoice() {
  const next = useNextAddress()
  return <Navigate to={paths.setOrganization()} search={next as never} replace />
}

/** Leads to the set-up of a second factor, and back to the requested address afterwards. */
function ToSecondFactor() {
  const next = useNextAddress()
  return <Navigate to={paths.secondFactor()} search={next as never} replace />
}

type SignedInProps = { readonly signedIn: SignedIn; readonly children: ReactNode }

/**
 * Provides the session to its children, and restarts when another tab enters a different
 * organization or signs out.
 */
function SignedInContent({ signedIn, children }: SignedInProps) {
  const client = useQueryClient()
  const { id } = signedIn.organization
  useEffect(
    () =>
      subscribeToEnteredOrganization((session) => {
        if (session !== id) void client.resetQueries({ queryKey: sessionStart.queryKey })
      }),
    [client, id],
  )
  useEffect(() => {
    const restart = () => void client.resetQueries({ queryKey: sessionStart.queryKey })
    const stops = [
      subscribeToSignOut(restart),
      // Whichever request learns that the session has ended, the page asks who is signed in.
      isSignedOut.subscribe(() => {
        if (isSignedOut.get()) restart()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
  return <SignedInContext value={signedIn}>{children}</SignedInContext>
}

/**
 * Returns the requested address, which is restored after signing in and choosing an organization.
 */
function useNextAddress(): { readonly next?: string } {
  const router = useRouter()
  // Read once, because a redirect changes the address.
  const [next] = useState(() => internalAddress(router.latestLocation.href))
  return next ? { next } : {}
}

type Props = { readonly error: Error; readonly onRetry: () => void }

function SessionFailure({ error, onRetry }: Props) {
  if (error instanceof OrganizationRefused) return <NewSession />
  if (error instanceof Refusal && error.kind === 'signed-out') return <SignedOut />
  if (error instanceof Refusal && error.status === 412) {
    return <Navigate to="/error" search={parseDenial(error.body)} replace />
  }
  if (error instanceof NoOrganization) return <WithoutOrganization error={error} />
  return <CannotStart error={error} onRetry={onRetry} />
}

/**
 * Redirects to the sign-in page, and afterwards back to the requested address. An unknown address
 * is reported immediately.
 */
function SignedOut() {
  const next = useNextAddress()
  const exists = usePageExists()
  const { pathname } = useRouter().latestLocation
  if (pathname === paths.landing()) return null
  if (!exists(pathname)) return <NotFound />
  return <Navigate to={paths.landing()} search={next as never} replace />
}

function WithoutOrganization({ error }: { readonly error: Error }) {
  return (
    <PublicFrame>
      <div role="alert">
        <EmptyState
          title={error.message}
          explanation="Your account does not belong to an organization. Ask an administrator to invite you, or sign in with another account."
        />
      </div>
      <p className="public-way-back">
        <NewOrganizationLink />
      </p>
      <LogOut />
    </PublicFrame>
  )
}

function CannotStart({ error, onRetry }: Props) {
  const hasNoList = error instanceof OrganizationsUnavailable
  return (
    <PublicFrame>
      <FailureState
        error={hasNoList ? error.cause : error}
        fallback={hasNoList ? error.message : 'Recto could not start'}
        onRetry={onRetry}
      />
      <LogOut />
    </PublicFrame>
  )
}

function LogOut() {
  return (
    <p className="public-way-back">
      <a href={serverPages.logout}>Log out and sign in again</a>
    </p>
  )
}

/** Ends a session that its organization refuses, so that the user can start a new one. */
function NewSession() {
  useEffect(() => pageNavigation.to(serverPages.logout), [])
  return <ShellSkeleton />
}

function parseDenial(body: unknown): { code?: string; domain?: string } {
  if (typeof body !== 'object' || body === null) return {}
  const { code, domain } = body as Record<string, unknown>
  return omitUndefined({
    code: typeof code === 'string' ? code : undefined,
    domain: typeof domain === 'string' ? domain : undefined,
  })
}
