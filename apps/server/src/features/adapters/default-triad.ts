import type { Tenant } from '../../platform/db/database.ts'
import type { AdapterKind } from '../../platform/db/tables/adapters.ts'
import { builtInAdapterIds } from './built-in.store.ts'
import { findTriad, saveTriad, type TriadRow, type TriadSlot } from './default-triad.store.ts'

export const slotOf: Partial<Record<AdapterKind, TriadSlot>> = {
  llm: 'llm_id',
  embedding: 'embedding_id',
  'vector-db': 'vector_db_id',
  'text-extractor': 'text_extractor_id',
}

/** A member's defaults; one who never chose starts with the built-in adapters, so that all works at once. */
export async function defaultTriadOf(
  tenant: Tenant,
  userId: number,
): Promise<TriadRow | undefined> {
  const known = await findTriad(tenant, userId)
  if (known) return known
  await saveTriad(tenant, userId, await builtInAdapterIds(tenant))
  return findTriad(tenant, userId)
}
