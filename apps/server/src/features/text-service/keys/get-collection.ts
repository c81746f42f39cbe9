import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { shownKey } from './list-text-keys.ts'
import { postmanCollection } from './postman-collection.ts'
import { findTextKey } from './text-keys.store.ts'
import { hashOfKey } from './text-keys.ts'

type GetCollectionOptions = {
  readonly actor: Actor
  /** The key itself, or its id. */
  readonly key: string
  /** Address of the text service. */
  readonly address: string
}

/** Returns a Postman collection of requests to the text service that contain a key. */
export async function getCollection(
  ctx: Pick<Context, 'config' | 'db' | 'vault'>,
  { actor, key, address }: GetCollectionOptions,
): Promise<Record<string, unknown>> {
  const row = await findTextKey(tenantOf(ctx, actor), { key, hash: hashOfKey(key) })
  if (!row) throw notFound('API key')
  return postmanCollection({ address, key: shownKey(ctx, row).key })
}
