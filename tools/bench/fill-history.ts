import { connect, type DatabaseConnection } from '../../apps/server/src/platform/db/connect.ts'
import { asSuperuser } from '../../apps/server/src/testing/start-postgres.ts'

type FillHistoryOptions = {
  readonly databaseUrl: string
  /** A finished execution of one file that the others are copied from. */
  readonly executionId: string
  readonly executions: number
  readonly print: (line: string) => void
}

/** SQL for the columns that differ from the copied row; `n` is the number of the copy. */
type Changes = Readonly<Record<string, string>>

const chunk = 25_000
/** Returns SQL for UUIDs of version 7, which begin with the time, like those of the product. */
const idOf = (kind: string, position: string) => {
  const random = `md5('${kind} ' || n)`
  const time = `lpad(to_hex((extract(epoch from ${position}) * 1000)::bigint), 12, '0')`
  return `(${time} || '7' || left(${random}, 3) || '8' || right(${random}, 15))::uuid`
}
const hash = `encode(sha256(n::text::bytea), 'hex')`

/** Spreads the executions over the last ninety days; each takes between 20 ms and 100 s. */
const timesOf = (executions: number, now: Date) => {
  const createdAt = `'${now.toISOString()}'::timestamptz - n * interval '${(90 * 86_400) / executions} seconds'`
  const startedAt = `${createdAt} + interval '5 milliseconds'`
  const finishedAt = `${startedAt} + (20 + n::bigint * 7919 % 99980) * interval '1 millisecond'`
  return { createdAt, startedAt, finishedAt }
}

/**
 * Writes executions into the database of a running installation, as if they had run in the last ninety days. Each
 * has one file, with the row of its document (but no document), its model call and its usage. A few are
 * unfinished, two percent have failed, and 30 percent do not belong to a deployment.
 */
export async function fillHistory(options: FillHistoryOptions): Promise<void> {
  const { databaseUrl, executions, print } = options
  // A single connection keeps the session settings below.
  const { pool: client } = connect(asSuperuser(databaseUrl), { warn: () => print('lost') }, 1)
  try {
    // The references are known to be valid; checking foreign keys would take half of the time.
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    // Everything is vacuumed once at the end, so that no vacuum runs during the measurement.
    await setAutovacuum(client, 'off')
    const insert = await statementsOf(client, options)
    for (let from = 1; from <= executions; from += chunk) {
      const to = Math.min(from + chunk - 1, executions)
      for (const statement of insert) await client.query(statement, [from, to])
      if (to % (chunk * 4) === 0) print(`${to} executions are written`)
    }
    await client.query('vacuum (analyze)')
    await setAutovacuum(client, 'on')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function setAutovacuum(client: DatabaseConnection['pool'], to: 'on' | 'off') {
  await client.query(`alter system set autovacuum = ${to}`)
  await client.query('select pg_reload_conf()')
}

const isWaiting = 'n % 1000 = 3'
const isUnfinished = `(${isWaiting} or n % 50000 = 7)`
const isOfDeployment = 'n % 10 < 7'

const executionChanges: Changes = {
  entity: `case when ${isOfDeployment} then 'API' when n % 10 < 9 then 'WF' else 'ETL' end`,
  pipeline_id: `case when ${isOfDeployment} then row.pipeline_id end`,
  pipeline_name: `case when ${isOfDeployment} then row.pipeline_name end`,
  status: `case when ${isWaiting} then 'PENDING' when n % 50000 = 7 then 'EXECUTING'
    when n % 49 = 0 then 'ERROR' when n % 1000 = 1 then 'STOPPED' else 'COMPLETED' end`,
}

async function statementsOf(
  client: DatabaseConnection['pool'],
  { executionId, executions }: FillHistoryOptions,
) {
  const { rows } = await client.query<{ id: string; file_hash: string }>(
    'select id, file_hash from file_execution where execution_id = $1',
    [executionId],
  )
  const [file] = rows
  if (!file) throw new Error(`The execution ${executionId} has no file.`)
  const { createdAt, startedAt, finishedAt } = timesOf(executions, new Date())
  const times = { created_at: createdAt, modified_at: finishedAt }
  const execution = idOf('execution', createdAt)
  const fileExecution = idOf('file', createdAt)
  const call = { call_key: `${fileExecution} || '/call'`, created_at: createdAt }
  const copies = [
    copyOf('stored_document', `hash = '${file.file_hash}'`, { hash, created_at: createdAt }),
    copyOf('execution', `id = '${executionId}'`, {
      id: execution,
      ...times,
      ...executionChanges,
      started_at: `case when ${isWaiting} then null else ${startedAt} end`,
      finished_at: `case when ${isUnfinished} then null else ${finishedAt} end`,
    }),
    copyOf('file_execution', `id = '${file.id}'`, {
      id: fileExecution,
      execution_id: execution,
      file_hash: hash,
      ...times,
      started_at: startedAt,
      finished_at: finishedAt,
    }),
    copyOf('model_call', `call_key like '${file.id}%'`, call),
    copyOf('usage_record', `run_id = '${file.id}'`, {
      ...call,
      id: idOf('usage', createdAt),
      execution_id: execution,
      run_id: `${fileExecution}::text`,
    }),
  ]
  const statements: string[] = []
  for (const copy of copies) statements.push(await copy(client))
  return statements
}

/** Returns a statement that copies one row, with all its columns, for each number from $1 to $2. */
function copyOf(table: string, condition: string, changes: Changes) {
  return async (client: DatabaseConnection['pool']): Promise<string> => {
    const { rows } = await client.query<{ name: string }>(
      `select attname::text as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const names = rows.map(({ name }) => name)
    const values = names.map((name) => changes[name] ?? `row.${name}`)
    return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
      from (select * from ${table} where ${condition} limit 1) as row, generate_series($1::int, $2::int) as n`
  }
}
