import type { SharedNoun } from '@recto/contract/policy/policy-of-sharing'
import { useRefusalOf } from '../session/refusal-of.ts'
import { useSignedIn } from '../session/signed-in.ts'
import type { SharedWith, SharingParty } from './sharing.ts'

/** The right of the user to change the sharing of a resource. */
type SharingRight =
  | { readonly kind: 'change' }
  /** Add people, and groups of their own. The note says what they may not. */
  | { readonly kind: 'add'; readonly note: string }
  | { readonly kind: 'view'; readonly refusal: string }

/**
 * Kinds of resources that the people they are shared with can only use. The pages let nobody else pass
 * their access on.
 */
const onlyUsed: ReadonlySet<SharedNoun> = new Set(['adapter', 'connector', 'lookup-table'])

/** Says what the user may change in the sharing dialog, by the policy that the server also uses. */
export function useSharingRight(
  noun: SharedNoun,
): (sharing: SharedWith, ownGroups: readonly SharingParty[]) => SharingRight {
  const refusalOf = useRefusalOf()
  const userId = Number(useSignedIn().user.id)
  return ({ owners, users, groups, isOpen }, ownGroups) => {
    const isInGroup = ownGroups.some(({ id }) => groups.includes(id))
    const facts = {
      created_by: null,
      coOwners: owners.map((owner) => owner.id),
      sharedWith: isInGroup ? [...users, userId] : users,
      shared_to_org: isOpen,
    }
    const shareRefusal = refusalOf(`${noun}/share`, facts)
    if (shareRefusal === undefined) return { kind: 'change' }
    if (isOnlyUsed(noun)) return { kind: 'view', refusal: shareRefusal }
    const lendRefusal = refusalOf(`${noun}/lend`, facts)
    return lendRefusal === undefined
      ? { kind: 'add', note: shareRefusal }
      : { kind: 'view', refusal: lendRefusal }
  }
}

const isOnlyUsed = (noun: SharedNoun): noun is 'adapter' | 'connector' | 'lookup-table' =>
  onlyUsed.has(noun)
