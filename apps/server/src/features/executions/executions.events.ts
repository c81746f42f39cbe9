import { z } from 'zod'
import { defineEvent } from '../../platform/events/events.ts'

/** Every file of the execution is settled, or it was stopped. */
export const executionFinished = defineEvent({
  name: 'execution.finished',
  payload: z.object({ executionId: z.uuid() }),
})
