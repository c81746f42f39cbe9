import { type Facts, permits } from '@recto/contract/permits'
import type { Act } from '@recto/contract/policy'
import { useSignedIn } from './signed-in.ts'

/** What the page says of an act that the policy refuses. */
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

/** What a page knows of a thing: the server has counted whether the user is one of its owners. */
type KnownFacts = Facts & { readonly isOwner?: boolean }

export type Refusable = keyof typeof refusals

type RefusalOf = (act: Refusable, facts: KnownFacts) => string | undefined

/**
 * Why the signed-in user may not do something to a thing, by the policy that the server asks; undefined where they
 * may. It only spares a click: whoever calls the server past the page is refused all the same.
 */
export function useRefusalOf(): RefusalOf {
  const { user, role = '' } = useSignedIn()
  const asker = { userId: Number(user.id), role }
  return (act, { isOwner, ...facts }) => {
    const known = isOwner ? { ...facts, coOwners: [asker.userId] } : facts
    return permits(asker, act, known) ? undefined : refusals[act]
  }
}
