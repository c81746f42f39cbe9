import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { paths, usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ownSubscription } from './billing.queries.ts'

/** Requires a subscription if plans are sold; otherwise renders its children directly. */
export function SubscriptionGate({ children }: { readonly children: ReactNode }) {
  const isSold = useSignedIn().flags.billing === true
  return isSold ? <SubscriptionCheck>{children}</SubscriptionCheck> : children
}

/** Memoized, so that it navigates once even if the parent renders again. */
const RedirectToUnknown = memo(() => <Navigate to={paths.subscriptionUnknown()} replace />)

function SubscriptionCheck({ children }: { readonly children: ReactNode }) {
  const { data, error } = useQuery(ownSubscription)
  const { pathname } = useLocation()
  const isAtPricing = pathname === usePaths().pricing()
  if (data || isAtPricing) return children
  return error ? <RedirectToUnknown /> : <PageSkeleton />
}
