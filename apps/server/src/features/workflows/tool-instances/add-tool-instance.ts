import { randomUUID } from 'node:crypto'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { defaultTriad } from '../../adapters/adapters.port.ts'
import { isBuiltIn, type ToolSpec, toolSpec } from '../../tools/tools.port.ts'
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
  const spec = toolSpec(tool)
  const settings = {
    ...defaultSettings(spec as Record<string, unknown>),
    ...(await adaptersFor(ctx, actor, { spec, builtIn: tool.builtIn !== undefined })),
  }

  const id = randomUUID()
  const instance = await insertToolInstance(tenantOf(ctx, actor), {
    id,
    workflowId,
    ...(isBuiltIn(toolId) ? { builtIn: toolId } : { toolId }),
    step: 1,
    metadata: JSON.stringify(namedSettings(settings, { id, toolId })),
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
  if (!instance) throw badRequest('The workflow already has a tool.')
  return instance
}

/**
 * What each setting that names an adapter begins with, under both of its keys. A built-in tool begins with the actor's
 * default adapters, so that it runs as it is; a project's with those of the project, which is to say with none of its own.
 */
async function adaptersFor(ctx: Pick<Context, 'db'>, actor: Actor, { spec, builtIn }: Begun) {
  const { llm, textExtractor } = builtIn ? await defaultTriad(ctx, actor) : none
  const byType: Readonly<Record<string, string | null>> = { LLM: llm, X2TEXT: textExtractor }
  return Object.fromEntries(
    Object.entries(spec.properties).flatMap(([name, { adapterType, adapterIdKey }]) => {
      if (typeof adapterIdKey !== 'string') return []
      const id = byType[String(adapterType)] ?? ''
      return [[name, id] as const, [adapterIdKey, id] as const]
    }),
  )
}

type Begun = { readonly spec: ToolSpec; readonly builtIn: boolean }
const none = { llm: null, textExtractor: null }
