import { parseExactJson } from '@recto/exact-json/parse-json'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { canUseTool } from '../tools/tools.port.ts'
import type { ExecutionPlan } from './execution-plans.store.ts'
import { findPlanSummary, loadPlan } from './execution-plans.store.ts'
import { isFinished } from './execution-state.ts'
import { type ExecutionAction, mayActOnExecution } from './executions.policy.ts'
import { type ExecutionRow, findExecution } from './executions.store.ts'
import { type FileExecutionRow, findFileExecution } from './files/file-executions.store.ts'
import { findFileSteps } from './files/file-steps.store.ts'
import { toolStepName } from './files/suspend-file.store.ts'
import { isOriginVisible } from './visible-executions.reads.ts'

type ExecutionRequest = { readonly actor: Actor; readonly id: string }

const refusalMessages: Partial<Record<ExecutionAction, string>> = {
  open: 'The files of this execution were processed by a tool that is not shared with you.',
}

/**
 * Gets an execution on which the actor may perform `action`. Throws 404 when the actor may not see
 * it, and 403 when the actor may see it but not perform the action.
 */
export async function getExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id }: ExecutionRequest,
  action: ExecutionAction = 'see',
): Promise<ExecutionRow> {
  const execution = await findExecution(tenantOf(ctx, actor), id)
  if (!execution || !(await isPermitted(ctx, actor, 'see', execution))) throw notFound('execution')
  if (!(await isPermitted(ctx, actor, action, execution))) throw forbidden(refusalMessages[action])
  return execution
}

/** Looks up its workflow and its tool only when the answer depends on them. */
async function isPermitted(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  action: ExecutionAction,
  execution: ExecutionRow,
): Promise<boolean> {
  const { id, created_by } = execution
  if (mayActOnExecution(actor, action, { created_by })) return true
  const tenant = tenantOf(ctx, actor)
  const maySeeWorkflow = await isOriginVisible(tenant, actor, id)
  const facts = { created_by, maySeeWorkflow }
  if (mayActOnExecution(actor, action, facts)) return true
  if (!mayActOnExecution(actor, action, { ...facts, mayUseTool: true })) return false
  const { toolId } = await findPlanSummary(tenant, execution)
  return canUseTool(ctx, actor, toolId)
}

export async function getFileExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id, fileId }: ExecutionRequest & { readonly fileId: string },
): Promise<FileExecutionRow> {
  await getExecution(ctx, { actor, id }, 'open')
  const tenant = tenantOf(ctx, actor)
  const file = await findFileExecution(tenant, fileId)
  if (file?.execution_id !== id) throw notFound('file execution')
  if (file.result !== null || isFinished(file)) return file
  // The file was read, and its result waits for delivery.
  const toolStepResult = (await findFileSteps(tenant, fileId)).get(toolStepName)
  return toolStepResult === undefined
    ? file
    : { ...file, result: (parseExactJson(String(toolStepResult)) as FileExecutionRow).result }
}

/** A file of an execution with the plan by which it was run. */
export type RecordedFile = { readonly file: FileExecutionRow; readonly plan: ExecutionPlan }

export async function findRecordedFile(
  tenant: Tenant,
  id: string,
): Promise<RecordedFile | undefined> {
  const file = await findFileExecution(tenant, id)
  const execution = file && (await findExecution(tenant, file.execution_id))
  return file && execution && { file, plan: await loadPlan(tenant, execution) }
}
