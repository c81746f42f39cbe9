import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import {
  type AdapterListQuery,
  type AdapterRow,
  countVisibleAdapters,
  listVisibleAdapters,
} from './adapters.store.ts'

type ListAdaptersRequest = {
  readonly actor: Actor
  readonly kind?: AdapterKind | undefined
  readonly listQuery: AdapterListQuery
}

/** Lists all adapters that the actor may use, of one kind or of all kinds. */
export async function listAdapters(
  ctx: Pick<Context, 'db'>,
  { actor, kind, listQuery }: ListAdaptersRequest,
): Promise<AdapterRow[]> {
  return listVisibleAdapters(tenantOf(ctx, actor), actor, kind, listQuery)
}

/** Counts the matching adapters on all pages. */
export async function countAdapters(
  ctx: Pick<Context, 'db'>,
  { actor, kind, listQuery: { search, name } }: ListAdaptersRequest,
): Promise<number> {
  return countVisibleAdapters(tenantOf(ctx, actor), actor, { kind, search, name })
}
