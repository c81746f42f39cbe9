import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { assertAdaptersUsable, findAdapterId } from '../../adapters/adapters.port.ts'
import { type AnsweringNeeds, assertChallenges } from '../../answering/answering.port.ts'
import type { ToolSpec } from '../../tools/tools.port.ts'
import { adapterKinds } from './tool-settings.ts'

type Settings = Readonly<Record<string, unknown>>

type Given = {
  readonly spec: ToolSpec
  readonly settings: Settings
  readonly before: Settings
}

/**
 * The settings with the ids of the adapters, which clients name or give by their ids. Throws when there is none of that name, or
 * it cannot do what it is for, or the actor may not use it.
 */
export async function withNamedAdapters(
  ctx: AnsweringNeeds,
  actor: Actor,
  { spec, settings, before }: Given,
): Promise<Settings> {
  const ids: Record<string, unknown> = {}
  for (const [name, { adapterType, adapterIdKey }] of Object.entries(spec.properties)) {
    const kind = adapterKinds[String(adapterType)]
    const given = settings[name]
    if (!kind || given === undefined) continue
    const idKey = String(adapterIdKey)
    // What stands there already may be of somebody else, or have another name by now.
    const isKept = before[idKey] && given === before[name]
    ids[idKey] = isKept ? before[idKey] : await idOf(ctx, actor, { name, kind, given })
  }
  return { ...settings, ...ids }
}

const words: Partial<Record<AdapterKind, string>> = {
  llm: 'language model',
  'text-extractor': 'text extractor',
}

type Chosen = { readonly name: string; readonly kind: AdapterKind; readonly given: unknown }

/** Empty where none is chosen. */
async function idOf(
  ctx: AnsweringNeeds,
  actor: Actor,
  { name, kind, given: chosen }: Chosen,
): Promise<string> {
  const tenant = tenantOf(ctx, actor)
  const given = String(chosen ?? '')
  if (given === '') return ''
  const id = await findAdapterId(tenant, kind, given)
  if (!id) throw badRequest(`There is no ${words[kind]} “${given}”.`)
  await assertAdaptersUsable(ctx, actor, [id])
  if (name === 'challenge_llm') await assertChallenges(ctx, tenant, id)
  return id
}
