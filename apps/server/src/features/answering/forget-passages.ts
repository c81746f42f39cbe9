import type { Tenant } from '../../platform/db/database.ts'
import { openVectorDb } from '../adapters/adapters.port.ts'
import type { AnsweringNeeds } from './answer-settings.ts'
import { removeKeywords } from './keywords.store.ts'

type Forgotten = { readonly vectorDbId: string; readonly collection: string }

/** Removes what was made of a document under one name. Throws when the vector database does not give it up. */
export async function forgetPassages(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { vectorDbId, collection }: Forgotten,
): Promise<void> {
  await removeKeywords(tenant, collection)
  const { vectorDb } = await openVectorDb(ctx, tenant, vectorDbId)
  await vectorDb.remove(collection)
}
