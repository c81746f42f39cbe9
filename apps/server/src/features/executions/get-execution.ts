import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type ExecutionRow, findExecution } from './executions.store.ts'
import { type FileExecutionRow, findFileExecution } from './files/file-executions.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

export async function getExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<ExecutionRow> {
  const execution = await findExecution(tenantOf(ctx, actor), id)
  if (!execution) throw notFound('execution')
  return execution
}

export async function getFileExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id, fileId }: Input & { readonly fileId: string },
): Promise<FileExecutionRow> {
  const file = await findFileExecution(tenantOf(ctx, actor), fileId)
  if (file?.execution_id !== id) throw notFound('file execution')
  return file
}
