import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ownSubscription } from './billing.queries.ts'

/** The plan of the organization, or its trial, once it is known; nothing where none is sold. */
export function usePlan(): { readonly remainingDays: number } | undefined {
  const isSold = useSignedIn().flags.billing === true
  const { data } = useQuery({ ...ownSubscription, enabled: isSold })
  return data
}
