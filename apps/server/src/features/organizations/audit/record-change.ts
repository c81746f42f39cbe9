import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { insertEntry, type NewEntry } from './audit.store.ts'

/** A user or, with a null id, a command run on the server. */
type Doer = { readonly userId: Actor['userId'] | null; readonly email: string }

type Change = Omit<NewEntry, 'userId' | 'actorEmail'>

/**
 * Writes an audit entry. Call it in the transaction of the change, so that neither is stored
 * without the other. For secrets, record only that they were changed, never their values.
 */
export async function recordChange(
  tenant: Tenant,
  { userId, email }: Doer,
  change: Change,
): Promise<void> {
  await insertEntry(tenant, { ...change, userId, actorEmail: email })
}
