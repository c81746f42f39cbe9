import { z } from 'zod'
import { defineEvent } from '../../platform/events/events.ts'

/** Published when every file of the execution is finished, or the execution was stopped. */
export const executionFinished = defineEvent({
  name: 'execution.finished',
  payload: z.object({ executionId: z.uuid() }),
})
