import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { omitUndefined } from '@recto/omit-undefined'
import {
  jsonOf,
  type ServiceExchange,
  type ServiceProtocol,
  type ServiceReply,
} from '../canned-service.ts'
import {
  columnsView,
  type EngineResult,
  type EngineSession,
  numbered,
  type SqlEngine,
} from './sql-engine.ts'

/** Functions and types that PostgreSQL needs to run the service's SQL. */
export const bigqueryWords = `
  create domain string as text;
  create domain int64 as bigint;
  create domain bignumeric as numeric;
  create domain float64 as double precision;
  create function parse_json(text) returns json language sql as 'select $1::json';
  ${columnsView({
    text: 'STRING',
    bigint: 'INT64',
    'double precision': 'FLOAT64',
    boolean: 'BOOL',
    'timestamp with time zone': 'TIMESTAMP',
  })}`

type BigQueryAccount = {
  readonly token: string
  readonly project: string
  readonly datasets: readonly string[]
  readonly engine: SqlEngine
  /** For statements that can be cancelled. */
  openEngine(): Promise<EngineSession>
}

type StartedJob = {
  readonly session: EngineSession
  result?: EngineResult
  failure?: unknown
}

type QueryParameters = readonly { readonly parameterValue: { readonly value: string | null } }[]

const refusalOf = (status: number, reason: string, message: string): ServiceReply => ({
  status,
  body: { error: { code: status, message, errors: [{ reason, message }] } },
})
const ok = (body: object): ServiceReply => ({ status: 200, body: { kind: 'bigquery#it', ...body } })

/** Jobs, datasets and tables of one project, as version 2 of the REST interface answers them. */
export function bigqueryProtocol({
  token,
  project,
  datasets,
  engine,
  openEngine,
}: BigQueryAccount): ServiceProtocol {
  const finishedJobs = new Map<string, object>()
  const startedJobs = new Map<string, StartedJob>()

  /** Starts a statement whose rows are read in pages. */
  async function start(body: Readonly<Record<string, unknown>>): Promise<ServiceReply> {
    const session = await openEngine()
    const jobId = randomUUID()
    const job: StartedJob = { session }
    startedJobs.set(jobId, job)
    const result = session
      .run(translateSql(String(body.query)), [])
      .then((one) => {
        job.result = one
      })
      .catch((error: unknown) => {
        job.failure = error
      })
      .finally(() => session.end())
    await Promise.race([result, setTimeout(Math.min(Number(body.timeoutMs), 50))])
    return pageOfJob(jobId, { maxResults: String(body.maxResults) })
  }

  function pageOfJob(jobId: string, { maxResults, pageToken = '0' }: ServiceExchange['query']) {
    const job = startedJobs.get(jobId)
    if (job?.failure) throw job.failure
    const jobReference = { projectId: project, jobId, location: 'EU' }
    if (!job?.result) return ok({ jobReference, jobComplete: false })
    const { names, rows } = job.result
    const index = Number(pageToken)
    const end = index + Number(maxResults)
    return ok({
      jobReference,
      jobComplete: true,
      schema: { fields: names.map((name) => ({ name, type: 'STRING' })) },
      rows: rows.slice(index, end).map((row) => ({ f: row.map((v) => ({ v })) })),
      ...omitUndefined({ pageToken: end < rows.length ? String(end) : undefined }),
    })
  }

  /** Says what kind of statement a dry run is of, or cancels a job. */
  async function answerJob(exchange: ServiceExchange): Promise<ServiceReply> {
    const [, , , , , , jobId = '', action] = exchange.path.split('/')
    if (action === 'cancel') {
      await startedJobs.get(jobId)?.session.end()
      return ok({})
    }
    const { configuration } = jsonOf(exchange)
    const { query = '' } = (configuration as { query?: { query?: string } }).query ?? {}
    const [word = ''] = /\w+/.exec(query) ?? []
    const statementType = /^(?:select|with)$/i.test(word) ? 'SELECT' : 'SCRIPT'
    return ok({ statistics: { query: { statementType } } })
  }

  async function run(body: Readonly<Record<string, unknown>>): Promise<ServiceReply> {
    const { query = '', queryParameters = [], dryRun = false } = body
    if (dryRun) return ok({ jobComplete: true, jobReference: { projectId: project } })
    if (body.maxResults !== undefined) return start(body)
    const values = (queryParameters as QueryParameters).map(
      ({ parameterValue }) => parameterValue.value,
    )
    const { names, rows } = await engine.run(translateSql(String(query)), values)
    const jobReference = { projectId: project, jobId: randomUUID(), location: 'EU' }
    const whole = {
      jobReference,
      jobComplete: true,
      schema: { fields: names.map((name) => ({ name, type: 'STRING' })) },
      rows: rows.map((row) => ({ f: row.map((v) => ({ v })) })),
    }
    finishedJobs.set(jobReference.jobId, whole)
    // What changes rows takes longer.
    return ok(/^merge/.test(String(query)) ? { jobReference, jobComplete: false } : whole)
  }

  /** A page for each thing, so that all are found only by going on. */
  function page(
    key: string,
    all: readonly object[],
    { pageToken = '0' }: ServiceExchange['query'],
  ) {
    const index = Number(pageToken)
    const nextPage = index + 1 < all.length ? { nextPageToken: String(index + 1) } : {}
    return ok({ [key]: all.slice(index, index + 1), ...nextPage })
  }

  async function tablesOf(dataset: string): Promise<readonly object[]> {
    const sql = 'select table_name from information_schema.tables where table_schema = $1'
    const { rows } = await engine.run(sql, [dataset])
    return rows.map(([tableId]) => ({ tableReference: { tableId } }))
  }

  async function list(id: string, { query }: ServiceExchange): Promise<ServiceReply> {
    if (id !== '') return page('tables', await tablesOf(id), query)
    const datasetList = datasets.map((datasetId) => ({ datasetReference: { datasetId } }))
    return page('datasets', datasetList, query)
  }

  async function answer(exchange: ServiceExchange): Promise<ServiceReply> {
    const [, , , , projectId = '', resourceName, id = ''] = exchange.path.split('/')
    if (projectId !== project) return refusalOf(404, 'notFound', `Not found: Project ${projectId}`)
    if (resourceName === 'datasets') return list(id, exchange)
    return resourceName === 'jobs' ? answerJob(exchange) : answerQuery(id, exchange)
  }

  async function answerQuery(id: string, exchange: ServiceExchange): Promise<ServiceReply> {
    if (startedJobs.has(id)) return pageOfJob(id, exchange.query)
    return id === '' ? run(jsonOf(exchange)) : ok(finishedJobs.get(id) ?? {})
  }

  return {
    refusal: (code, message) => ({ error: { code, message, errors: [{ reason: 'told' }] } }),
    async answer(exchange) {
      if (exchange.headers.authorization !== `Bearer ${token}`) {
        return refusalOf(401, 'authError', 'Request had invalid authentication credentials.')
      }
      return answer(exchange).catch((error: { code?: string; message: string }) =>
        error.code === '42P01'
          ? refusalOf(404, 'notFound', 'Not found: Table was not found in location EU')
          : refusalOf(400, 'invalidQuery', error.message),
      )
    },
  }
}

const translateSql = (sql: string): string =>
  numbered(sql)
    .replace(/, primary key \([^)]*\) not enforced/, '')
    .replaceAll('"', '""')
    .replaceAll('`', '"')
    .replace(
      /"(\w+)"\.INFORMATION_SCHEMA\.COLUMNS where/,
      "canned_columns where table_schema = '$1' and",
    )
    .replace(/\btimestamp\b/gi, 'timestamptz')
