import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { completingLlms, offeredAdapters } from '../../adapters/adapters.port.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { findTool, mayUseTool, toolSpec } from '../../tools/tools.port.ts'

type Input = { readonly actor: Actor; readonly toolId: string }

/** A tool that the actor may put into a workflow. */
export async function getUsableTool(ctx: Pick<Context, 'db'>, { actor, toolId }: Input) {
  const tool = await findTool(ctx, tenantOf(ctx, actor), toolId)
  if (!tool || !(await mayUseTool(ctx, actor, toolId))) throw badRequest('There is no such tool.')
  return tool
}

/** The JSON Schema of what can be set for the tool in one workflow, with the adapters that can be chosen. */
export async function toolSettingsSchema(ctx: AnsweringNeeds, input: Input) {
  const spec = toolSpec(await getUsableTool(ctx, input))
  const properties = await Promise.all(
    Object.entries(spec.properties).map(async ([name, property]) => {
      const { choices, names } = (await choicesOf(ctx, input.actor, name, property)) ?? {}
      return [name, choices ? { ...property, enum: choices, enumNames: names } : property] as const
    }),
  )
  return { ...spec, properties: Object.fromEntries(properties) } as Record<string, unknown>
}

/** The adapters that a setting may name; `undefined` for one that names none. */
async function choicesOf(
  ctx: AnsweringNeeds,
  actor: Actor,
  name: string,
  { adapterType }: Readonly<Record<string, unknown>>,
) {
  const kind = adapterKinds[String(adapterType)]
  if (!kind) return undefined
  const isChallenge = name === 'challenge_llm'
  const adapters = isChallenge
    ? await completingLlms(ctx, actor)
    : await offeredAdapters(tenantOf(ctx, actor), actor, kind)
  const free = isChallenge ? [{ id: '', name: asExported }] : []
  const offered = [...free, ...adapters]
  // A schema cannot offer nothing.
  const some = offered.length > 0 ? offered : [{ id: '', name: '' }]
  return { choices: some.map(({ id }) => id), names: some.map(({ name }) => name) }
}

/** By how schemas call them. */
export const adapterKinds: Readonly<Record<string, AdapterKind>> = {
  LLM: 'llm',
  X2TEXT: 'text-extractor',
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
