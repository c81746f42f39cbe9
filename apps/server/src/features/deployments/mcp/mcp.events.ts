import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/**
 * A caller has cancelled a call; the event reaches every process, because any of them may be
 * serving the call.
 */
export const callCancelled = defineEvent({
  name: 'mcp.call-cancelled',
  payload: z.object({
    deploymentId: z.uuid(),
    /** Session of the caller, who numbers its own calls. */
    sessionId: z.string(),
    callId: z.string(),
  }),
})
