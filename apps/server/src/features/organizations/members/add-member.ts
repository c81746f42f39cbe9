import type { Role } from '@recto/contract/policy'
import type { Context } from '../../../platform/context.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { memberJoined } from './members.events.ts'
import { insertMember } from './members.store.ts'

type Needs = Pick<Context, 'events'> & Installation
type Input = { readonly organizationId: number; readonly userId: number; readonly role: Role }

/** Makes a user a member and tells the other rooms; who is a member already stays as they are. */
export async function addMember(
  { db, events }: Needs,
  { organizationId, userId, role }: Input,
): Promise<void> {
  const isNew = await insertMember({ db, organizationId }, { userId, role })
  if (isNew) await events.publish(db, memberJoined, { organizationId, userId })
}
