import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { shownKey } from './list-text-keys.ts'
import { postmanCollection } from './postman-collection.ts'
import { findTextKey } from './text-keys.store.ts'
import { hashOfKey } from './text-keys.ts'

type Wanted = {
  readonly actor: Actor
  /** The key itself, or its id. */
  readonly key: string
  /** Of the text service. */
  readonly address: string
}

/** Requests to the text service with a key in them, for Postman. */
export async function getCollection(
  ctx: Pick<Context, 'config' | 'db' | 'vault'>,
  { actor, key, address }: Wanted,
): Promise<Record<string, unknown>> {
  const row = await findTextKey(tenantOf(ctx, actor), { key, hash: hashOfKey(key) })
  if (!row) throw notFound('API key')
  return postmanCollection({ address, key: shownKey(ctx, row).key })
}
