import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** A user has become a member of an organization. */
export const memberJoined = defineEvent({
  name: 'member.joined',
  payload: z.object({ organizationId: z.number().int(), userId: z.number().int() }),
})
