import { getOnboardingStatus } from '@recto/contract/organizations/session'
import { useQuery } from '@tanstack/react-query'
import { readAs } from '../../../shared/api/requests.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'

const onboardingStatus = readAs(getOnboardingStatus, {}, ({ is_subscribed }) => is_subscribed)

/**
 * Returns whether the user has passed the Get Started page; `undefined` while unknown. True if
 * subscriptions are switched off.
 */
export function useHasSubscribed(): boolean | undefined {
  const isRequired = useSignedIn().flags.subscription === true
  const { data, error } = useQuery({ ...onboardingStatus, enabled: isRequired })
  // An error of the server must not lock anybody out.
  if (!isRequired || error) return true
  return data
}
