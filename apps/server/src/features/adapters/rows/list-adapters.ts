import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import {
  type AdapterRow,
  countVisibleAdapters,
  listVisibleAdapters,
  type WantedAdapters,
} from './adapters.store.ts'

type Input = {
  readonly actor: Actor
  readonly kind?: AdapterKind | undefined
  readonly wanted: WantedAdapters
}

/** All that the actor may put to use; without a kind, of all kinds. */
export async function listAdapters(
  ctx: Pick<Context, 'db'>,
  { actor, kind, wanted }: Input,
): Promise<AdapterRow[]> {
  return listVisibleAdapters(tenantOf(ctx, actor), actor, kind, wanted)
}

/** Of all pages. */
export async function countAdapters(
  ctx: Pick<Context, 'db'>,
  { actor, kind, wanted: { search } }: Input,
): Promise<number> {
  return countVisibleAdapters(tenantOf(ctx, actor), actor, { kind, search })
}
