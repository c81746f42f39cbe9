import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ownSubscription } from './billing.queries.ts'

/**
 * Returns the plan or the trial of the organization once it is loaded; undefined if no plans are
 * sold.
 */
export function usePlan(): { readonly remainingDays: number } | undefined {
  const isSold = useSignedIn().flags.billing === true
  const { data } = useQuery({ ...ownSubscription, enabled: isSold })
  // The menu stays open while runs are admitted, even if the billing date is not known yet.
  return data && (data.mayRun ? { remainingDays: Math.max(data.remainingDays, 0) } : data)
}
