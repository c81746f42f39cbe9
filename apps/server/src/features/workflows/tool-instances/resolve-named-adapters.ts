import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { assertAdaptersUsable, findAdapterId } from '../../adapters/adapters.port.ts'
import { type AnsweringDependencies, assertCanChallenge } from '../../answering/answering.port.ts'
import type { ToolSpec } from '../../tools/tools.port.ts'
import { adapterKinds } from './tool-settings.ts'

type Settings = Readonly<Record<string, unknown>>

type AdapterSettings = {
  readonly spec: ToolSpec
  readonly settings: Settings
  readonly previousSettings: Settings
}

/**
 * Adds the ids of the adapters to the settings, where clients give names or ids. Throws when there
 * is no adapter of that name, it is unsuitable, or the actor may not use it.
 */
export async function resolveNamedAdapters(
  ctx: AnsweringDependencies,
  actor: Actor,
  { spec, settings, previousSettings }: AdapterSettings,
): Promise<Settings> {
  const ids: Record<string, unknown> = {}
  for (const [name, { adapterType, adapterIdKey }] of Object.entries(spec.properties)) {
    const kind = adapterKinds[String(adapterType)]
    const nameOrId = settings[name]
    if (!kind || nameOrId === undefined) continue
    const idKey = String(adapterIdKey)
    // An unchanged adapter may belong to another user, or have been renamed.
    const isUnchanged = previousSettings[idKey] && nameOrId === previousSettings[name]
    ids[idKey] = isUnchanged
      ? previousSettings[idKey]
      : await resolveAdapterId(ctx, actor, { name, kind, value: nameOrId })
  }
  return { ...settings, ...ids }
}

const kindNames: Partial<Record<AdapterKind, string>> = {
  llm: 'language model',
  'text-extractor': 'text extractor',
}

type AdapterChoice = { readonly name: string; readonly kind: AdapterKind; readonly value: unknown }

/** Returns an empty id when no adapter is selected. */
async function resolveAdapterId(
  ctx: AnsweringDependencies,
  actor: Actor,
  { name, kind, value }: AdapterChoice,
): Promise<string> {
  const tenant = tenantOf(ctx, actor)
  const nameOrId = String(value ?? '')
  if (nameOrId === '') return ''
  const id = await findAdapterId(tenant, kind, nameOrId)
  if (!id) throw badRequest(`The ${kindNames[kind]} “${nameOrId}” does not exist.`)
  await assertAdaptersUsable(ctx, actor, [id])
  if (name === 'challenge_llm') await assertCanChallenge(ctx, tenant, id)
  return id
}
