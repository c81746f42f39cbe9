import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** A session has new messages; published for the process that holds its sockets. */
export const sessionTold = defineEvent({
  name: 'session.told',
  payload: z.object({
    organizationId: z.number(),
    logEventsId: z.string(),
    ids: z.array(z.number()),
  }),
})
