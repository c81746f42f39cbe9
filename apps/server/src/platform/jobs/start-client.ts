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

type ClientOptions = { readonly pool: Pool; readonly log: JobsLog }

/** Jobs for a process that only enqueues them and runs none. The pool stays the caller's. */
export async function openJobsClient(
  clientOptions: ClientOptions & { readonly events: Events },
): Promise<Jobs & Schedules & { close(): Promise<void> }> {
  const client = await openDbosClient(clientOptions)
  const { events, log } = clientOptions
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: clientOptions.pool }) })
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

export function openDbosClient({ pool, log }: ClientOptions): Promise<DBOSClient> {
  return DBOSClient.create({
    systemDatabaseUrl: poolAddress,
    systemDatabasePool: poolForDbos(pool),
    systemDatabaseSchemaName: dbosSchema,
    applicationName: dbosName,
    logger: dbosLog(log),
  })
}

type JobToEnqueue<Payload> = {
  readonly job: Job<Payload>
  readonly payload: Payload
  readonly options: EnqueueOptions
}

async function enqueue<Payload>(
  client: DBOSClient,
  { job, payload, options: { db, ...options } }: JobToEnqueue<Payload>,
): Promise<void> {
  const jobOptions = waitingJob(job.name, options)
  const parsed = job.payload.parse(payload)
  if (db?.isTransaction) await client.enqueueInTransaction(asPgClient(db), jobOptions, parsed)
  else await client.enqueue(jobOptions, parsed)
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
  const [workflow] = await client.listWorkflows({
    workflowIDs: [jobId],
    loadInput: false,
    loadOutput: false,
  })
  return workflow && states[workflow.status]
}
