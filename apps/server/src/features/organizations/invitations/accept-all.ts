import type { Context } from '../../../platform/context.ts'
import { addMember } from '../members/add-member.ts'
import { takeInvitationsOf } from './invitations.store.ts'

type Proved = { readonly userId: number; readonly email: string }

/** Somebody has shown that the address is theirs, so that they need no link. Call it in a transaction. */
export async function acceptAll(
  within: Pick<Context, 'db' | 'events'>,
  { userId, email }: Proved,
): Promise<void> {
  for (const { organization_id: organizationId, role } of await takeInvitationsOf(within, email)) {
    await addMember(within, { organizationId, userId, role })
  }
}
