import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { forgetDocument } from '../../documents/documents.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { type IndexRow, listIndexRows } from '../rows/indexes.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { removeVectors } from './remove-vectors.ts'

/**
 * Deletes the rows by `remove` and then what they have left behind: vectors, and the content that
 * nothing refers to any more. When `remove` refuses, everything stays.
 */
export async function clearDocuments(
  ctx: AnsweringNeeds & Pick<Context, 'log'>,
  tenant: Tenant,
  documents: readonly DocumentRow[],
  remove: () => Promise<void>,
): Promise<void> {
  const indexes: IndexRow[] = []
  for (const { id } of documents) {
    indexes.push(...(await listIndexRows(tenant, { documentId: id })))
  }
  const projects = [...new Set(documents.map(({ project_id }) => project_id))]
  const profiles = await listProfilesOfProjects(tenant, projects)
  const vectorDbs = new Map(profiles.map(({ id, vector_db_id }) => [id, vector_db_id]))

  await remove()
  await removeVectors(
    ctx,
    tenant,
    indexes.map((index) => ({ index, vectorDbId: vectorDbs.get(index.profile_id) ?? '' })),
  )
  for (const hash of new Set(documents.map(({ hash }) => hash))) {
    await forgetDocument(ctx, tenant, hash)
  }
}
