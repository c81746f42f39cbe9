import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** An answer of a person's question has grown, or has come to its end. */
export const answerHeard = defineEvent({
  name: 'answer.heard',
  payload: z.object({ organizationId: z.number(), userId: z.number(), questionId: z.uuid() }),
})
