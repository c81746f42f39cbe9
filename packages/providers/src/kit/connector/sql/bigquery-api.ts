import { omitUndefined } from '@recto/omit-undefined'
import type { ReadLimits, TableEntry } from '@recto/provider-spec/database-connector'
import { z } from 'zod'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import { asText, type ResultRow, type SqlSession, type Statement } from './dialect.ts'
import { cutIntoPages, maxBytesOfPage } from './limit-pages.ts'

type Place = { readonly project: string; readonly fetch: typeof globalThis.fetch }

const Fields = z.array(
  z.object({
    name: z.string(),
    type: z.string().default('STRING'),
    mode: z.string().default('NULLABLE'),
  }),
)
const Answer = z.object({
  jobComplete: z.boolean(),
  jobReference: z.object({ jobId: z.string(), location: z.string().optional() }),
  schema: z.object({ fields: Fields.default([]) }).optional(),
  rows: z.array(z.object({ f: z.array(z.object({ v: z.unknown() })) })).default([]),
  pageToken: z.string().optional(),
})
type Answer = z.output<typeof Answer>

const Datasets = z.object({
  datasets: z
    .array(z.object({ datasetReference: z.object({ datasetId: z.string() }) }))
    .default([]),
  nextPageToken: z.string().optional(),
})
const Tables = z.object({
  tables: z.array(z.object({ tableReference: z.object({ tableId: z.string() }) })).default([]),
  nextPageToken: z.string().optional(),
})
const DryRun = z.object({
  statistics: z.object({ query: z.object({ statementType: z.string().default('unknown') }) }),
})
const Refusal = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
})

/** Time that one request waits for a statement. The request is repeated until the statement is done. */
const waitMs = 10_000
const firstWaitMs = 500
const cancelMilliseconds = 5000
const rowsOfPage = 1000

type PageOptions = {
  readonly maxBytes?: number
  readonly maxResults?: string
  readonly timeoutMs?: string
  readonly 'formatOptions.useInt64Timestamp'?: string
}

const pageOptions = {
  maxBytes: maxBytesOfPage,
  maxResults: String(rowsOfPage),
  'formatOptions.useInt64Timestamp': 'true',
}

const rootOf = ({ project }: Place) =>
  `https://bigquery.googleapis.com/bigquery/v2/projects/${encodeURIComponent(project)}`

/** Runs statements through the REST API, each as its own job. */
export function connectBigquery(place: Place, signal: AbortSignal): SqlSession {
  const queries = `${rootOf(place)}/queries`

  /** Asks for the next page of a job's result, or whether the job is complete. */
  function askAgain(
    { jobReference, pageToken }: Answer,
    { maxBytes, ...options }: PageOptions = {},
  ): Promise<Answer> {
    const { jobId, location } = jobReference
    const query = new URLSearchParams(
      omitUndefined({
        timeoutMs: String(waitMs),
        ...options,
        location,
        pageToken,
      }),
    )
    const address = `${queries}/${encodeURIComponent(jobId)}?${query}`
    return ask(place, address, Answer, { signal, maxBytes })
  }

  async function cancel({ jobId, location }: Answer['jobReference']): Promise<void> {
    const query = new URLSearchParams(omitUndefined({ location }))
    const address = `${rootOf(place)}/jobs/${encodeURIComponent(jobId)}/cancel?${query}`
    // The signal may have been aborted, which is why the job is cancelled.
    const cancelSignal = AbortSignal.timeout(cancelMilliseconds)
    await ask(place, address, z.unknown(), { signal: cancelSignal, body: {} }).catch(
      () => undefined,
    )
  }

  /** Lets the service say what kind of statement it is, without running it. */
  async function assertSelects(query: string): Promise<void> {
    const configuration = { dryRun: true, query: { query, useLegacySql: false } }
    const { statistics } = await ask(place, `${rootOf(place)}/jobs`, DryRun, {
      signal,
      body: { configuration },
    })
    if (statistics.query.statementType === 'SELECT') return
    const type = statistics.query.statementType
    throw new ServiceFailure('refused', `The query is no SELECT for BigQuery, but ${type}.`)
  }

  /** Starts a statement and waits until it is complete; otherwise it is cancelled. */
  async function startReading(query: string, { seconds, waitSeconds }: ReadLimits) {
    const limitMs = Math.ceil(Math.min(seconds, waitSeconds) * 1000)
    const endAt = performance.now() + limitMs
    let answer = await ask(place, queries, Answer, {
      signal,
      maxBytes: maxBytesOfPage,
      body: {
        query,
        useLegacySql: false,
        // A short wait, so that its number is known and it can be cancelled.
        timeoutMs: firstWaitMs,
        jobTimeoutMs: String(limitMs),
        maxResults: rowsOfPage,
        formatOptions: { useInt64Timestamp: true },
      },
    })
    const { jobReference } = answer
    let isComplete = false
    try {
      while (!answer.jobComplete) {
        const left = endAt - performance.now()
        if (left <= 0) throw new ServiceFailure('timed-out', 'The rows did not arrive in time.')
        const timeoutMs = String(Math.ceil(Math.min(left, waitMs)))
        answer = await askAgain(answer, { ...pageOptions, timeoutMs })
      }
      isComplete = true
      return answer
    } finally {
      if (!isComplete) await cancel(jobReference)
    }
  }

  async function rowsOf(first: Answer): Promise<readonly ResultRow[]> {
    const rows: ResultRow[] = []
    let answer = first
    while (!answer.jobComplete) answer = await askAgain(answer)
    for (;;) {
      const fields = answer.schema?.fields ?? []
      rows.push(...answer.rows.map(({ f }) => toRow(f, fields)))
      if (answer.pageToken === undefined) return rows
      answer = await askAgain(answer)
    }
  }

  return {
    async *read(statement, limits) {
      await assertSelects(statement)
      let answer = await startReading(statement, limits)
      const fields = answer.schema?.fields ?? []
      fields.forEach(assertReadable)
      const names = fields.map(({ name }) => name)
      for (;;) {
        const rows = answer.rows.map(({ f }) => f.map(({ v }, n) => toText(v, fields[n]?.type)))
        yield* cutIntoPages(names, rows)
        if (answer.pageToken === undefined) return
        answer = await askAgain(answer, pageOptions)
      }
    },
    run: async (statement) =>
      rowsOf(await ask(place, queries, Answer, { signal, body: queryBody(statement) })),
    end: async () => {},
  }
}

function assertReadable({ name, type, mode }: z.output<typeof Fields>[number]): void {
  if (mode !== 'REPEATED' && !/^(?:RECORD|STRUCT|RANGE)$/.test(type)) return
  throw new ServiceFailure(
    'refused',
    `The column “${name}” has several values. Leave it out, or use TO_JSON_STRING(${name}).`,
  )
}

/** The text of a value. Moments are sent as microseconds since 1970. */
function toText(value: unknown, type: string | undefined): string | null {
  if (value === null || value === undefined) return null
  const text = String(value)
  if (type !== 'TIMESTAMP' || !/^-?\d+$/.test(text)) return text
  const microseconds = BigInt(text)
  const rest = ((microseconds % 1000n) + 1000n) % 1000n
  const iso = new Date(Number((microseconds - rest) / 1000n)).toISOString()
  return rest === 0n ? iso : iso.replace('Z', `${String(rest).padStart(3, '0')}Z`)
}

/** Checks the key and the permission to run statements, at no cost. */
export async function dryRun(place: Place, signal: AbortSignal): Promise<void> {
  const body = { query: 'select 1', useLegacySql: false, dryRun: true }
  await ask(place, `${rootOf(place)}/queries`, z.object({ kind: z.string() }), { signal, body })
}

/** Lists the tables of all datasets. No SQL statement can list them across regions. */
export async function* bigqueryTables(
  place: Place,
  signal: AbortSignal,
): AsyncGenerator<readonly TableEntry[]> {
  const datasets = `${rootOf(place)}/datasets`
  for await (const page of pagesOf(place, datasets, Datasets, signal)) {
    for (const { datasetReference } of page.datasets) {
      const schema = datasetReference.datasetId
      const tables = `${datasets}/${encodeURIComponent(schema)}/tables`
      for await (const { tables: tableRefs } of pagesOf(place, tables, Tables, signal)) {
        yield tableRefs.map(({ tableReference }) => ({ schema, name: tableReference.tableId }))
      }
    }
  }
}

async function* pagesOf<T extends { readonly nextPageToken?: string | undefined }>(
  place: Place,
  address: string,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = new URLSearchParams(
      omitUndefined({ maxResults: '1000', pageToken: token || undefined }),
    )
    const page: T = await ask(place, `${address}?${query}`, shape, { signal })
    yield page
    token = page.nextPageToken
  }
}

type RequestOptions = {
  readonly signal: AbortSignal
  readonly body?: unknown
  /** A longer reply is given up. */
  readonly maxBytes?: number | undefined
}

async function ask<T>(
  { fetch }: Place,
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

const queryBody = ({ sql, values }: Statement) => ({
  query: sql,
  useLegacySql: false,
  timeoutMs: waitMs,
  ...omitUndefined({
    parameterMode: values.length > 0 ? 'POSITIONAL' : undefined,
    queryParameters:
      values.length > 0
        ? values.map((value) => ({
            parameterType: { type: 'STRING' },
            parameterValue: { value: asText(value) },
          }))
        : undefined,
  }),
})

const toRow = (
  cells: readonly { readonly v: unknown }[],
  fields: z.output<typeof Fields>,
): ResultRow => Object.fromEntries(fields.map(({ name }, index) => [name, cells[index]?.v ?? null]))

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
