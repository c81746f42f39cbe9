import { randomUUID } from 'node:crypto'
import {
  jsonOf,
  type ServiceExchange,
  type ServiceProtocol,
  type ServiceReply,
} from '../canned-service.ts'
import { columnsView, type EngineSession, numbered, type SqlEngine } from './sql-engine.ts'

/** Functions and types that PostgreSQL needs to run the service's SQL. */
export const snowflakeWords = `
  create schema "PUBLIC";
  create domain variant as jsonb;
  create domain timestamp_tz as timestamptz;
  create function parse_json(text) returns jsonb language sql as 'select $1::jsonb';
  ${columnsView({
    numeric: 'NUMBER',
    'double precision': 'FLOAT',
    'character varying': 'TEXT',
    jsonb: 'VARIANT',
    'timestamp with time zone': 'TIMESTAMP_TZ',
  })}`

/** Rows of a part. A small one lets tests see several. */
const partSize = 4

type SnowflakeAccount = {
  readonly token: string
  readonly database: string
  readonly engine: SqlEngine
  /** For statements that are started to be fetched later. */
  openEngine(): Promise<EngineSession>
}
type Bindings = Readonly<Record<string, { readonly value: string | null }>>

const refusalOf = (status: number, code: string, message: string): ServiceReply => ({
  status,
  body: { code, message, sqlState: '42000', statementHandle: randomUUID() },
})

/** Statements, in parts and after a while, as version 2 of the SQL API answers them. */
export function snowflakeProtocol({
  token,
  database,
  engine,
  openEngine,
}: SnowflakeAccount): ServiceProtocol {
  const results = new Map<string, readonly Record<string, unknown>[]>()
  const runningSessions = new Map<string, EngineSession>()
  const outcomes = new Map<string, ServiceReply>()

  const inProgress = (statementHandle: string): ServiceReply => ({
    status: 202,
    body: { code: '333334', message: 'In progress.', statementHandle },
  })

  /** Starts a statement, whose result is fetched by its handle. */
  async function start(body: Record<string, unknown>): Promise<ServiceReply> {
    const session = await openEngine()
    const handle = randomUUID()
    runningSessions.set(handle, session)
    void run(body, session, handle)
      .catch(errorReply)
      .then((reply) => outcomes.set(handle, reply))
      .finally(() => stop(handle))
    return inProgress(handle)
  }

  async function stop(handle: string): Promise<void> {
    const session = runningSessions.get(handle)
    runningSessions.delete(handle)
    await session?.end()
  }

  async function answerByHandle(handle: string, { path, query }: ServiceExchange) {
    if (path.endsWith('/cancel')) {
      await stop(handle)
      return { status: 200, body: { code: '000000', message: 'Cancelled.' } }
    }
    const currentReply = outcomes.get(handle) ?? (runningSessions.has(handle) && inProgress(handle))
    const isPart = query.partition !== undefined
    return (!isPart && currentReply) || partOf(handle, Number(query.partition ?? 0))
  }

  async function run(
    { statement, bindings = {} }: Record<string, unknown>,
    session = engine,
    statementHandle: string = randomUUID(),
  ): Promise<ServiceReply> {
    const values = Object.values(bindings as Bindings).map(({ value }) => value)
    const { names, rows } = await session.run(translateSql(String(statement)), values)
    const texts = rows.map((row) => row.map((one) => (one === null ? null : String(one))))
    const parts = Array.from(
      { length: Math.max(1, Math.ceil(texts.length / partSize)) },
      (_, index) => texts.slice(index * partSize, (index + 1) * partSize),
    )
    const resultMetadata = {
      rowType: names.map((name) => ({ name, type: 'text' })),
      partitionInfo: parts.map((part) => ({ rowCount: part.length })),
    }
    const [first, ...rest] = parts
    const whole = {
      code: '090001',
      statementHandle,
      resultSetMetaData: resultMetadata,
      data: first,
    }
    results.set(statementHandle, [whole, ...rest.map((data) => ({ data }))])
    // What changes rows takes longer.
    if (/^merge/.test(String(statement))) {
      return inProgress(statementHandle)
    }
    return { status: 200, body: whole }
  }

  function partOf(handle: string, part: number): ServiceReply {
    const body = results.get(handle)?.[part]
    return body ? { status: 200, body } : refusalOf(404, '000709', 'Statement is not found.')
  }

  return {
    refusal: (_, message) => ({ code: '000000', message }),
    async answer(exchange: ServiceExchange) {
      const { headers, path, query } = exchange
      if (headers.authorization !== `Bearer ${token}`) {
        return { status: 401, body: { code: '390303', message: 'Invalid OAuth access token.' } }
      }
      const [, handle] = /^\/api\/v2\/statements\/([\w-]+)(?:\/cancel)?$/.exec(path) ?? []
      if (handle) return answerByHandle(handle, exchange)
      const body = jsonOf(exchange)
      if (body.database !== database) {
        const words = 'The requested database does not exist or not authorized.'
        return refusalOf(422, '390201', words)
      }
      return query.async === 'true' ? start(body) : run(body).catch(errorReply)
    },
  }
}

const errorReply = ({ code, message }: { readonly code?: string; readonly message: string }) =>
  code === '42P01'
    ? refusalOf(422, '002003', 'SQL compilation error: Object does not exist or not authorized.')
    : refusalOf(422, '100038', `SQL error: ${message}`)

/** Keys are only told to it. */
const translateSql = (sql: string): string =>
  numbered(sql)
    .replace(/, primary key \([^)]*\)/, '')
    .replace(/\bnumber\(38,(0|10)\)/gi, 'numeric')
    .replace(/\binformation_schema\.columns\b/, 'public.canned_columns')
