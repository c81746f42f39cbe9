import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { builtInAdapterIds } from './built-in.store.ts'
import { findTriad, saveTriad, type TriadRow, type TriadSlot } from './default-triad.store.ts'

/** Ids of a member's default adapters. */
export type Triad = {
  readonly llm: string | null
  readonly embedding: string | null
  readonly vectorDb: string | null
  readonly textExtractor: string | null
}

export const slotOf: Partial<Record<AdapterKind, TriadSlot>> = {
  llm: 'llm_id',
  embedding: 'embedding_id',
  'vector-db': 'vector_db_id',
  'text-extractor': 'text_extractor_id',
}

/** Returns the adapters with which the actor's new projects start. */
export async function defaultTriad(ctx: Pick<Context, 'db'>, actor: Actor): Promise<Triad> {
  const row = await findOrMakeTriad(tenantOf(ctx, actor), actor.userId)
  return {
    llm: row?.llm_id ?? null,
    embedding: row?.embedding_id ?? null,
    vectorDb: row?.vector_db_id ?? null,
    textExtractor: row?.text_extractor_id ?? null,
  }
}

/**
 * Returns a member's defaults; a member who never chose any gets the built-in adapters, so that
 * everything works immediately.
 */
export async function findOrMakeTriad(
  tenant: Tenant,
  userId: number,
): Promise<TriadRow | undefined> {
  const triad = await findTriad(tenant, userId)
  if (triad) return triad
  await saveTriad(tenant, userId, await builtInAdapterIds(tenant))
  return findTriad(tenant, userId)
}
