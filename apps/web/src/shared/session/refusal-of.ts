import { type Facts, permits } from '@recto/contract/policy/permits'
import type { Act } from '@recto/contract/policy/policy'
import { useSignedIn } from './signed-in.ts'

/** Message for each action that the policy refuses. */
export const refusals = {
  'adapter/open': 'Only its owner may edit it',
  'adapter/lend': 'Only its owner, those it is shared with and admins may share it',
  'adapter/delete': 'Only its owner may delete it',
  'connector/open': 'Only its owner may edit it',
  'connector/lend': 'Only its owner, those it is shared with and admins may share it',
  'connector/delete': 'Only its owner may delete it',
  'project/delete': 'Only its owner may delete it',
  'project/publish': 'Only its owner may share it publicly',
  'profile/open': 'Only its owner may change it',
  'workflow/change': 'It is deployed, so only its owner or an admin may change it',
  'workflow/delete': 'Only its owner or an admin may delete it',
  'deployment/change': 'Only its owner or an admin may change it',
  'deployment/delete': 'Only its owner or an admin may delete it',
  'deployment/keys': 'Only its owner or an admin may see its keys',
  'pipeline/run': 'Only its owner, an admin or whom it is shared with may run it',
  'pipeline/change': 'Only its owner or an admin may change it',
  'pipeline/delete': 'Only its owner or an admin may delete it',
  'pipeline/keys': 'Only its owner or an admin may see its keys',
} as const satisfies Partial<Record<Act, string>>

/**
 * Facts about a resource that a page knows. The server has determined whether the user is one of
 * its owners.
 */
type ResourceFacts = Facts & { readonly isOwner?: boolean }

export type Refusable = keyof typeof refusals

type RefusalOf = (act: Refusable, facts: ResourceFacts) => string | undefined

/**
 * Returns the reason why the user may not perform an action, by the policy that the server also
 * uses; undefined if they may. It only avoids futile clicks: the server enforces the policy.
 */
export function useRefusalOf(): RefusalOf {
  const { user, role = '' } = useSignedIn()
  const actor = { userId: Number(user.id), role }
  return (act, { isOwner, ...facts }) => {
    const knownFacts = isOwner ? { ...facts, coOwners: [actor.userId] } : facts
    return permits(actor, act, knownFacts) ? undefined : refusals[act]
  }
}
