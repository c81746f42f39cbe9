import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { completingLlms } from '../../adapters/adapters.port.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { findTool, mayUseTool, toolSpec } from '../../tools/tools.port.ts'

type Input = { readonly actor: Actor; readonly toolId: string }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A tool that the actor may put into a workflow. */
export async function getUsableTool(ctx: Pick<Context, 'db'>, { actor, toolId }: Input) {
  const tool = uuid.test(toolId) ? await findTool(ctx, tenantOf(ctx, actor), toolId) : undefined
  if (!tool || !(await mayUseTool(ctx, actor, toolId))) throw badRequest('There is no such tool.')
  return tool
}

/** The JSON Schema of what can be set for the tool in one workflow, with the adapters that can be chosen. */
export async function toolSettingsSchema(ctx: AnsweringNeeds, input: Input) {
  const spec = toolSpec(await getUsableTool(ctx, input))
  const llms = await completingLlms(ctx, input.actor)
  const challenge_llm = {
    ...spec.properties.challenge_llm,
    enum: ['', ...llms.map(({ id }) => id)],
    enumNames: [asExported, ...llms.map(({ name }) => name)],
  }
  return { ...spec, properties: { ...spec.properties, challenge_llm } } as Record<string, unknown>
}

const asExported = 'The one of the project'

/** Every setting at the default that its schema gives. */
export function defaultSettings(spec: Record<string, unknown>): Record<string, unknown> {
  const properties = (spec.properties ?? {}) as Record<string, { default?: unknown }>
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => property.default !== undefined)
      .map(([name, property]) => [name, property.default]),
  )
}

type Named = { readonly id: string; readonly toolId: string; readonly organization?: string }

/** Stored and shown as existing clients know them: the names of the instance stand among the settings. */
export function namedSettings(
  settings: Readonly<Record<string, unknown>>,
  { id, toolId, organization }: Named,
): Record<string, unknown> {
  return {
    ...settings,
    tool_instance_id: id,
    prompt_registry_id: toolId,
    ...(organization !== undefined && { tenant_id: organization }),
  }
}
