import { TaskResult } from '@recto/contract/sockets'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { failedPartsOf } from '../queue/outcome-of-run.ts'
import type { RunRow, TaskRow } from '../queue/runs.store.ts'
import { reasonOf, stateOfTask } from '../queue/task-state.ts'
import { listOutputsById } from '../rows/outputs.store.ts'
import { type FailedLine, presentFailedPart, presentOutputs } from './map-output.ts'

/** What a task gave, as the event of its end says it. */
export async function presentTaskResult(
  ctx: Pick<Context, 'compute' | 'log'>,
  tenant: Tenant,
  task: TaskRow,
  found: readonly RunRow[],
): Promise<TaskResult['data']> {
  const runs = task.run_ids.flatMap((id) => found.find((run) => run.id === id) ?? [])
  const [first] = runs
  if (!first) throw new Error('The task has no run.')
  const state = stateOfTask(runs)
  const ids = runs.flatMap(({ output_ids }) => output_ids)
  const outputs = await listOutputsById(tenant, ids)
  // What a bulk run was taken from may be the same long text for each of its rows.
  const rows = await presentOutputs(ctx, tenant, outputs, { hasContext: runs.length === 1 })
  const failed = runs.flatMap(failuresOf)
  const index = { message: 'Document indexed successfully.', document_id: first.document_id }
  const unsuccessful = runs.find((run) => run.state !== 'done')
  const latest = Math.max(...runs.map(({ ended_at }) => Number(ended_at)))
  return TaskResult.parse({
    data: {
      task_id: task.id,
      operation: task.operation,
      tool_id: task.project_id,
      status: state.status === 'failed' ? 'failed' : 'completed',
      result: resultOf(state.status, first.kind === 'index' ? index : [...rows, ...failed]),
      error: unsuccessful ? reasonOf(unsuccessful) : (failed[0]?.error ?? null),
      prompt_ids: promptIdsOf(runs, [...rows, ...failed]),
      document_id: first.document_id,
      profile_manager_id: first.profile_id,
      elapsed: Math.max(0, (latest - Number(task.created_at)) / 1000),
    },
  }).data
}

/** The prompts of a run that have no output, each as the reply of a run call names it. */
function failuresOf(run: RunRow): readonly FailedLine[] {
  const parts =
    run.state === 'done' || run.prompt_id === null
      ? failedPartsOf(run)
      : [{ promptId: run.prompt_id, reason: reasonOf(run) }]
  return parts.map(presentFailedPart)
}

const resultOf = <T>(status: string, result: T) => (status === 'failed' ? null : result)

function promptIdsOf(
  runs: readonly RunRow[],
  rows: readonly { readonly prompt_id: string }[],
): readonly string[] {
  const asked = runs.flatMap(({ prompt_id }) => prompt_id ?? [])
  return asked.length > 0 ? asked : rows.map(({ prompt_id }) => prompt_id)
}
