import type { Role } from '@recto/contract/policy/policy'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { defineEvent } from '../../../platform/events/events.ts'
import { insertMember } from './members.store.ts'

/** A user has become a member of an organization. */
export const memberJoined = defineEvent({
  name: 'member.joined',
  payload: z.object({ organizationId: z.number().int(), userId: z.number().int() }),
})

type AddMemberDependencies = Pick<Context, 'events'> & Installation
type AddMemberRequest = {
  readonly organizationId: number
  readonly userId: number
  readonly role: Role
}

/** Makes a user a member and publishes that; an existing membership is not changed. */
export async function addMember(
  { db, events }: AddMemberDependencies,
  { organizationId, userId, role }: AddMemberRequest,
): Promise<void> {
  const isNew = await insertMember({ db, organizationId }, { userId, role })
  if (isNew) await events.publish(db, memberJoined, { organizationId, userId })
}
