import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cellOf } from './cells.ts'
import { type Judgement, keepOn, type Load, type LoadContext } from './load.ts'

const everyMilliseconds = 2000

/** An execution that ended long ago, as a copy of one that has just ended. Returns its id. */
const insertOldExecution = `
  insert into execution
  select (jsonb_populate_record(null::execution, to_jsonb(e) || jsonb_build_object(
    'id', gen_random_uuid(), 'is_acknowledged', true, 'pipeline_id', null,
    'created_at', now() - interval '400 days', 'finished_at', now() - interval '400 days'
  ))).* from execution e where status = 'COMPLETED' and entity = 'ETL' limit 1
  returning id`

/** Lets all schedules be due now, and returns the keys of the jobs that must follow. */
const makeDue = `
  update work_schedule set next_at = now() where next_at > now()
  returning key, next_at as "nextAt"`

type Schedule = { readonly key: string; readonly nextAt: Date }

/** The hourly and daily jobs, far more often, with an old execution to delete. */
export function openScheduledJobs(context: LoadContext): Load {
  const { query } = context
  const keys = new Set<string>()
  const act = async () => {
    await query(insertOldExecution)
    const schedules = await query<Schedule>(makeDue)
    for (const { key, nextAt } of schedules) keys.add(`${key}@${nextAt.toISOString()}`)
  }
  return {
    run: (signal) => keepOn(signal, everyMilliseconds, act),
    async finish() {
      const stopController = new AbortController()
      await keepOn(stopController.signal, 500, async () => {
        await act()
        stopController.abort()
      })
      // The schedules are looked at every few seconds.
      await awaitTicks(context)
    },
    judge: async () => [await judgeJobs(context, keys)],
    provocations: {
      [cellOf('scheduled job', 'running')]: () => blockDeletion(context),
      async [cellOf('scheduled job', 'suspended')]() {
        const unblock = await blockDeletion(context)
        await cancelDeletions(context)
        return unblock
      },
    },
  }
}

async function awaitTicks({ query }: LoadContext): Promise<void> {
  for (;;) {
    const due = await query(`select 1 from work_schedule where next_at <= now()`)
    if (due.length === 0) return
    await sleep(500)
  }
}

/** Locks an old execution, so that the job that deletes it waits. What it returns lets go. */
async function blockDeletion({ site, query }: LoadContext): Promise<() => Promise<void>> {
  const [old] = await query<{ id: string }>(insertOldExecution)
  const client = new pg.Client({ connectionString: await site.databaseUrl() })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from execution where id = $1 for update', [old?.id])
  // A schedule that is due already keeps its time, by which its job is recognized.
  await query(
    `update work_schedule set next_at = now()
     where key like 'purge-executions:%' and next_at > now()`,
  )
  return () => client.end().catch(() => {})
}

const maxLooks = 300

/** Cancels the statement of a deletion that waits for a lock, so that its job fails and sleeps. */
async function cancelDeletions({ query }: LoadContext): Promise<void> {
  for (let look = 0; look < maxLooks; look++) {
    const cancelledStatements = await query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where wait_event_type = 'Lock' and query like '%delete from "execution"%'`,
    )
    if (cancelledStatements.length > 0) return
    await sleep(50)
  }
}

type JobRow = { readonly key: string; readonly state: string; readonly error: string | null }

async function judgeJobs({ query }: LoadContext, keys: ReadonlySet<string>): Promise<Judgement> {
  const rows = await query<JobRow>(`select key, state, error from work_item where key ~ '@\\d{4}-'`)
  const rowByKey = new Map(rows.map((row) => [row.key, row]))
  const missingKeys = [...keys].filter((key) => !rowByKey.has(key))
  const failedRows = rows.filter(({ state }) => state !== 'done')
  const oldExecutions = await query<{ id: string }>(
    `select id from execution where finished_at < now() - interval '300 days'`,
  )
  return {
    name: 'scheduled jobs',
    accepted: keys.size,
    right: rows.length - failedRows.length,
    lostItems: [
      ...missingKeys,
      ...failedRows.map(({ key, state, error }) => `${key}: ${state} ${error}`),
      ...oldExecutions.map(({ id }) => `the old execution ${id} is still there`),
    ],
    // The key of a job names its schedule and time, and is unique.
    doubledItems: [],
    details: { jobs: rows.length },
  }
}
