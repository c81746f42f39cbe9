import { randomUUID } from 'node:crypto'
import { carryFailure } from '../../../platform/claims/carry-failure.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { storableJson } from '../../../platform/db/storable.ts'
import { describeForPerson } from '../../../platform/describe-failure.ts'
import { workWaiting } from '../../../platform/leases/announce-work.ts'
import { timeOrderedId } from '../../../platform/time-ordered-id.ts'
import { assertMayRun } from '../../billing/billing.port.ts'
import { announceRuns } from '../queue/announce-runs.ts'
import {
  forgetOldRuns,
  insertRuns,
  insertTask,
  type NewRun,
  type RunRow,
} from '../queue/runs.store.ts'

/** Something that is to be run, before it is known whether the same is under way. */
export type WantedRun = {
  readonly kind: RunRow['kind']
  readonly documentId: string
  readonly profileId: string
  readonly promptId?: string
  readonly requestedProfileId?: string | undefined
  /** Whether it needs what the others of the task give. */
  readonly isAfterOthers?: boolean
} & ({ readonly digest: string } | { readonly refusal: unknown })

export type Task = {
  readonly actor: Actor
  readonly projectId: string
  readonly operation: Operation
  /** Of the session that is told when all of it has ended. */
  readonly logEventsId: string
  /** Of all runs; without it each has one of its own. */
  readonly runId?: string | undefined
  readonly wanted: readonly WantedRun[]
}

export type Operation = 'fetch_response' | 'single_pass_extraction' | 'index_document'

export type StartedTask = { readonly id: string; readonly runs: readonly RunRow[] }

/**
 * Puts runs into the queue, where a worker takes them. What is under way already is not begun again: the
 * task waits for the same run. What was refused is there as a run that has failed.
 */
export async function startRuns(
  ctx: Pick<Context, 'config' | 'db' | 'events' | 'log'>,
  { actor, projectId, operation, logEventsId, runId, wanted }: Task,
): Promise<StartedTask> {
  const id = randomUUID()
  const tenant = tenantOf(ctx, actor)
  await assertMayRun(ctx.config, tenant)
  const shared = { project_id: projectId, task_id: id, created_by: actor.userId }
  const runs = await inTransaction(tenant, async (within) => {
    await forgetOldRuns(within, projectId)
    const rows = wanted.map((run, place) => ({
      ...shared,
      ...rowOf(run, place),
      run_id: runId ?? randomUUID(),
    }))
    const stored = await insertRuns(within, rows)
    await insertTask(within, {
      id,
      project_id: projectId,
      operation,
      log_events_id: logEventsId,
      run_ids: stored.map((run) => run.id),
      created_by: actor.userId,
    })
    const fresh = stored.filter((run) => run.task_id === id)
    for (const state of ['waiting', 'failed'] as const) {
      const those = fresh.filter((run) => run.state === state)
      await announceRuns(ctx, within, those, state)
    }
    if (fresh.some(({ state }) => state === 'waiting')) {
      await ctx.events.publish(within.db, workWaiting, {})
    }
    return stored
  })
  return { id, runs }
}

function rowOf(
  run: WantedRun,
  place: number,
): Omit<NewRun, 'project_id' | 'task_id' | 'created_by' | 'run_id'> {
  const { kind, documentId, profileId, promptId, requestedProfileId, isAfterOthers } = run
  const row = {
    id: timeOrderedId(),
    kind,
    document_id: documentId,
    profile_id: profileId,
    prompt_id: promptId ?? null,
    requested_profile_id: requestedProfileId ?? null,
    // In their order, which is that of their references.
    rank: isAfterOthers ? place + 1 : 0,
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
    outcome: storableJson(carryFailure(run.refusal)),
    error: describeForPerson(run.refusal),
    ended_at: new Date(),
  }
}
