import { DBOSClient } from '@dbos-inc/dbos-sdk'
import { omitUndefined } from '@recto/omit-undefined'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Db, Tables } from '../db/database.ts'
import type { Events } from '../events/events.ts'
import { dbosLog, dbosName, dbosSchema, type JobsLog, poolAddress, tickName } from './dbos.ts'
import { poolForDbos } from './dbos-pool.ts'
import type { EnqueueOptions, Job, JobState, Jobs, Schedules } from './jobs.ts'
import type { Tick } from './tick.ts'
import { waitingJob } from './waiting-job.ts'
import { announceJobs } from './waiting-jobs.ts'

type Given = { readonly pool: Pool; readonly log: JobsLog }

/** Jobs for a process that only enqueues them and runs none. The pool stays the caller's. */
export async function openJobsClient(
  given: Given & { readonly events: Events },
): Promise<Jobs & Schedules & { close(): Promise<void> }> {
  const client = await openDbosClient(given)
  const { events, log } = given
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: given.pool }) })
  return {
    async enqueue(job, payload, options) {
      await enqueue(client, { job, payload, options })
      await announceJobs({ events, db: options.db ?? db, log })
    },
    async cancel(jobIds) {
      if (jobIds.length > 0) await client.cancelWorkflows([...jobIds])
    },
    getState: (jobId) => findState(client, jobId),
    async schedule(job, payload, { key, cron, timeZone, organizationId }) {
      const context: Tick = {
        key,
        job: job.name,
        payload: job.payload.parse(payload),
        organizationId,
      }
      await client.applySchedules([
        {
          scheduleName: key,
          workflowName: tickName,
          schedule: cron,
          context,
          ...omitUndefined({ cronTimezone: timeZone }),
        },
      ])
    },
    unschedule: (key) => client.deleteSchedule(key),
    close: () => client.destroy(),
  }
}

export function openDbosClient({ pool, log }: Given): Promise<DBOSClient> {
  return DBOSClient.create({
    systemDatabaseUrl: poolAddress,
    systemDatabasePool: poolForDbos(pool),
    systemDatabaseSchemaName: dbosSchema,
    applicationName: dbosName,
    logger: dbosLog(log),
  })
}

type Enqueued<Payload> = {
  readonly job: Job<Payload>
  readonly payload: Payload
  readonly options: EnqueueOptions
}

async function enqueue<Payload>(
  client: DBOSClient,
  { job, payload, options: { db, ...options } }: Enqueued<Payload>,
): Promise<void> {
  const waiting = waitingJob(job.name, options)
  const parsed = job.payload.parse(payload)
  if (db?.isTransaction) await client.enqueueInTransaction(asPgClient(db), waiting, parsed)
  else await client.enqueue(waiting, parsed)
}

/** DBOS only ever calls `query(text, values)` on the client that it is handed. */
function asPgClient(db: Db): ClientBase {
  const query = (text: string, values: readonly unknown[]) =>
    db.executeQuery(CompiledQuery.raw(text, [...values]))
  return { query } as unknown as ClientBase
}

const states: Record<string, JobState> = {
  DELAYED: 'waiting',
  ENQUEUED: 'waiting',
  PENDING: 'running',
  SUCCESS: 'done',
  ERROR: 'failed',
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: 'failed',
  CANCELLED: 'cancelled',
}

async function findState(client: DBOSClient, jobId: string): Promise<JobState | undefined> {
  const [found] = await client.listWorkflows({
    workflowIDs: [jobId],
    loadInput: false,
    loadOutput: false,
  })
  return found && states[found.status]
}
