import { getOnboardingStatus } from '@recto/contract/session'
import { useQuery } from '@tanstack/react-query'
import { readAs } from '../../../shared/api/ask.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'

const onboardingStatus = readAs(getOnboardingStatus, {}, ({ is_subscribed }) => is_subscribed)

/** Whether the user has begun; `undefined` until it is known. Without subscriptions there is nothing to begin. */
export function useHasBegun(): boolean | undefined {
  const isAsked = useSignedIn().flags.subscription === true
  const { data, error } = useQuery({ ...onboardingStatus, enabled: isAsked })
  // A server that cannot tell is no reason to keep anybody out.
  if (!isAsked || error) return true
  return data
}
