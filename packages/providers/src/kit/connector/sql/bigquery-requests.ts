import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'

export type BigqueryPlace = { readonly project: string; readonly fetch: typeof globalThis.fetch }

export const QueryFields = z.array(
  z.object({
    name: z.string(),
    type: z.string().default('STRING'),
    mode: z.string().default('NULLABLE'),
  }),
)
export const QueryPage = z.object({
  jobComplete: z.boolean(),
  jobReference: z.object({ jobId: z.string(), location: z.string().optional() }),
  schema: z.object({ fields: QueryFields.default([]) }).optional(),
  rows: z.array(z.object({ f: z.array(z.object({ v: z.unknown() })) })).default([]),
  pageToken: z.string().optional(),
})
export type QueryPage = z.output<typeof QueryPage>

const Refusal = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
})

/** Time that one request waits for a statement. The request is repeated until the statement is done. */
export const waitMs = 10_000

export const projectAddress = ({ project }: BigqueryPlace) =>
  `https://bigquery.googleapis.com/bigquery/v2/projects/${encodeURIComponent(project)}`

export type QueryPageOptions = {
  readonly maxBytes?: number
  readonly maxResults?: string
  readonly timeoutMs?: string
  readonly 'formatOptions.useInt64Timestamp'?: string
}

/** A project and what ends its requests. */
export type BigqueryClient = { readonly place: BigqueryPlace; readonly signal: AbortSignal }

/** Asks for the next page of a job's result, or whether the job is complete. */
export function askAgain(
  { place, signal }: BigqueryClient,
  { jobReference, pageToken }: QueryPage,
  { maxBytes, ...options }: QueryPageOptions = {},
): Promise<QueryPage> {
  const { jobId, location } = jobReference
  const query = new URLSearchParams(
    omitUndefined({ timeoutMs: String(waitMs), ...options, location, pageToken }),
  )
  const address = `${projectAddress(place)}/queries/${encodeURIComponent(jobId)}?${query}`
  return ask(place, address, QueryPage, { signal, maxBytes })
}

type RequestOptions = {
  readonly signal: AbortSignal
  readonly body?: unknown
  /** A longer reply is given up. */
  readonly maxBytes?: number | undefined
}

export async function ask<T>(
  { fetch }: BigqueryPlace,
  address: string,
  shape: z.ZodType<T>,
  { signal, body, maxBytes }: RequestOptions,
): Promise<T> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...omitUndefined({ body: body === undefined ? undefined : JSON.stringify(body) }),
    signal,
  })
  if (response.status === 400 || response.status === 403) throw await refusalOf(response)
  return readJsonBody(await assertOk(response), shape, maxBytes)
}

const transientReasons: ReadonlySet<string> = new Set([
  'backendError',
  'jobBackendError',
  'jobRateLimitExceeded',
])

/** Explains a refusal by its reason, because an exceeded quota also has status 403. */
async function refusalOf(response: Response): Promise<ServiceFailure> {
  const { status } = response
  const { error } = await readJsonBody(response, Refusal)
  const message = `${error.message.trimEnd().replace(/\.$/, '')}.`
  const reason = error.errors[0]?.reason ?? ''
  if (/^(rateLimit|quota)Exceeded$/.test(reason)) {
    return new ServiceFailure('rate-limited', message, { status })
  }
  const isRace = /concurrent update/.test(error.message)
  if (isRace || transientReasons.has(reason))
    return new ServiceFailure('unavailable', message, { status })
  return new ServiceFailure(status === 403 ? 'unauthorised' : 'refused', message, { status })
}
