import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { mayUseTool } from '../tools/tools.port.ts'
import { findPlanInShort } from './execution-plans.store.ts'
import { type ExecutionDeed, mayWithExecution } from './executions.policy.ts'
import { type ExecutionRow, findExecution } from './executions.store.ts'
import { type FileExecutionRow, findFileExecution } from './files/file-executions.store.ts'
import { findFileSteps } from './files/file-steps.store.ts'
import { readStep } from './files/lay-aside.store.ts'
import { isFinished } from './is-finished.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** To be seen, unless stated. Throws 404 for what the actor may not see, 403 for what only others may do. */
export async function getExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
  deed: ExecutionDeed = 'see',
): Promise<ExecutionRow> {
  const execution = await findExecution(tenantOf(ctx, actor), id)
  if (!execution || !(await may(ctx, actor, 'see', execution))) throw notFound('execution')
  if (!(await may(ctx, actor, deed, execution))) throw forbidden(refusals[deed])
  return execution
}

const refusals: Partial<Record<ExecutionDeed, string>> = {
  open: 'The files of this execution were read by a tool that was not shared with you.',
}

/** Looks for the tool only where that decides. */
async function may(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  deed: ExecutionDeed,
  execution: ExecutionRow,
): Promise<boolean> {
  if (mayWithExecution(actor, deed, execution, false)) return true
  if (!mayWithExecution(actor, deed, execution, true)) return false
  const { toolId } = await findPlanInShort(tenantOf(ctx, actor), execution)
  return mayUseTool(ctx, actor, toolId)
}

export async function getFileExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id, fileId }: Input & { readonly fileId: string },
): Promise<FileExecutionRow> {
  await getExecution(ctx, { actor, id }, 'open')
  const tenant = tenantOf(ctx, actor)
  const file = await findFileExecution(tenant, fileId)
  if (file?.execution_id !== id) throw notFound('file execution')
  if (file.result !== null || isFinished(file)) return file
  // It was read, and waits to be handed over.
  const kept = (await findFileSteps(tenant, fileId)).get(readStep)
  return kept === undefined ? file : { ...file, result: JSON.parse(String(kept)).result }
}
