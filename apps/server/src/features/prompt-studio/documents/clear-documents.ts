import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { deleteDocument } from '../../documents/documents.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { type IndexRow, listIndexRows } from '../rows/indexes.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { removeIndexVectors } from './remove-vectors.ts'

/**
 * Calls `remove` to delete the rows, then deletes what they leave behind: vectors, and content that
 * nothing else refers to. If `remove` throws, nothing is deleted.
 */
export async function clearDocuments(
  ctx: AnsweringDependencies & Pick<Context, 'log'>,
  tenant: Tenant,
  documents: readonly DocumentRow[],
  remove: () => Promise<void>,
): Promise<void> {
  const indexes: IndexRow[] = []
  for (const { id } of documents) {
    indexes.push(...(await listIndexRows(tenant, { documentId: id })))
  }
  const projectIds = [...new Set(documents.map(({ project_id }) => project_id))]
  const profiles = await listProfilesOfProjects(tenant, projectIds)
  const vectorDbs = new Map(profiles.map(({ id, vector_db_id }) => [id, vector_db_id]))

  await remove()
  await removeIndexVectors(
    ctx,
    tenant,
    indexes.map((index) => ({ index, vectorDbId: vectorDbs.get(index.profile_id) ?? '' })),
  )
  for (const hash of new Set(documents.map(({ hash }) => hash))) {
    await deleteDocument(ctx, tenant, hash)
  }
}
