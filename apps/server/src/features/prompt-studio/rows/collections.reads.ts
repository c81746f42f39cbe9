import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

type Collection = { readonly collection: string; readonly vectorDbId: string }

const portion = 500

/**
 * Returns vector collections of all documents of an organization, in the order of their names, from the one
 * after `afterCollection`.
 */
export async function listCollections(
  { db, organizationId }: Tenant,
  afterCollection: string,
): Promise<readonly Collection[]> {
  // Where no vector database was recorded, the collection is in that of the profile.
  const { rows } = await sql<Collection>`
    select collection.name as collection,
      min(coalesce(document_index.vector_dbs ->> collection.name, llm_profile.vector_db_id::text))
        as "vectorDbId"
    from document_index
    join llm_profile on llm_profile.id = document_index.profile_id
    cross join jsonb_array_elements_text(document_index.index_ids_history) as collection (name)
    where document_index.organization_id = ${organizationId}
      and llm_profile.organization_id = ${organizationId}
      and collection.name > ${afterCollection}
    group by collection.name
    order by collection.name
    limit ${portion}`.execute(db)
  return rows
}
