import { z } from 'zod'
import { defineEvent } from '../events/events.ts'

/**
 * A caller has cancelled a call; the event reaches every process, because any of them may be
 * serving the call.
 */
export const callCancelled = defineEvent({
  name: 'mcp.cancelled',
  payload: z.object({
    /** The id of the server that was called. */
    serverId: z.string(),
    /** Session of the caller, who numbers its own calls. */
    sessionId: z.string(),
    callId: z.string(),
  }),
})
