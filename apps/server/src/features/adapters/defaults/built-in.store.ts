import type { Tenant } from '../../../platform/db/database.ts'
import type { TriadSlots } from './default-triad.store.ts'

const prefix = 'recto-builtin|'

/** Whether an adapter belongs to the installation, so that it needs no network and no key. */
export const isBuiltIn = ({ provider_id: id }: { readonly provider_id: string }): boolean =>
  id.startsWith(prefix)

/** Returns the ids of the organization's remaining built-in adapters, by slot. */
export async function builtInAdapterIds({ db, organizationId }: Tenant): Promise<TriadSlots> {
  const rows = await db
    .selectFrom('adapter')
    .select(['id', 'kind'])
    .where('organization_id', '=', organizationId)
    .where('provider_id', 'like', `${prefix}%`)
    .where('shared_to_org', '=', true)
    .orderBy('created_at', 'desc')
    .execute()
  const slots: TriadSlots = {}
  for (const { id, kind } of rows) {
    if (kind === 'llm') slots.llm_id = id
    if (kind === 'embedding') slots.embedding_id = id
    if (kind === 'vector-db') slots.vector_db_id = id
    if (kind === 'text-extractor') slots.text_extractor_id = id
  }
  return slots
}
