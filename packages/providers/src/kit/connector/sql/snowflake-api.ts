import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { pause } from '../../pause.ts'
import { readJson } from '../read-json.ts'
import { assertOk } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import { asText, type FoundRow, inCapitals, type SqlSession, type Statement } from './dialect.ts'

export type SnowflakePlace = {
  readonly host: string
  readonly database: string
  readonly schema: string
  readonly warehouse: string
  readonly role: string
  /** The headers that prove who asks. */
  proof(): Readonly<Record<string, string>>
}

const Result = z.object({
  statementHandle: z.string(),
  resultSetMetaData: z.object({
    rowType: z.array(z.object({ name: z.string() })),
    partitionInfo: z.array(z.unknown()).default([]),
  }),
  data: z.array(z.array(z.string().nullable())).default([]),
})
const Part = z.object({ data: z.array(z.array(z.string().nullable())).default([]) })
const Running = z.object({ statementHandle: z.string().min(1) })
const Refusal = z.object({ code: z.string(), message: z.string() })

/** The service gives a statement up a little before we do, so that none goes on unseen. */
const statementSeconds = 50
const firstPause = 0.1
const longestPause = 2

/** Statements by the SQL API: each is a request, and a session of its own at the service. */
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

  async function ask(address: string, body?: unknown): Promise<Response> {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...place.proof(),
        accept: 'application/json',
        'user-agent': 'recto/1.0',
        ...omitUndefined({ 'content-type': body === undefined ? undefined : 'application/json' }),
      },
      ...omitUndefined({ body: body === undefined ? undefined : JSON.stringify(body) }),
      signal,
    })
    // The status of what the service has read and will not do.
    if (response.status === 422) throw refusalOf(await readJson(response, Refusal))
    return assertOk(response)
  }

  async function finished(response: Response): Promise<Response> {
    let current = response
    for (let wait = firstPause; current.status === 202; wait = Math.min(wait * 2, longestPause)) {
      const { statementHandle } = await readJson(current, Running)
      await pause(wait, signal)
      current = await ask(`${root}/${encodeURIComponent(statementHandle)}`)
    }
    return current
  }

  return {
    async run({ sql, values }) {
      const response = await finished(await ask(root, { ...context, ...spoken(sql, values) }))
      const first = await readJson(response, Result)
      const { rowType, partitionInfo } = first.resultSetMetaData
      const rows = [...first.data]
      for (let part = 1; part < partitionInfo.length; part++) {
        const handle = encodeURIComponent(first.statementHandle)
        const { data } = await readJson(await ask(`${root}/${handle}?partition=${part}`), Part)
        rows.push(...data)
      }
      return rows.map((row) => named(row, rowType))
    },
    end: async () => {},
  }
}

const spoken = (statement: string, values: Statement['values']) =>
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

const named = (
  row: readonly (string | null)[],
  columns: readonly { readonly name: string }[],
): FoundRow => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))

/** Error codes for a missing table, schema, database or warehouse. */
const missing: ReadonlySet<string> = new Set(['002003', '002043', '390201', '390202', '000606'])
const forbidden: ReadonlySet<string> = new Set(['003001', '390186', '390189'])
const passing: ReadonlySet<string> = new Set(['000625', '000630', '000604'])

function refusalOf({ code, message }: z.output<typeof Refusal>): ServiceFailure {
  const said = `${message.trimEnd().replace(/\.$/, '')} (${code}).`
  if (missing.has(code)) return new ServiceFailure('not-found', said)
  if (forbidden.has(code)) return new ServiceFailure('unauthorised', said)
  return new ServiceFailure(passing.has(code) ? 'unavailable' : 'refused', said)
}
