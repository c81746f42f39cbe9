import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import {
  adapterNames,
  assertAdaptersUsable,
  findAdapterIdByName,
} from '../../adapters/adapters.port.ts'
import { type AnsweringNeeds, assertChallenges } from '../../answering/answering.port.ts'

type Settings = Readonly<Record<string, unknown>>

/**
 * The settings with the id of the model that challenges, which clients name or give by its id. Throws when
 * there is none of that name, or it cannot do so, or the actor may not use it.
 */
export async function withNamedAdapters(
  ctx: AnsweringNeeds,
  actor: Actor,
  { settings, before }: { readonly settings: Settings; readonly before: Settings },
): Promise<Settings> {
  const { challenge_llm: named } = settings
  if (named === undefined) return settings
  // What stands there already may be of somebody else, or have another name by now.
  const { challenge_llm_adapter_id: knownId } = before
  if (knownId && named === before.challenge_llm) {
    return { ...settings, challenge_llm_adapter_id: knownId }
  }
  if (named === null || named === '') return { ...settings, challenge_llm_adapter_id: '' }
  const tenant = tenantOf(ctx, actor)
  const given = String(named)
  const isId = isUuid(given) && (await adapterNames(tenant, [given])).has(given)
  const id = isId ? given : await findAdapterIdByName(tenant, 'llm', given)
  if (!id) throw badRequest(`There is no language model “${given}”.`)
  await assertAdaptersUsable(ctx, actor, [id])
  await assertChallenges(ctx, tenant, id)
  return { ...settings, challenge_llm_adapter_id: id }
}
