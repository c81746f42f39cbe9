import { type Facts, permits } from '@recto/contract/policy/permits'
import type { Act } from '@recto/contract/policy/policy'
import { useSignedIn } from './signed-in.ts'

/** Message for each action that the policy refuses. */
export const refusals = {
  'adapter/open': 'Only the owner can edit this adapter',
  'adapter/share': 'Only the owner and admins can change who this adapter is shared with',
  'adapter/delete': 'Only the owner can delete this adapter',
  'connector/open': 'Only the owner can edit this connector',
  'connector/share': 'Only the owner and admins can change who this connector is shared with',
  'connector/delete': 'Only the owner can delete this connector',
  'lookup-table/change': 'Only the owner can upload a new version of this table',
  'lookup-table/share': 'Only the owner and admins can change who this table is shared with',
  'lookup-table/lend': 'Only the owner, admins and people this table is shared with can share it',
  'lookup-table/delete': 'Only the owner can delete this table',
  'project/share': 'Only the owner and admins can remove people and groups',
  'project/lend': 'Only the owner, admins and people this project is shared with can share it',
  'project/delete': 'Only the owner can delete this project',
  'project/publish': 'Only the owner can share this project publicly',
  'profile/open': 'Only the owner can change this profile',
  'workflow/share': 'Only the owner and admins can remove people and groups',
  'workflow/lend': 'Only the owner, admins and people this workflow is shared with can share it',
  'workflow/change': 'This workflow is deployed, so only the owner or an admin can change it',
  'workflow/deploy':
    'Only the owner, admins and people who can use all parts of this workflow can deploy it',
  'workflow/delete': 'Only the owner or an admin can delete this workflow',
  'deployment/share': 'Only the owner and admins can remove people and groups',
  'deployment/lend':
    'Only the owner, admins and people this deployment is shared with can share it',
  'deployment/change': 'Only the owner or an admin can change this deployment',
  'deployment/delete': 'Only the owner or an admin can delete this deployment',
  'deployment/keys': 'Only the owner or an admin can see the keys for this deployment',
  'pipeline/share': 'Only the owner and admins can remove people and groups',
  'pipeline/lend': 'Only the owner, admins and people this pipeline is shared with can share it',
  'pipeline/run': 'Only the owner, admins and people this pipeline is shared with can run it',
  'pipeline/change': 'Only the owner or an admin can change this pipeline',
  'pipeline/delete': 'Only the owner or an admin can delete this pipeline',
  'pipeline/keys': 'Only the owner or an admin can see the keys for this pipeline',
} as const satisfies Partial<Record<Act, string>>

/**
 * Facts about a resource that a page knows. The server has determined whether the user is one of
 * its owners.
 */
type ResourceFacts = Facts & { readonly isOwner?: boolean }

type Refusable = keyof typeof refusals

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
