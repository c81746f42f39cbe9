import type { Context, RequestPlace } from '../../../platform/context.ts'
import { addMember } from '../members/add-member.ts'
import { recordAccepted } from './accept-invitation.ts'
import { consumeInvitationsOf } from './invitations.store.ts'

type AcceptAllOptions = {
  readonly userId: number
  readonly email: string
  readonly place: RequestPlace
}

/**
 * Accepts all invitations of a proved address; no link is needed then. Call it in a transaction.
 */
export async function acceptAll(
  transaction: Pick<Context, 'db' | 'events'>,
  { userId, email, place }: AcceptAllOptions,
): Promise<void> {
  for (const { organization_id: organizationId, role } of await consumeInvitationsOf(
    transaction,
    email,
  )) {
    await addMember(transaction, { organizationId, userId, role })
    const tenant = { db: transaction.db, organizationId }
    await recordAccepted(tenant, { id: userId, email }, { role, place })
  }
}
