import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type DocumentRow = Selectable<Tables['prompt_document']>

type NewDocument = Pick<
  DocumentRow,
  'project_id' | 'name' | 'hash' | 'sealed_password' | 'created_by'
>

/** Returns `undefined` if the project already has a document with this name. */
export async function insertDocument(
  { db, organizationId }: Tenant,
  document: NewDocument,
): Promise<DocumentRow | undefined> {
  return db
    .insertInto('prompt_document')
    .values({ ...document, organization_id: organizationId })
    .onConflict((c) => c.constraint('prompt_document_name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Oldest first. */
export async function listDocumentRows(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<DocumentRow[]> {
  return db
    .selectFrom('prompt_document')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
}

export async function findDocument(
  { db, organizationId }: Tenant,
  { projectId, documentId }: { readonly projectId: string; readonly documentId: string },
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('prompt_document')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', documentId)
    .executeTakeFirst()
}

export async function setDocumentPassword(
  { db, organizationId }: Tenant,
  { documentId, sealed: sealedPassword }: { readonly documentId: string; readonly sealed: string },
): Promise<void> {
  await db
    .updateTable('prompt_document')
    .set({ sealed_password: sealedPassword })
    .where('organization_id', '=', organizationId)
    .where('id', '=', documentId)
    .execute()
}

export async function deleteDocumentRow({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('prompt_document')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function listDocumentsById(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<DocumentRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('prompt_document')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}
