import {
  logsEventOf,
  type RunNews,
  type RunProgress,
  runsEvent,
  TaskResult,
  taskResultEvent,
} from '@recto/contract/server/sockets'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Sockets } from '../../../platform/sockets/sockets.ts'
import { findAwaited, presentStudioRun } from '../queue/map-run.ts'
import { getPromptFailures } from '../queue/run-outcome.ts'
import { runsChanged } from '../queue/runs.events.ts'
import { listRunsById, listTasksOfRuns, type RunRow, type TaskRow } from '../queue/runs.store.ts'
import { getFailureReason, getTaskState } from '../queue/task-state.ts'
import { listDocumentsById } from '../rows/documents.store.ts'
import { listOutputsById } from '../rows/outputs.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { type FailedPromptReply, presentOutputs, presentPromptFailure } from './map-output.ts'

type PushDependencies = Pick<Context, 'compute' | 'db' | 'events' | 'log'>

/**
 * Pushes the states of runs to the browsers that are connected to this process. Changes during a
 * push are combined into the next one, so a later message is never older than an earlier one.
 */
export function pushRunUpdates(ctx: PushDependencies, sockets: Sockets): () => void {
  let queue = new Map<number, RunChanges>()
  let isPushing = false
  const pushAll = async () => {
    isPushing = true
    while (queue.size > 0) {
      const batch = queue
      queue = new Map()
      for (const [organizationId, changes] of batch) {
        const tenant = { db: ctx.db, organizationId }
        await pushChanges(ctx, tenant, sockets, changes).catch((error: unknown) => {
          // Browsers also poll now and then.
          ctx.log.warn({ reason: describeFailure(error) }, 'failed to push run updates')
        })
      }
    }
    isPushing = false
  }
  return ctx.events.subscribe(runsChanged, ({ organizationId, runIds, state }) => {
    if (!sockets.hasOrganization(organizationId)) return
    const { ids, endedIds } = queue.get(organizationId) ?? { ids: [], endedIds: [] }
    const hasEnded = state !== 'waiting' && state !== 'running'
    queue.set(organizationId, {
      ids: [...ids, ...runIds],
      endedIds: hasEnded ? [...endedIds, ...runIds] : endedIds,
    })
    if (!isPushing) void pushAll()
  })
}

/** A run may have ended before its start is pushed, so its end is collected separately. */
type RunChanges = { readonly ids: readonly string[]; readonly endedIds: readonly string[] }

/**
 * Pushes the states of runs to our own pages; progress and results of tasks are for other clients.
 */
async function pushChanges(
  ctx: PushDependencies,
  tenant: Tenant,
  sockets: Sockets,
  changes: RunChanges,
): Promise<void> {
  const ids = [...new Set(changes.ids)]
  const runs = await listRunsById(tenant, ids)
  pushToUsers(tenant, sockets, runs)
  const tasks = (await listTasksOfRuns(tenant, ids)).filter(
    ({ log_events_id: session }) =>
      session !== null && sockets.hasSession(toChannel(tenant, session)),
  )
  if (tasks.length === 0) return
  await pushProgress(tenant, sockets, { tasks, runs })
  for (const task of tasks)
    await pushTaskResult(ctx, tenant, sockets, { task, endedIds: changes.endedIds })
}

/** Pushes to the users who started the runs, in all of their browsers. */
function pushToUsers({ organizationId }: Tenant, sockets: Sockets, runs: readonly RunRow[]) {
  for (const group of Map.groupBy(runs, (run) => `${run.created_by}/${run.project_id}`).values()) {
    const [first] = group
    if (!first || first.created_by === null) continue
    const update: RunNews['data'] = { tool_id: first.project_id, runs: group.map(presentStudioRun) }
    sockets.sendToPerson({ organizationId, userId: first.created_by }, runsEvent, update)
  }
}

type ProgressUpdate = { readonly tasks: readonly TaskRow[]; readonly runs: readonly RunRow[] }

const awaitedMessages = {
  turn: 'Waiting in the queue',
  document: 'Reading the document',
  model: 'Waiting for the model',
} as const

const endMessages = { done: 'Answered', cancelled: 'Cancelled' } as const

function describeState(run: RunRow): string {
  if (run.state === 'failed') return getFailureReason(run)
  if (run.state === 'done' || run.state === 'cancelled') return endMessages[run.state]
  return awaitedMessages[findAwaited(run) ?? 'document']
}

async function pushProgress(
  tenant: Tenant,
  sockets: Sockets,
  { tasks, runs }: ProgressUpdate,
): Promise<void> {
  const projectIds = [...new Set(runs.map(({ project_id }) => project_id))]
  const prompts = await listPromptsOfProjects(tenant, projectIds)
  const documentIds = [...new Set(runs.map(({ document_id }) => document_id))]
  const documents = await listDocumentsById(tenant, documentIds)
  const keysById = new Map(prompts.map(({ id, key }) => [id, key]))
  const namesById = new Map(documents.map(({ id, name }) => [id, name]))
  for (const { log_events_id: session, run_ids } of tasks) {
    if (session === null) continue
    for (const run of runs.filter(({ id }) => run_ids.includes(id))) {
      const names = {
        key: keysById.get(run.prompt_id ?? ''),
        name: namesById.get(run.document_id),
      }
      const channel = toChannel(tenant, session)
      sockets.sendToSession(channel, logsEventOf(session), presentProgress(run, names))
    }
  }
}

type RunNames = { readonly key: string | undefined; readonly name: string | undefined }

const presentProgress = (run: RunRow, { key, name }: RunNames): RunProgress['data'] => ({
  timestamp: Date.now() / 1000,
  type: 'PROGRESS',
  service: 'prompt',
  component: {
    tool_id: run.project_id,
    run_id: run.run_id,
    prompt_id: run.prompt_id,
    prompt_key: key ?? null,
    doc_name: name ?? null,
  },
  level: run.state === 'failed' ? 'ERROR' : 'INFO',
  state: 'RUN',
  message: describeState(run),
})

type EndedTask = { readonly task: TaskRow; readonly endedIds: readonly string[] }

/** Pushes the result only once, with the change of the run that ended last. */
async function pushTaskResult(
  ctx: PushDependencies,
  tenant: Tenant,
  sockets: Sockets,
  { task, endedIds }: EndedTask,
): Promise<void> {
  const runs = await listRunsById(tenant, task.run_ids)
  const [lastRun] = runs.toSorted(
    (a, b) => Number(b.ended_at) - Number(a.ended_at) || (a.id < b.id ? 1 : -1),
  )
  if (!lastRun || !endedIds.includes(lastRun.id) || task.log_events_id === null) return
  if (getTaskState(runs).status === 'processing') return
  const result = await presentTaskResult(ctx, tenant, task, runs)
  sockets.sendToSession(toChannel(tenant, task.log_events_id), taskResultEvent, result)
}

const toChannel = ({ organizationId }: Tenant, logEventsId: string) => ({
  organizationId,
  logEventsId,
})

/** Presents the result of a task for the event of its end. */
async function presentTaskResult(
  ctx: Pick<Context, 'compute' | 'log'>,
  tenant: Tenant,
  task: TaskRow,
  taskRuns: readonly RunRow[],
): Promise<TaskResult['data']> {
  const runs = task.run_ids.flatMap((id) => taskRuns.find((run) => run.id === id) ?? [])
  const [firstRun] = runs
  if (!firstRun) throw new Error('The task has no run.')
  const state = getTaskState(runs)
  const ids = runs.flatMap(({ output_ids }) => output_ids)
  const outputs = await listOutputsById(tenant, ids)
  // In a bulk run, the context may be the same long text for every row.
  const rows = await presentOutputs(ctx, tenant, outputs, { hasContext: runs.length === 1 })
  const failures = runs.flatMap(presentFailures)
  const indexReply = {
    message: 'Document indexed successfully.',
    document_id: firstRun.document_id,
  }
  const failedRun = runs.find((run) => run.state !== 'done')
  const endedAt = Math.max(...runs.map(({ ended_at }) => Number(ended_at)))
  return TaskResult.parse({
    data: {
      task_id: task.id,
      operation: task.operation,
      tool_id: task.project_id,
      status: state.status === 'failed' ? 'failed' : 'completed',
      result:
        state.status === 'failed'
          ? null
          : firstRun.kind === 'index'
            ? indexReply
            : [...rows, ...failures],
      error: failedRun ? getFailureReason(failedRun) : (failures[0]?.error ?? null),
      prompt_ids: task.prompt_ids ?? getPromptIds(runs, [...rows, ...failures]),
      document_id: firstRun.document_id,
      profile_manager_id: firstRun.profile_id,
      elapsed: Math.max(0, (endedAt - Number(task.created_at)) / 1000),
    },
  }).data
}

/** Presents the prompts of a run that have no output as the reply of a run does. */
function presentFailures(run: RunRow): readonly FailedPromptReply[] {
  const parts =
    run.state === 'done' || run.prompt_id === null
      ? getPromptFailures(run)
      : [{ promptId: run.prompt_id, reason: getFailureReason(run) }]
  return parts.map(presentPromptFailure)
}

function getPromptIds(
  runs: readonly RunRow[],
  rows: readonly { readonly prompt_id: string }[],
): readonly string[] {
  const promptIds = runs.flatMap(({ prompt_id }) => prompt_id ?? [])
  return promptIds.length > 0 ? promptIds : rows.map(({ prompt_id }) => prompt_id)
}
