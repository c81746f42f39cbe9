import { randomUUID } from 'node:crypto'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { toolSpec } from '../../tools/tools.port.ts'
import { getWorkflowToChange } from '../get-workflow.ts'
import { insertToolInstance, type ToolInstanceRow } from './tool-instances.store.ts'
import { defaultSettings, getUsableTool, namedSettings } from './tool-settings.ts'

type Input = { readonly actor: Actor; readonly workflowId: string; readonly toolId: string }

/** The one step of a workflow, with every setting at its default. */
export async function addToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId, toolId }: Input,
): Promise<ToolInstanceRow> {
  await getWorkflowToChange(ctx, { actor, id: workflowId })
  const tool = await getUsableTool(ctx, { actor, toolId })
  const settings = defaultSettings(toolSpec(tool) as Record<string, unknown>)

  const id = randomUUID()
  const instance = await insertToolInstance(tenantOf(ctx, actor), {
    id,
    workflowId,
    toolId,
    step: 1,
    metadata: JSON.stringify(namedSettings(settings, { id, toolId })),
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
  if (!instance) throw badRequest('The workflow already has a tool.')
  return instance
}
