import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** A verification stands differently now. */
export const verificationChanged = defineEvent({
  name: 'verification.changed',
  payload: z.object({
    id: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  }),
})
