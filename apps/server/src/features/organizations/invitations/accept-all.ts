import type { Context } from '../../../platform/context.ts'
import { addMember } from '../members/add-member.ts'
import { consumeInvitationsOf } from './invitations.store.ts'

type AcceptAllOptions = { readonly userId: number; readonly email: string }

/**
 * Accepts all invitations of a proved address; no link is needed then. Call it in a transaction.
 */
export async function acceptAll(
  transaction: Pick<Context, 'db' | 'events'>,
  { userId, email }: AcceptAllOptions,
): Promise<void> {
  for (const { organization_id: organizationId, role } of await consumeInvitationsOf(
    transaction,
    email,
  )) {
    await addMember(transaction, { organizationId, userId, role })
  }
}
