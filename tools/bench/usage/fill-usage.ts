import { connect } from '../../../apps/server/src/platform/db/connect.ts'
import { asSuperuser } from '../../../apps/server/src/testing/start-postgres.ts'

type FillUsageOptions = {
  readonly databaseUrl: string
  /** Final number of model calls. */
  readonly calls: number
  readonly print: (line: string) => void
}

const chunk = 250_000
const models = 6
const projects = 40
const deployments = 25

/** Returns SQL for one of `count` ids, chosen by the number. */
const oneOf = (kind: string, count: number, n: string) =>
  `md5('${kind} ' || ((${n}) % ${count}))::uuid`

/** Columns whose values differ in each copy of a call's row; `n` is the number of the copy. */
const ownColumns = {
  id: 'gen_random_uuid()',
  call_key: "call_key || '/' || n",
  model_name: `'model ' || (n % ${models})`,
  project_id: oneOf('project', projects, 'n * 7'),
  // The calls of a document follow one another.
  created_at: "created_at + n * interval '1 second'",
  cost_in_dollars: 'case when n % 50 = 0 then null else 0.0001 * (n % 17) end',
}

/**
 * Writes model calls into the database of a running installation with executions. Each execution gets many calls
 * of several models, for several projects and deployments.
 */
export async function fillUsage({ databaseUrl, calls, print }: FillUsageOptions): Promise<void> {
  const { pool: client } = connect(asSuperuser(databaseUrl), { warn: () => print('lost') }, 1)
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await client.query(
      `update execution set pipeline_id = ${oneOf('deployment', deployments, "('x' || left(md5(id::text), 7))::bit(28)::int")}`,
    )
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from usage_record',
    )
    const initialCount = rows[0]?.count ?? 0
    if (initialCount === 0) throw new Error('The installation has no call to copy.')
    const { rows: all } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'usage_record'`,
    )
    const columns = all.map(({ name }) => name)
    const values = columns.map(
      (name) => Object.entries(ownColumns).find(([own]) => own === name)?.[1] ?? name,
    )
    await client.query('create temp table filled as select * from usage_record')
    const copies = Math.ceil((calls - initialCount) / initialCount)
    const step = Math.max(1, Math.floor(chunk / initialCount))
    for (let from = 1; from <= copies; from += step) {
      await client.query(
        `insert into usage_record (${columns.join(', ')}) select ${values.join(', ')}
         from filled cross join generate_series($1::int, $2::int) as n`,
        [from, Math.min(from + step - 1, copies)],
      )
      print(`${(Math.min(from + step - 1, copies) + 1) * initialCount} calls are written`)
    }
    // Starts like the upgrade of an old installation, without daily aggregates.
    await client.query(
      'delete from usage_month; delete from metric_used_day; delete from metric_hour',
    )
    await client.query('delete from metric_rollup')
    await client.query(
      `insert into usage_month select organization_id, date_trunc('month', created_at at time zone 'UTC')::date,
         count(*), count(*) filter (where cost_in_dollars is null), sum(total_tokens),
         coalesce(sum(cost_in_dollars::numeric), 0) from usage_record group by 1, 2`,
    )
    await client.query('vacuum (analyze) usage_record')
  } finally {
    await client.end()
  }
}
