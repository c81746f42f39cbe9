import { type Facts, permits } from '@recto/contract/policy/permits'
import type { Act } from '@recto/contract/policy/policy'
import { useSignedIn } from './signed-in.ts'

/** Message for each action that the policy refuses. */
export const refusals = {
  'adapter/open': 'Only the owner can edit it',
  'adapter/lend': 'Only the owner, admins and people it is shared with can share it',
  'adapter/delete': 'Only the owner can delete it',
  'connector/open': 'Only the owner can edit it',
  'connector/lend': 'Only the owner, admins and people it is shared with can share it',
  'connector/delete': 'Only the owner can delete it',
  'project/delete': 'Only the owner can delete it',
  'project/publish': 'Only the owner can share it publicly',
  'profile/open': 'Only the owner can change it',
  'workflow/change': 'It is deployed, so only the owner or an admin can change it',
  'workflow/delete': 'Only the owner or an admin can delete it',
  'deployment/change': 'Only the owner or an admin can change it',
  'deployment/delete': 'Only the owner or an admin can delete it',
  'deployment/keys': 'Only the owner or an admin can see its keys',
  'pipeline/run': 'Only the owner, admins and people it is shared with can run it',
  'pipeline/change': 'Only the owner or an admin can change it',
  'pipeline/delete': 'Only the owner or an admin can delete it',
  'pipeline/keys': 'Only the owner or an admin can see its keys',
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
