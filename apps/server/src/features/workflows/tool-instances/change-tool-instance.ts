import { badRequest, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { buildToolSpec, findBuiltInProblem, findTool, type Tool } from '../../tools/tools.port.ts'
import { editWorkflow } from '../edit-workflow.ts'
import { getWorkflowToChange } from '../get-workflow.ts'
import { recordWorkflow } from '../record-workflow.ts'
import {
  changeToolInstance,
  deleteToolInstanceRow,
  findToolInstances,
  type ToolInstanceRow,
} from '../tool-instances.store.ts'
import type { WorkflowRow } from '../workflows.store.ts'
import { resolveNamedAdapters } from './resolve-named-adapters.ts'
import { withInstanceNames } from './tool-settings.ts'

type ToolInstanceRequest = { readonly actor: Actor; readonly id: string }

export async function getToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, id }: ToolInstanceRequest,
): Promise<ToolInstanceRow> {
  const [instance] = await findToolInstances(tenantOf(ctx, actor), { id, viewer: actor })
  if (!instance) throw notFound('tool instance')
  return instance
}

/** A tool instance may be changed by users who may change its workflow. */
async function getToolInstanceToChange(
  ctx: Pick<Context, 'db'>,
  { actor, id }: ToolInstanceRequest,
): Promise<{ readonly instance: ToolInstanceRow; readonly workflow: WorkflowRow }> {
  const instance = await getToolInstance(ctx, { actor, id })
  return { instance, workflow: await getWorkflowToChange(ctx, { actor, id: instance.workflow_id }) }
}

/** Replaces all settings; the ids of the instance and its organization are set by the server. */
export async function saveToolSettings(
  ctx: AnsweringDependencies & Pick<Context, 'config'>,
  { actor, id, ...input }: ToolInstanceRequest & { readonly settings: Record<string, unknown> },
): Promise<ToolInstanceRow> {
  const { instance, workflow } = await getToolInstanceToChange(ctx, { actor, id })
  const { tool_id: toolId, metadata: previousSettings } = instance
  const tool = await findTool(ctx, tenantOf(ctx, actor), toolId)
  if (!tool) throw badRequest('This tool does not exist.')
  assertSettingsFit(tool, input.settings, ctx.config.productId)
  const spec = buildToolSpec(tool)
  const settings = await resolveNamedAdapters(ctx, actor, {
    spec,
    settings: input.settings,
    previousSettings,
  })
  const metadata = withInstanceNames(settings, {
    id,
    toolId,
    organization: actor.organization.slug,
  })
  const apply = async (tenant: Tenant) => {
    const change = { metadata, userId: actor.userId }
    const changedInstance = await changeToolInstance(tenant, id, change)
    const values = { before: previousSettings, after: metadata }
    await recordWorkflow(tenant, actor, { done: 'tool-changed', workflow, ...values })
    return changedInstance
  }
  return editWorkflow(ctx, { actor, workflowId: workflow.id, apply })
}

export async function deleteToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, id }: ToolInstanceRequest,
): Promise<void> {
  const { instance, workflow } = await getToolInstanceToChange(ctx, { actor, id })
  const apply = async (tenant: Tenant) => {
    await deleteToolInstanceRow(tenant, id)
    await recordWorkflow(tenant, actor, {
      done: 'tool-removed',
      workflow,
      before: { tool: instance.tool_id, ...instance.metadata },
    })
  }
  await editWorkflow(ctx, { actor, workflowId: workflow.id, apply })
}

function assertSettingsFit(
  tool: Tool,
  settings: Readonly<Record<string, unknown>>,
  productId: string,
) {
  const problem = tool.builtIn && findBuiltInProblem(tool.builtIn, settings, productId)
  if (problem) throw invalid(problem.setting, `The bins ${problem.problem}.`)
}
