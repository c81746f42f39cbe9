import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { toolSpec } from '../prompt-studio/prompt-studio.port.ts'
import { getWorkflow } from './get-workflow.ts'
import {
  changeToolInstance,
  insertToolInstance,
  type ToolInstanceRow,
} from './tool-instances.store.ts'
import { defaultSettings, getUsableTool } from './tool-settings.ts'

type Input = { readonly actor: Actor; readonly workflowId: string; readonly toolId: string }

/** The one step of a workflow, with every setting at its default. */
export async function addToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId, toolId }: Input,
): Promise<ToolInstanceRow> {
  await getWorkflow(ctx, { actor, id: workflowId })
  const tool = await getUsableTool(ctx, { actor, toolId })
  const settings = defaultSettings(toolSpec(tool) as Record<string, unknown>)

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const fields = { workflowId, toolId, metadata: settings, userId: actor.userId }
    const instance = await insertToolInstance(tenant, fields)
    if (!instance) throw badRequest('The workflow already has a tool.')
    const metadata = { ...settings, tool_instance_id: instance.id, prompt_registry_id: toolId }
    return changeToolInstance(tenant, instance.id, { metadata, userId: actor.userId })
  })
}
