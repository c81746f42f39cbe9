import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { mayUseTool } from '../tools/tools.port.ts'
import { findToolId } from './execution-plans.store.ts'
import { mayOpenExecution, maySeeExecution } from './executions.policy.ts'
import { type ExecutionRow, findExecution } from './executions.store.ts'
import { type FileExecutionRow, findFileExecution } from './files/file-executions.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

export async function getExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<ExecutionRow> {
  const execution = await findExecution(tenantOf(ctx, actor), id)
  if (!execution || !maySeeExecution(actor, execution)) throw notFound('execution')
  return execution
}

/** For its files and what was read of them: throws 403 where these are not the actor's to read. */
export async function getExecutionToOpen(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<ExecutionRow> {
  const execution = await getExecution(ctx, { actor, id })
  if (mayOpenExecution(actor, execution, false)) return execution
  const toolId = await findToolId(tenantOf(ctx, actor), execution)
  if (mayOpenExecution(actor, execution, await mayUseTool(ctx, actor, toolId))) return execution
  throw forbidden('The files of this execution were read by a tool that is not yours.')
}

export async function getFileExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id, fileId }: Input & { readonly fileId: string },
): Promise<FileExecutionRow> {
  await getExecutionToOpen(ctx, { actor, id })
  const file = await findFileExecution(tenantOf(ctx, actor), fileId)
  if (file?.execution_id !== id) throw notFound('file execution')
  return file
}
