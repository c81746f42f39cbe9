import type { Installation } from '../../platform/db/database.ts'
import type { PipelineRow } from './pipelines.store.ts'

/** Finds a pipeline by its address; the organization is not known before. */
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
