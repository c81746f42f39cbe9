import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'

/** Identifies the process that holds the lease; it is made anew for each `recto apply`. */
const Holder = z.uuid()

/**
 * Gives the right to apply files to the organization to one process, or renews it. 409 while another process has it.
 * A process that ends without a release loses it after `seconds`. With `renews`, also 409 if another process has had it
 * since.
 */
export const takeApplyLease = endpoint({
  method: 'POST',
  path: '/apply-lease/',
  who: 'member',
  bodySize: 'small',
  body: z.object({
    holder: Holder,
    seconds: z.number().int().min(1).max(60),
    renews: z.boolean().default(false),
  }),
  reply: z.object({ expires_at: Timestamp }),
})

/** Nothing happens if another process has the lease. */
export const releaseApplyLease = endpoint({
  method: 'POST',
  path: '/apply-lease/release/',
  who: 'member',
  status: 204,
  bodySize: 'small',
  body: z.object({ holder: Holder }),
  reply: NoBody,
})
