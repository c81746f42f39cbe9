import { omitUndefined } from '@recto/omit-undefined'
import type { TableEntry } from '@recto/provider-spec/database-connector'
import { z } from 'zod'
import {
  ask,
  askAgain,
  type BigqueryPlace,
  projectAddress,
  type QueryFields,
  QueryPage,
  waitMs,
} from './bigquery-requests.ts'
import { readBigqueryRows } from './bigquery-rows.ts'
import { asText, type ResultRow, type SqlSession, type Statement } from './dialect.ts'

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
/** Runs statements through the REST API, each as its own job. */
export function connectBigquery(place: BigqueryPlace, signal: AbortSignal): SqlSession {
  const queries = `${projectAddress(place)}/queries`

  async function rowsOf(first: QueryPage): Promise<readonly ResultRow[]> {
    const rows: ResultRow[] = []
    let answer = first
    while (!answer.jobComplete) answer = await askAgain({ place, signal }, answer)
    for (;;) {
      const fields = answer.schema?.fields ?? []
      rows.push(...answer.rows.map(({ f }) => toRow(f, fields)))
      if (answer.pageToken === undefined) return rows
      answer = await askAgain({ place, signal }, answer)
    }
  }

  return {
    read: (statement, limits) => readBigqueryRows({ place, signal }, statement, limits),
    run: async (statement) =>
      rowsOf(await ask(place, queries, QueryPage, { signal, body: queryBody(statement) })),
    end: async () => {},
  }
}

/** Checks the key and the permission to run statements, at no cost. */
export async function dryRun(place: BigqueryPlace, signal: AbortSignal): Promise<void> {
  const body = { query: 'select 1', useLegacySql: false, dryRun: true }
  await ask(place, `${projectAddress(place)}/queries`, z.object({ kind: z.string() }), {
    signal,
    body,
  })
}

/** Lists the tables of all datasets. No SQL statement can list them across regions. */
export async function* bigqueryTables(
  place: BigqueryPlace,
  signal: AbortSignal,
): AsyncGenerator<readonly TableEntry[]> {
  const datasets = `${projectAddress(place)}/datasets`
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
  place: BigqueryPlace,
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
  fields: z.output<typeof QueryFields>,
): ResultRow => Object.fromEntries(fields.map(({ name }, index) => [name, cells[index]?.v ?? null]))
