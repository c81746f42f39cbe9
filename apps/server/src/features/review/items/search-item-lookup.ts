import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { searchRowsToChoose } from '../../lookups/lookups.port.ts'
import { getItem } from './approved-items.ts'
import { findPrompts } from './find-prompts.ts'

type SearchRequest = {
  readonly actor: Actor
  /** The id of the item. */
  readonly id: string
  readonly field: string
  readonly search?: string | undefined
}

/** Searches the lookup table that a field of an item is matched to. */
export async function searchItemLookup(
  ctx: Pick<Context, 'db'>,
  { actor, id, field, search }: SearchRequest,
) {
  const item = await getItem(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const prompts = await findPrompts(tenant, item)
  const matchTo = prompts.find(({ name }) => name === field)?.matchTo
  const foundRows = matchTo && (await searchRowsToChoose(tenant, { name: matchTo.table, search }))
  if (!foundRows) throw notFound('lookup table')
  return foundRows
}
