import { DBOSClient } from '@dbos-inc/dbos-sdk'
import { CompiledQuery } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Db } from '../db/database.ts'
import {
  engineLog,
  engineName,
  engineSchema,
  type JobsLog,
  poolAddress,
  tickName,
} from './engine.ts'
import { poolForEngine } from './engine-pool.ts'
import type { Asking, Job, JobState, Jobs, Schedules } from './jobs.ts'
import type { Tick } from './tick.ts'
import { waitingJob } from './waiting-job.ts'

type Given = { readonly pool: Pool; readonly log: JobsLog }

/** The engine for a process that only asks: it runs no job. The pool stays the caller's. */
export async function openJobsClient(
  given: Given,
): Promise<Jobs & Schedules & { close(): Promise<void> }> {
  const client = await openEngineClient(given)
  return {
    enqueue: (job, payload, asking) => enqueue(client, { job, payload, asking }),
    async cancel(jobIds) {
      if (jobIds.length > 0) await client.cancelWorkflows([...jobIds])
    },
    state: (jobId) => findState(client, jobId),
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
          ...(timeZone !== undefined && { cronTimezone: timeZone }),
        },
      ])
    },
    unschedule: (key) => client.deleteSchedule(key),
    close: () => client.destroy(),
  }
}

export function openEngineClient({ pool, log }: Given): Promise<DBOSClient> {
  return DBOSClient.create({
    systemDatabaseUrl: poolAddress,
    systemDatabasePool: poolForEngine(pool),
    systemDatabaseSchemaName: engineSchema,
    applicationName: engineName,
    logger: engineLog(log),
  })
}

type Asked<Payload> = {
  readonly job: Job<Payload>
  readonly payload: Payload
  readonly asking: Asking
}

async function enqueue<Payload>(
  client: DBOSClient,
  { job, payload, asking: { db, ...asking } }: Asked<Payload>,
): Promise<void> {
  const options = waitingJob(job.name, asking)
  const parsed = job.payload.parse(payload)
  if (db?.isTransaction) await client.enqueueInTransaction(asPgClient(db), options, parsed)
  else await client.enqueue(options, parsed)
}

/** The engine only ever calls `query(text, values)` on the client that it is handed. */
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
