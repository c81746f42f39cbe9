import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** Runs of one project and one person changed their state. */
export const runsChanged = defineEvent({
  name: 'studio-runs.changed',
  payload: z.object({
    organizationId: z.number(),
    userId: z.number().nullable(),
    projectId: z.string(),
    runIds: z.array(z.string()),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  }),
})
