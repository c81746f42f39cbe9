import { getRoutePolicyName, type RoutePolicy, routePolicies } from '@recto/contract/policy/policy'
import type { Endpoint } from '@recto/contract/wire/endpoint'

/**
 * Looks up the route policy of an endpoint. Throws if there is none, or if it contradicts the
 * contract.
 */
export function routePolicyOf(endpoint: Endpoint): RoutePolicy {
  const { who: audience } = endpoint
  const policyName = getRoutePolicyName(endpoint)
  const policy = routePolicies[policyName]
  if (!policy) throw new Error(`${policyName} has no line in the policy.`)
  if (policy.who !== (audience === 'admin' ? 'member' : audience)) {
    throw new Error(
      `${policyName} is for “${audience}” in the contract and for “${policy.who}” in the policy.`,
    )
  }
  return policy
}
