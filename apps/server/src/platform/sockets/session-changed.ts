import { z } from 'zod'
import { defineEvent } from '../events/events.ts'

/** A session has ended, or is in another organization now. The database itself announces it. */
export const sessionChanged = defineEvent({
  name: 'session.changed',
  payload: z.object({ id: z.string() }),
})
