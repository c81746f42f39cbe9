import { z } from 'zod'
import { defineEvent } from '../events/events.ts'

/** Somebody waits for the claim, and it is over. */
export const claimEnded = defineEvent({ name: 'claim.ended', payload: z.object({ id: z.uuid() }) })
