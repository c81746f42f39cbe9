import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { pause } from '../../external-call.ts'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import { asText, inCapitals, type ResultRow, type SqlSession, type Statement } from './dialect.ts'
import {
  firstPause,
  maxPause,
  Result,
  ResultPart,
  Running,
  readSnowflakeRows,
} from './snowflake-rows.ts'

export type SnowflakePlace = {
  readonly host: string
  readonly database: string
  readonly schema: string
  readonly warehouse: string
  readonly role: string
  /** Returns the headers that authenticate the caller. */
  authHeaders(): Readonly<Record<string, string>>
}

const Refusal = z.object({ code: z.string(), message: z.string() })

/** The service times out a little before we do, so that no statement goes on unnoticed. */
const statementSeconds = 50
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

  const client = { ask, root, context, signal }
  return {
    read: (statement, limits) => readSnowflakeRows(client, statement, limits),
    async run({ sql, values }) {
      const response = await waitUntilDone(
        await ask(root, { ...context, ...statementBody(sql, values) }),
      )
      const first = await readJsonBody(response, Result)
      const { rowType, partitionInfo } = first.resultSetMetaData
      const rows = [...first.data]
      for (let part = 1; part < partitionInfo.length; part++) {
        const handle = encodeURIComponent(first.statementHandle)
        const { data } = await readJsonBody(
          await ask(`${root}/${handle}?partition=${part}`),
          ResultPart,
        )
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
