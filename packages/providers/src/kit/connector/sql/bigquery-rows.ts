import { omitUndefined } from '@recto/omit-undefined'
import type { ReadLimits, RowsPage } from '@recto/provider-spec/database-connector'
import { z } from 'zod'
import { ServiceFailure } from '../service-failure.ts'
import {
  ask,
  askAgain,
  type BigqueryClient,
  projectAddress,
  type QueryFields,
  QueryPage,
  waitMs,
} from './bigquery-requests.ts'
import { cutIntoPages, maxBytesOfPage } from './limit-pages.ts'

const DryRun = z.object({
  statistics: z.object({ query: z.object({ statementType: z.string().default('unknown') }) }),
})
const firstWaitMs = 500
const cancelMilliseconds = 5000
const rowsOfPage = 1000

const pageOptions = {
  maxBytes: maxBytesOfPage,
  maxResults: String(rowsOfPage),
  'formatOptions.useInt64Timestamp': 'true',
}

/** Reads rows page by page, after the service has said that the statement selects. */
export async function* readBigqueryRows(
  client: BigqueryClient,
  statement: string,
  limits: ReadLimits,
): AsyncGenerator<RowsPage> {
  await assertSelects(client, statement)
  let answer = await startReading(client, statement, limits)
  const fields = answer.schema?.fields ?? []
  fields.forEach(assertReadable)
  const names = fields.map(({ name }) => name)
  for (;;) {
    const rows = answer.rows.map(({ f }) => f.map(({ v }, n) => toText(v, fields[n]?.type)))
    yield* cutIntoPages(names, rows)
    if (answer.pageToken === undefined) return
    answer = await askAgain(client, answer, pageOptions)
  }
}

async function cancel(
  { place }: BigqueryClient,
  { jobId, location }: QueryPage['jobReference'],
): Promise<void> {
  const query = new URLSearchParams(omitUndefined({ location }))
  const address = `${projectAddress(place)}/jobs/${encodeURIComponent(jobId)}/cancel?${query}`
  // The signal may have been aborted, which is why the job is cancelled.
  const cancelSignal = AbortSignal.timeout(cancelMilliseconds)
  await ask(place, address, z.unknown(), { signal: cancelSignal, body: {} }).catch(() => undefined)
}

/** Lets the service say what kind of statement it is, without running it. */
async function assertSelects({ place, signal }: BigqueryClient, query: string): Promise<void> {
  const configuration = { dryRun: true, query: { query, useLegacySql: false } }
  const { statistics } = await ask(place, `${projectAddress(place)}/jobs`, DryRun, {
    signal,
    body: { configuration },
  })
  if (statistics.query.statementType === 'SELECT') return
  const type = statistics.query.statementType
  throw new ServiceFailure('refused', `BigQuery takes the query for ${type}, not for SELECT.`)
}

/** Starts a statement and waits until it is complete; otherwise it is cancelled. */
async function startReading(
  client: BigqueryClient,
  query: string,
  { seconds, waitSeconds }: ReadLimits,
) {
  const { place, signal } = client
  const limitMs = Math.ceil(Math.min(seconds, waitSeconds) * 1000)
  const endAt = performance.now() + limitMs
  let answer = await ask(place, `${projectAddress(place)}/queries`, QueryPage, {
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
      answer = await askAgain(client, answer, { ...pageOptions, timeoutMs })
    }
    isComplete = true
    return answer
  } finally {
    if (!isComplete) await cancel(client, jobReference)
  }
}

function assertReadable({ name, type, mode }: z.output<typeof QueryFields>[number]): void {
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
