import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** The answer to a person's question has grown or has ended. */
export const answerHeard = defineEvent({
  name: 'answer.heard',
  payload: z.object({ organizationId: z.number(), userId: z.number(), questionId: z.uuid() }),
})
