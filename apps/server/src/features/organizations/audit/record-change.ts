import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { insertEntry, type NewEntry } from './audit.store.ts'

/** A person, or, without a number, a command that somebody ran on the server. */
type Doer = { readonly userId: Actor['userId'] | null; readonly email: string }

type Change = Omit<NewEntry, 'userId' | 'actorEmail'>

/**
 * Writes down who changed what. Call it in the transaction of the change: the one is not kept without
 * the other. Of secrets say that they were changed, and never what they are.
 */
export async function recordChange(
  tenant: Tenant,
  { userId, email }: Doer,
  change: Change,
): Promise<void> {
  await insertEntry(tenant, { ...change, userId, actorEmail: email })
}
