import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

/** Arrivals of one kind that led to the same run. */
const Arrival = z.object({
  /** `poll` found files that nothing had announced. */
  kind: z.enum(['folder', 'mailbox', 'queue', 'call', 'mail', 'poll']),
  first_at: Timestamp,
  last_at: Timestamp,
  /** Number of files, or of events that name none. */
  count: z.number().int(),
  /** Path of one of the files. */
  example: z.string().nullable(),
  /** A run that was refused is tried again. */
  outcome: z.enum(['waiting', 'started', 'refused']),
  execution_id: z.uuid().nullable(),
})
export type Arrival = z.output<typeof Arrival>

/** The way in which arrivals in the source of a pipeline are noticed. */
const ArrivalListener = z.object({
  /** `polling`: the source says nothing, so it is only looked at. `failing`: it is tried again. */
  state: z.enum(['listening', 'polling', 'failing']),
  problem: z.string().nullable(),
  since: Timestamp,
  polled_at: Timestamp.nullable(),
})
export type ArrivalListener = z.output<typeof ArrivalListener>

const ArrivalHook = z.object({
  /** `deployment/pipeline/arrivals/{org}/{id}/`, without a leading slash. */
  path: z.string(),
  has_secret: z.boolean(),
  secret_created_at: Timestamp.nullable(),
})
export type ArrivalHook = z.output<typeof ArrivalHook>

const params = z.object({ id: z.uuid() })

export const getArrivals = endpoint({
  method: 'GET',
  path: '/pipeline/:id/arrivals/',
  who: 'member',
  params,
  reply: z.object({
    /** Null while it does not run on arrival, is switched off, or has not been listened to yet. */
    listener: ArrivalListener.nullable(),
    hook: ArrivalHook,
    /** The last ones, newest first. */
    arrivals: z.array(Arrival),
  }),
})

/** Makes a secret for the calls, which is shown only here. It replaces the earlier one. */
export const createArrivalSecret = endpoint({
  method: 'POST',
  path: '/pipeline/:id/arrivals/secret/',
  who: 'member',
  showsKeys: true,
  status: 201,
  params,
  reply: z.object({
    secret: z.string(),
    url: z.string(),
    /** The address for senders that can neither sign nor send the secret. */
    url_with_token: z.string(),
  }),
})

const hookParams = z.object({ org: z.string(), pipeline_id: z.uuid() })
const hookQuery = z.object({ token: z.string().max(200).optional() })

/**
 * Says that something has arrived: an event of S3, SNS, EventBridge, Event Grid or Pub/Sub, or any other body. It is signed
 * as notifications are, or has the secret as a bearer token, or the token in its address.
 */
export const receiveArrival = endpoint({
  method: 'POST',
  path: '/deployment/pipeline/arrivals/:org/:pipeline_id/',
  who: 'key',
  params: hookParams,
  query: hookQuery,
  reply: z.object({
    /** Number of files that may lead to a run; 0 while the pipeline is switched off. */
    arrivals: z.number().int(),
    validationResponse: z.string().optional(),
  }),
})

/** Asks, before events are sent as CloudEvents, whether the address wants them. */
export const allowArrivals = endpoint({
  method: 'OPTIONS',
  path: '/deployment/pipeline/arrivals/:org/:pipeline_id/',
  who: 'key',
  params: hookParams,
  query: hookQuery,
  reply: z.object({}),
})
