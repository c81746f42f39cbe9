import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** A caller does not want what it asked for any more; whichever process has it in hand hears so. */
export const callCancelled = defineEvent({
  name: 'mcp.call-cancelled',
  payload: z.object({
    deploymentId: z.uuid(),
    /** Of the caller, who numbers its calls by itself. */
    sessionId: z.string(),
    callId: z.string(),
  }),
})
