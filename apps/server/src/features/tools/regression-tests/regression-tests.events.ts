import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** Published when the state or the progress of a regression test changes. */
export const regressionTestChanged = defineEvent({
  name: 'verification.changed',
  payload: z.object({
    id: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  }),
})
