import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { insertEntry, type NewEntry } from './audit.store.ts'
import { limitValues } from './limit-values.ts'

/** A user or, with a null id, a command or the server itself. */
export type Doer = {
  readonly userId: Actor['userId'] | null
  readonly email: string
  readonly place?: Actor['place']
}

type Change = Omit<NewEntry, 'userId' | 'actorEmail' | 'place'>

/** Writes an audit entry for data that somebody takes away as a file. Call it before the file is sent. */
export const recordExport = (
  tenant: Tenant,
  doer: Doer,
  { after: newValues, ...subject }: Change['subject'] & Pick<Change, 'after'>,
): Promise<void> =>
  recordChange(tenant, doer, { action: 'data.exported', subject, after: newValues })

/**
 * Writes an audit entry. Call it in the transaction of the change, so that neither is stored
 * without the other. For secrets, record only that they were changed, never their values.
 */
export async function recordChange(
  tenant: Tenant,
  { userId, email, place }: Doer,
  change: Change,
): Promise<void> {
  await insertEntry(tenant, {
    ...change,
    before: change.before && limitValues(change.before),
    after: change.after && limitValues(change.after),
    userId,
    actorEmail: email,
    place,
  })
}
