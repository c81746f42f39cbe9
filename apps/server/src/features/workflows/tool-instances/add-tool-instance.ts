import { randomUUID } from 'node:crypto'
import { badRequest } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { defaultTriad } from '../../adapters/adapters.port.ts'
import { buildToolSpec, isBuiltInTool, type ToolSpec } from '../../tools/tools.port.ts'
import { editWorkflow } from '../edit-workflow.ts'
import { getWorkflowToChange } from '../get-workflow.ts'
import { recordWorkflow } from '../record-workflow.ts'
import { insertToolInstance, type ToolInstanceRow } from '../tool-instances.store.ts'
import { getDefaultSettings, getUsableTool, withInstanceNames } from './tool-settings.ts'

type AddToolInstanceRequest = {
  readonly actor: Actor
  readonly workflowId: string
  readonly toolId: string
}

/** Adds the single tool of a workflow, with every setting at its default. */
export async function addToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId, toolId }: AddToolInstanceRequest,
): Promise<ToolInstanceRow> {
  const workflow = await getWorkflowToChange(ctx, { actor, id: workflowId })
  const tool = await getUsableTool(ctx, { actor, toolId })
  const spec = buildToolSpec(tool)
  const settings = {
    ...getDefaultSettings(spec as Record<string, unknown>),
    ...(await selectInitialAdapters(ctx, actor, { spec, builtIn: tool.builtIn !== undefined })),
  }

  const id = randomUUID()
  const apply = async (tenant: Tenant) => {
    const instance = await insertToolInstance(tenant, {
      id,
      workflowId,
      ...(isBuiltInTool(toolId) ? { builtIn: toolId } : { toolId }),
      step: 1,
      metadata: JSON.stringify(withInstanceNames(settings, { id, toolId })),
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!instance) throw badRequest('The workflow already has a tool.')
    await recordWorkflow(tenant, actor, {
      done: 'tool-added',
      workflow,
      after: { tool: tool.name },
    })
    return instance
  }
  const toolIds = isBuiltInTool(toolId) ? [] : [toolId]
  return editWorkflow(ctx, { actor, workflowId, toolIds, apply })
}

const noAdapters = { llm: null, textExtractor: null }

/**
 * Initial value of each setting that names an adapter, under both of its keys. A built-in tool
 * starts with the actor's default adapters, so that it can run immediately; an exported tool starts
 * without, and uses the adapters of its project.
 */
async function selectInitialAdapters(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { spec, builtIn }: InitialAdapterOptions,
) {
  const { llm, textExtractor } = builtIn ? await defaultTriad(ctx, actor) : noAdapters
  const byType: Readonly<Record<string, string | null>> = { LLM: llm, X2TEXT: textExtractor }
  return Object.fromEntries(
    Object.entries(spec.properties).flatMap(([name, { adapterType, adapterIdKey }]) => {
      if (typeof adapterIdKey !== 'string') return []
      const id = byType[String(adapterType)] ?? ''
      return [[name, id] as const, [adapterIdKey, id] as const]
    }),
  )
}

type InitialAdapterOptions = { readonly spec: ToolSpec; readonly builtIn: boolean }
