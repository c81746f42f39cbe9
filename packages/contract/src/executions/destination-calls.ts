import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { Timestamp } from '../wire/wire.ts'

/** `REPLACED`: a later run of the document has other values, which are sent in its place. */
const CallState = z.enum(['WAITING', 'DELIVERED', 'DEAD', 'REPLACED'])

/** A call that sends a result to an HTTP endpoint. */
const DestinationCall = z.object({
  id: z.uuid(),
  file_id: z.uuid(),
  file_name: z.string(),
  /** Place of its item in the list, from 1 on; null for a call about the whole file. */
  item_number: z.number().int().nullable(),
  /** The same in each attempt, and in later runs with the same values. */
  idempotency_key: z.string(),
  state: CallState,
  attempts: z.number().int(),
  /** Status of the last response; null if there was none. */
  status_code: z.number().int().nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
  last_attempt_at: Timestamp.nullable(),
})
export type DestinationCall = z.output<typeof DestinationCall>

/** The calls of an execution: `state=DEAD` are those that were given up. */
export const listDestinationCalls = endpoint({
  method: 'GET',
  path: '/execution/:id/calls/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  query: Paging.extend({ state: CallState.optional() }),
  reply: pageOf(DestinationCall),
})

/**
 * Sends the calls of a file again that were given up, with the same keys and bodies, in a new execution. 409 for a call
 * that was not given up.
 */
export const repeatDestinationCall = endpoint({
  method: 'POST',
  path: '/execution/:id/calls/:call_id/repeat/',
  who: 'member',
  params: z.object({ id: z.uuid(), call_id: z.uuid() }),
  reply: z.object({ execution_id: z.uuid() }),
})
