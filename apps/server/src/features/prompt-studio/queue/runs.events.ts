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

/** A task ended at once, because none of its prompts needs a run. */
export const emptyTaskEnded = defineEvent({
  name: 'studio-tasks.empty-ended',
  payload: z.object({
    organizationId: z.number(),
    taskId: z.string(),
    documentId: z.string(),
    profileId: z.string().nullable(),
  }),
})
