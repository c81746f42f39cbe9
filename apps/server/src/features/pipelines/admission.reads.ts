import type { Installation } from '../../platform/db/database.ts'
import type { PipelineRow } from './pipelines.store.ts'

/** Before any organization is known: the address names it. */
export async function findByAddress(
  { db }: Installation,
  slug: string,
  id: string,
): Promise<PipelineRow | undefined> {
  return db
    .selectFrom('pipeline')
    .innerJoin('organization', 'organization.id', 'pipeline.organization_id')
    .selectAll('pipeline')
    .where('organization.slug', '=', slug)
    .where('pipeline.id', '=', id)
    .executeTakeFirst()
}
