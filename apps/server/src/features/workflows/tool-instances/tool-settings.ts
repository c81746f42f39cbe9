import { omitUndefined } from '@recto/omit-undefined'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { completingLlms, offeredAdapters } from '../../adapters/adapters.port.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { buildToolSpec, canUseTool, findTool } from '../../tools/tools.port.ts'

type UsableToolRequest = { readonly actor: Actor; readonly toolId: string }

/** Gets a tool that the actor may add to a workflow. */
export async function getUsableTool(
  ctx: Pick<Context, 'db'>,
  { actor, toolId }: UsableToolRequest,
) {
  const tool = await findTool(ctx, tenantOf(ctx, actor), toolId)
  if (!tool || !(await canUseTool(ctx, actor, toolId)))
    throw badRequest('This tool does not exist.')
  return tool
}

/**
 * Builds the JSON Schema of a tool's settings in a workflow, including the adapters that can be
 * selected.
 */
export async function buildToolSettingsSchema(
  ctx: AnsweringDependencies,
  input: UsableToolRequest,
) {
  const spec = buildToolSpec(await getUsableTool(ctx, input))
  const properties = await Promise.all(
    Object.entries(spec.properties).map(async ([name, property]) => {
      const { choices, names } = (await listChoices(ctx, input.actor, name, property)) ?? {}
      return [name, choices ? { ...property, enum: choices, enumNames: names } : property] as const
    }),
  )
  return { ...spec, properties: Object.fromEntries(properties) } as Record<string, unknown>
}

/** Kinds of adapters by their names in schemas. */
export const adapterKinds: Readonly<Record<string, AdapterKind>> = {
  LLM: 'llm',
  X2TEXT: 'text-extractor',
}

const projectDefaultLabel = 'Project default'

/** Lists the adapters that a setting may name; `undefined` for a setting that names none. */
async function listChoices(
  ctx: AnsweringDependencies,
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
  const projectDefault = isChallenge ? [{ id: '', name: projectDefaultLabel }] : []
  const choices = [...projectDefault, ...adapters]
  // An `enum` must not be empty.
  const options = choices.length > 0 ? choices : [{ id: '', name: '' }]
  return { choices: options.map(({ id }) => id), names: options.map(({ name }) => name) }
}

/** Returns every setting with the default of its schema. */
export function getDefaultSettings(spec: Record<string, unknown>): Record<string, unknown> {
  const properties = (spec.properties ?? {}) as Record<string, { default?: unknown }>
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => property.default !== undefined)
      .map(([name, property]) => [name, property.default]),
  )
}

type InstanceNames = {
  readonly id: string
  readonly toolId: string
  readonly organization?: string
}

/** Adds the ids of the instance to its settings, where existing clients expect them. */
export function withInstanceNames(
  settings: Readonly<Record<string, unknown>>,
  { id, toolId, organization }: InstanceNames,
): Record<string, unknown> {
  return {
    ...settings,
    tool_instance_id: id,
    prompt_registry_id: toolId,
    ...omitUndefined({ tenant_id: organization }),
  }
}
