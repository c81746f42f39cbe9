import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { decryptTextKey } from './list-text-keys.ts'
import { buildTextServiceCollection } from './postman-collection.ts'
import { findTextKey } from './text-keys.store.ts'

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
  const row = await findTextKey(tenantOf(ctx, actor), { key, hash: hashApiKey(key) })
  if (!row) throw notFound('API key')
  return buildTextServiceCollection({ address, key: decryptTextKey(ctx, row).key })
}
