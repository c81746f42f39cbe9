import { randomUUID } from 'node:crypto'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { awaitTask, type EndedRun } from '../queue/await-runs.ts'
import {
  getPromptFailures,
  getRunOutputs,
  type PromptFailure,
  type RunOutputs,
} from '../queue/run-outcome.ts'
import { planIndexing, planPromptRun } from './plan-runs.ts'
import { type StartedTask, startOrResumeTask } from './start-runs.ts'

export type TaskOutcome = { readonly rows: RunOutputs; readonly failures: readonly PromptFailure[] }

/**
 * Waits for the runs of a task and returns what they produced; `undefined` if this process shuts
 * down before.
 */
export async function awaitTaskOutcome(
  ctx: Context,
  actor: Actor,
  { id, runs }: StartedTask,
): Promise<TaskOutcome | undefined> {
  const tenant = tenantOf(ctx, actor)
  const endedRuns: EndedRun[] = []
  const onEnded = async (endedRun: EndedRun) => void endedRuns.push(endedRun)
  const ids = runs.map(({ id }) => id)
  if (!(await awaitTask(ctx, tenant, { taskId: id, ids, onEnded }))) return undefined
  const outputs: RunOutputs[] = []
  for (const endedRun of endedRuns) outputs.push(await getRunOutputs(tenant, endedRun))
  return { rows: outputs.flat(), failures: endedRuns.flatMap(({ run }) => getPromptFailures(run)) }
}

type DocumentRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

/**
 * Lets a worker run a prompt with its own profile and waits, for a caller without a session that
 * receives events. Returns `undefined` if this process shuts down before; repeating the call then
 * joins the same run.
 */
export async function runPromptAndWait(
  ctx: Context,
  { promptId, ...documentRequest }: DocumentRequest & { readonly promptId: string },
): Promise<TaskOutcome | undefined> {
  const requests = await planPromptRun(ctx, { ...documentRequest, promptId, profileId: undefined })
  if (requests.length === 0) return { rows: [], failures: [] }
  const operation = 'fetch_response'
  const task = await startOrResumeTask(ctx, {
    ...documentRequest,
    operation,
    logEventsId: randomUUID(),
    requests,
  })
  return awaitTaskOutcome(ctx, documentRequest.actor, task)
}

/** Lets a worker read and index a document and waits in the same way. */
export async function indexDocumentAndWait(
  ctx: Context,
  request: DocumentRequest,
): Promise<TaskOutcome | undefined> {
  const requests = await planIndexing(ctx, request)
  const operation = 'index_document'
  const task = await startOrResumeTask(ctx, {
    ...request,
    operation,
    logEventsId: randomUUID(),
    requests,
  })
  return awaitTaskOutcome(ctx, request.actor, task)
}
