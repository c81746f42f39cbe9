import type { AdapterType } from '@recto/contract/adapters'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { kindOf } from './adapter-kinds.ts'
import { type AdapterRow, listVisibleAdapters } from './adapters.store.ts'

type Input = { readonly actor: Actor; readonly type?: AdapterType | undefined }

/** All that the actor may put to use; without a type, of all types. */
export async function listAdapters(
  ctx: Pick<Context, 'db'>,
  { actor, type }: Input,
): Promise<AdapterRow[]> {
  const kind = type && kindOf(type)
  return listVisibleAdapters(tenantOf(ctx, actor), actor.userId, kind)
}
