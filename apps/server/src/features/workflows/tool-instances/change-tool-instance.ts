import { badRequest, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { builtInProblem, findTool, type Tool, toolSpec } from '../../tools/tools.port.ts'
import { getWorkflowToChange } from '../get-workflow.ts'
import { withNamedAdapters } from './named-adapters.ts'
import {
  changeToolInstance,
  findToolInstances,
  removeToolInstance,
  type ToolInstanceRow,
} from './tool-instances.store.ts'
import { namedSettings } from './tool-settings.ts'

type Input = { readonly actor: Actor; readonly id: string }

export async function getToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<ToolInstanceRow> {
  const [instance] = await findToolInstances(tenantOf(ctx, actor), { id })
  if (!instance) throw notFound('tool instance')
  return instance
}

/** A step is changed by whoever may change its workflow. */
async function getToolInstanceToChange(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<ToolInstanceRow> {
  const instance = await getToolInstance(ctx, { actor, id })
  await getWorkflowToChange(ctx, { actor, id: instance.workflow_id })
  return instance
}

/** The settings are replaced as a whole; what names the instance and its organization is the server's. */
export async function saveToolSettings(
  ctx: AnsweringNeeds & Pick<Context, 'config'>,
  { actor, id, ...input }: Input & { readonly settings: Record<string, unknown> },
): Promise<ToolInstanceRow> {
  const instance = await getToolInstanceToChange(ctx, { actor, id })
  const { tool_id: toolId, metadata: before } = instance
  const tool = await findTool(ctx, tenantOf(ctx, actor), toolId)
  if (!tool) throw badRequest('There is no such tool.')
  assertFits(tool, input.settings, ctx.config.productId)
  const spec = toolSpec(tool)
  const settings = await withNamedAdapters(ctx, actor, { spec, settings: input.settings, before })
  return changeToolInstance(tenantOf(ctx, actor), id, {
    metadata: namedSettings(settings, {
      id,
      toolId,
      organization: actor.organization.slug,
    }),
    userId: actor.userId,
  })
}

export async function deleteToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<void> {
  await getToolInstanceToChange(ctx, { actor, id })
  await removeToolInstance(tenantOf(ctx, actor), id)
}

function assertFits(tool: Tool, settings: Readonly<Record<string, unknown>>, productId: string) {
  const found = tool.builtIn && builtInProblem(tool.builtIn, settings, productId)
  if (found) throw invalid(found.setting, `The bins ${found.problem}.`)
}
