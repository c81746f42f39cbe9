import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { type AdapterRow, listVisibleAdapters } from './adapters.store.ts'

type Input = { readonly actor: Actor; readonly kind?: AdapterKind | undefined }

/** All that the actor may put to use; without a kind, of all kinds. */
export async function listAdapters(
  ctx: Pick<Context, 'db'>,
  { actor, kind }: Input,
): Promise<AdapterRow[]> {
  return listVisibleAdapters(tenantOf(ctx, actor), actor, kind)
}
