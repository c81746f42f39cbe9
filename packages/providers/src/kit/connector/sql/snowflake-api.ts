import { omitUndefined } from '@recto/omit-undefined'
import type { ReadLimits } from '@recto/provider-spec/database-connector'
import { z } from 'zod'
import { pause } from '../../external-call.ts'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import { asText, inCapitals, type ResultRow, type SqlSession, type Statement } from './dialect.ts'
import { cutIntoPages, maxBytesOfPage } from './limit-pages.ts'
import { toSnowflakeText } from './snowflake-text.ts'

export type SnowflakePlace = {
  readonly host: string
  readonly database: string
  readonly schema: string
  readonly warehouse: string
  readonly role: string
  /** Returns the headers that authenticate the caller. */
  authHeaders(): Readonly<Record<string, string>>
}

const Result = z.object({
  statementHandle: z.string(),
  resultSetMetaData: z.object({
    rowType: z.array(z.object({ name: z.string(), type: z.string().default('text') })),
    partitionInfo: z.array(z.unknown()).default([]),
  }),
  data: z.array(z.array(z.string().nullable())).default([]),
})
const Part = z.object({ data: z.array(z.array(z.string().nullable())).default([]) })
const Running = z.object({ statementHandle: z.string().min(1) })
const Refusal = z.object({ code: z.string(), message: z.string() })

/** The service times out a little before we do, so that no statement goes on unnoticed. */
const statementSeconds = 50
const firstPause = 0.1
const maxPause = 2
const cancelMilliseconds = 5000

/** One statement, whatever the settings of the user allow, and parts of at most 16 MB. */
const readParameters = { MULTI_STATEMENT_COUNT: '1', CLIENT_RESULT_CHUNK_SIZE: '16' }

const lateRows = () => new ServiceFailure('timed-out', 'The rows did not arrive in time.')

/** Runs statements through the SQL API. Each is one request with its own session at the service. */
export function connectSnowflake(
  place: SnowflakePlace,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): SqlSession {
  const root = `https://${place.host}/api/v2/statements`
  const context = {
    timeout: statementSeconds,
    database: inCapitals(place.database),
    schema: inCapitals(place.schema),
    warehouse: inCapitals(place.warehouse),
    role: inCapitals(place.role),
  }

  async function ask(address: string, body?: unknown, requestSignal = signal): Promise<Response> {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...place.authHeaders(),
        accept: 'application/json',
        'user-agent': 'recto/1.0',
        ...omitUndefined({ 'content-type': body === undefined ? undefined : 'application/json' }),
      },
      ...omitUndefined({ body: body === undefined ? undefined : JSON.stringify(body) }),
      signal: requestSignal,
    })
    // Snowflake answers 422 for a statement that it understood and refuses.
    if (response.status === 422) throw refusalOf(await readJsonBody(response, Refusal))
    return assertOk(response)
  }

  async function waitUntilDone(response: Response): Promise<Response> {
    let current = response
    for (let wait = firstPause; current.status === 202; wait = Math.min(wait * 2, maxPause)) {
      const { statementHandle } = await readJsonBody(current, Running)
      await pause(wait, signal)
      current = await ask(`${root}/${encodeURIComponent(statementHandle)}`)
    }
    return current
  }

  /** The next part of a result, which is not larger than one page may be. */
  const askPart = async (statementHandle: string, part: number) => {
    const handle = encodeURIComponent(statementHandle)
    const response = await ask(`${root}/${handle}?partition=${part}`)
    return readJsonBody(response, Part, maxBytesOfPage)
  }

  async function cancel(statementHandle: string): Promise<void> {
    const handle = encodeURIComponent(statementHandle)
    // The signal may have been aborted, which is why the statement is cancelled.
    const cancelSignal = AbortSignal.timeout(cancelMilliseconds)
    await ask(`${root}/${handle}/cancel`, {}, cancelSignal).catch(() => undefined)
  }

  /** Starts a statement, so that it can be cancelled while it runs, and waits for its first rows. */
  async function startReading(statement: string, { seconds, waitSeconds }: ReadLimits) {
    const limit = Math.ceil(Math.min(seconds, waitSeconds))
    const endAt = performance.now() + limit * 1000
    let response = await ask(`${root}?async=true`, {
      ...context,
      timeout: limit,
      statement,
      parameters: readParameters,
    })
    let runningHandle: string | undefined
    try {
      for (let wait = firstPause; response.status === 202; wait = Math.min(wait * 2, maxPause)) {
        runningHandle = (await readJsonBody(response, Running)).statementHandle
        if (performance.now() > endAt) throw lateRows()
        await pause(wait, signal)
        response = await ask(`${root}/${encodeURIComponent(runningHandle)}`)
      }
      runningHandle = undefined
      return await readJsonBody(response, Result, maxBytesOfPage)
    } finally {
      if (runningHandle !== undefined) await cancel(runningHandle)
    }
  }

  return {
    async *read(statement, limits) {
      const first = await startReading(statement, limits)
      const { rowType, partitionInfo } = first.resultSetMetaData
      const names = rowType.map(({ name }) => name)
      const toTexts = (data: z.output<typeof Part>['data']) =>
        data.map((row) => row.map((cell, index) => toSnowflakeText(cell, rowType[index]?.type)))
      yield* cutIntoPages(names, toTexts(first.data))
      for (let part = 1; part < partitionInfo.length; part++) {
        const { data } = await askPart(first.statementHandle, part)
        yield* cutIntoPages(names, toTexts(data))
      }
    },
    async run({ sql, values }) {
      const response = await waitUntilDone(
        await ask(root, { ...context, ...statementBody(sql, values) }),
      )
      const first = await readJsonBody(response, Result)
      const { rowType, partitionInfo } = first.resultSetMetaData
      const rows = [...first.data]
      for (let part = 1; part < partitionInfo.length; part++) {
        const handle = encodeURIComponent(first.statementHandle)
        const { data } = await readJsonBody(await ask(`${root}/${handle}?partition=${part}`), Part)
        rows.push(...data)
      }
      return rows.map((row) => toRow(row, rowType))
    },
    end: async () => {},
  }
}

const statementBody = (statement: string, values: Statement['values']) =>
  omitUndefined({
    statement,
    bindings:
      values.length > 0
        ? Object.fromEntries(
            values.map((value, index) => [
              String(index + 1),
              { type: 'TEXT', value: asText(value) },
            ]),
          )
        : undefined,
  })

const toRow = (
  row: readonly (string | null)[],
  columns: readonly { readonly name: string }[],
): ResultRow => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))

/** Error codes for a missing table, schema, database or warehouse. */
const notFoundCodes: ReadonlySet<string> = new Set([
  '002003',
  '002043',
  '390201',
  '390202',
  '000606',
])
const unauthorisedCodes: ReadonlySet<string> = new Set(['003001', '390186', '390189'])
const transientCodes: ReadonlySet<string> = new Set(['000625', '000630', '000604'])

function refusalOf({ code, message }: z.output<typeof Refusal>): ServiceFailure {
  const explanation = `${message.trimEnd().replace(/\.$/, '')} (${code}).`
  if (notFoundCodes.has(code)) return new ServiceFailure('not-found', explanation)
  if (unauthorisedCodes.has(code)) return new ServiceFailure('unauthorised', explanation)
  return new ServiceFailure(transientCodes.has(code) ? 'unavailable' : 'refused', explanation)
}
