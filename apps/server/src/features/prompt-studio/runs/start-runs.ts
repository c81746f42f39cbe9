import { randomUUID } from 'node:crypto'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import { createTimeOrderedId } from '../../../platform/time-ordered-id.ts'
import { workWaitingEvent } from '../../../platform/work/announce-work.ts'
import { serializeError } from '../../../platform/work/single-flight/serialize-outcome.ts'
import { assertMayRun } from '../../billing/billing.port.ts'
import { listPendingTasks, resumeTask } from '../queue/pending-tasks.store.ts'
import { publishRunStates } from '../queue/publish-run-states.ts'
import {
  deleteOldRuns,
  insertRuns,
  insertTask,
  listRunsById,
  type NewRun,
  type RunRow,
} from '../queue/runs.store.ts'

/** A run to start, unless an identical run is unfinished. */
export type RunRequest = {
  readonly kind: RunRow['kind']
  readonly documentId: string
  /** The profile under which the output is stored. */
  readonly storageProfileId: string
  readonly promptId?: string
  /** The profile that the caller named; if absent, each prompt's own answers, else the default. */
  readonly requestedProfileId?: string | undefined
  /** Whether it needs the outputs of the other runs of the task. */
  readonly isAfterOthers?: boolean
} & ({ readonly digest: string } | { readonly refusal: unknown })

/** All runs that one request started. */
export type Task = {
  readonly actor: Actor
  readonly projectId: string
  readonly operation: Operation
  /** The session that is notified when all runs have ended. */
  readonly logEventsId: string
  /** Shared by all runs; if absent, each run gets its own. */
  readonly runId?: string | undefined
  readonly requests: readonly RunRequest[]
  /** The prompts that the caller named, also those that need no run. */
  readonly promptIds?: readonly string[] | undefined
}

/** The name of a task in the event of its end; a run is executed by its `kind`. */
export type Operation = 'fetch_response' | 'single_pass_extraction' | 'index_document'

export type StartedTask = { readonly id: string; readonly runs: readonly RunRow[] }

/**
 * Puts runs into the queue, from which a worker claims them. If an identical run is unfinished, the
 * task waits for that run. A refused request is stored as a failed run.
 */
export async function startRuns(
  ctx: Pick<Context, 'config' | 'db' | 'events' | 'log'>,
  { actor, projectId, operation, logEventsId, runId, requests, promptIds }: Task,
): Promise<StartedTask> {
  const id = randomUUID()
  const tenant = tenantOf(ctx, actor)
  await assertMayRun(ctx.config, tenant)
  const shared = { project_id: projectId, task_id: id, created_by: actor.userId }
  const runs = await inTransaction(tenant, async (transaction) => {
    await deleteOldRuns(transaction, projectId)
    const rows = requests.map((run, index) => ({
      ...shared,
      ...toRunRow(run, index),
      run_id: runId ?? randomUUID(),
    }))
    const storedRuns = await insertRuns(transaction, rows)
    await insertTask(transaction, {
      id,
      project_id: projectId,
      operation,
      log_events_id: logEventsId,
      run_ids: storedRuns.map((run) => run.id),
      prompt_ids: promptIds ? [...promptIds] : null,
      created_by: actor.userId,
    })
    const newRuns = storedRuns.filter((run) => run.task_id === id)
    for (const state of ['waiting', 'failed'] as const) {
      const changedRuns = newRuns.filter((run) => run.state === state)
      await publishRunStates(ctx, transaction, changedRuns, state)
    }
    if (newRuns.some(({ state }) => state === 'waiting')) {
      await ctx.events.publish(transaction.db, workWaitingEvent, { slots: 'items' })
    }
    return storedRuns
  })
  return { id, runs }
}

function toRunRow(
  run: RunRequest,
  index: number,
): Omit<NewRun, 'project_id' | 'task_id' | 'created_by' | 'run_id'> {
  const { kind, documentId, storageProfileId, promptId, requestedProfileId, isAfterOthers } = run
  const row = {
    id: createTimeOrderedId(),
    kind,
    document_id: documentId,
    profile_id: storageProfileId,
    prompt_id: promptId ?? null,
    requested_profile_id: requestedProfileId ?? null,
    // They run in the order of the list, which follows their references.
    rank: isAfterOthers ? index + 1 : 0,
    outcome: null,
    error: null,
    worker_id: null,
    led_by: null,
    started_at: null,
    ended_at: null,
  }
  if ('digest' in run) return { ...row, digest: run.digest }
  return {
    ...row,
    digest: row.id,
    state: 'failed',
    outcome: toStorableJson(serializeError(run.refusal)),
    error: toUserMessage(run.refusal),
    ended_at: new Date(),
  }
}

/**
 * Starts the runs of a task. If an identical task was reported as pending when a web process shut
 * down, resumes that task instead of running and paying for it again.
 */
export async function startOrResumeTask(
  ctx: Pick<Context, 'config' | 'db' | 'events' | 'log'>,
  task: Task,
): Promise<StartedTask> {
  return (await resumePendingTask(ctx, task)) ?? startRuns(ctx, task)
}

async function resumePendingTask(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, operation, requests }: Task,
): Promise<StartedTask | undefined> {
  const tenant = tenantOf(ctx, actor)
  const filter = { projectId, userId: actor.userId, operation }
  const requestKey = joinKeys(requests.map(toRequestKey))
  for (const { id, run_ids } of await listPendingTasks(tenant, filter)) {
    const runsById = new Map((await listRunsById(tenant, run_ids)).map((run) => [run.id, run]))
    const runs = run_ids.flatMap((runId) => runsById.get(runId) ?? [])
    if (joinKeys(runs.map(toRunKey)) !== requestKey) continue
    if (await resumeTask(tenant, id)) return { id, runs }
  }
  return undefined
}

const joinKeys = (names: readonly string[]) => names.toSorted().join('\n')

/** Refused runs have no digest by which they could be compared. */
const refusedKey = 'refused'

const toRequestKey = ({ documentId, storageProfileId, ...run }: RunRequest) =>
  'digest' in run ? `${documentId}/${storageProfileId}/${run.digest}` : refusedKey

const toRunKey = ({ id, document_id, profile_id, digest }: RunRow) =>
  digest === id ? refusedKey : `${document_id}/${profile_id}/${digest}`
