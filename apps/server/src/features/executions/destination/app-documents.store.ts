import type { Installation, Tenant } from '../../../platform/db/database.ts'
import { type Viewer, whereReferenceVisible } from '../../../platform/db/visible-rows.ts'

export type AppDocument = {
  readonly id: string
  readonly file_name: string
  readonly file_hash: string
  /** Path of its bytes in the file store. */
  readonly path: string | null
}

type NewAppDocument = {
  readonly workflowId: string
  readonly fileName: string
  readonly fileHash: string
}

/**
 * Adds a document to the apps of a workflow; an existing one becomes the newest. Call it in a
 * transaction: concurrent calls for the same workflow wait for each other. Returns the names of the
 * documents that were removed to make room, oldest first.
 */
export async function addAppDocument(
  { db, organizationId }: Tenant,
  { workflowId, fileName, fileHash }: NewAppDocument,
  maxDocuments: number,
): Promise<string[]> {
  await db
    .selectFrom('workflow')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', workflowId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const handed_at = new Date()
  await db
    .insertInto('app_document')
    .values({
      organization_id: organizationId,
      workflow_id: workflowId,
      file_name: fileName,
      file_hash: fileHash,
      handed_at,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('app_document_key')
        .doUpdateSet({ file_name: fileName, handed_at, removed_at: null }),
    )
    .execute()
  const appDocuments = await findAppDocuments({ db, organizationId }, workflowId)
  const excessDocuments = appDocuments.slice(0, Math.max(0, appDocuments.length - maxDocuments))
  if (excessDocuments.length === 0) return []
  await db
    .updateTable('app_document')
    .set({ removed_at: handed_at })
    .where('organization_id', '=', organizationId)
    .where(
      'id',
      'in',
      excessDocuments.map(({ id }) => id),
    )
    .execute()
  return excessDocuments.map(({ file_name }) => file_name)
}

/** Lists the documents of the apps of a workflow, oldest first. */
export async function findAppDocuments(tenant: Tenant, workflowId: string): Promise<AppDocument[]> {
  return selectAppDocuments(tenant)
    .where('app_document.workflow_id', '=', workflowId)
    .orderBy('handed_at')
    .orderBy('app_document.id')
    .execute()
}

/** Finds a document; `undefined` when no app has it any more, or the viewer may not see its workflow. */
export async function findAppDocument(
  tenant: Tenant,
  viewer: Viewer,
  id: string,
): Promise<AppDocument | undefined> {
  const itsWorkflow = {
    column: 'app_document.workflow_id',
    table: 'workflow',
    permission: 'workflow/see',
  } as const
  return selectAppDocuments(tenant)
    .where('app_document.id', '=', id)
    .where(whereReferenceVisible(tenant, viewer, itsWorkflow))
    .executeTakeFirst()
}

const selectAppDocuments = ({ db, organizationId }: Tenant) =>
  db
    .selectFrom('app_document')
    .innerJoin('stored_document', (join) =>
      join
        .onRef('stored_document.organization_id', '=', 'app_document.organization_id')
        .onRef('stored_document.hash', '=', 'app_document.file_hash'),
    )
    .select(['app_document.id', 'file_name', 'file_hash', 'stored_document.path'])
    .where('app_document.organization_id', '=', organizationId)
    .where('removed_at', 'is', null)

export type RemovedDocument = {
  readonly id: string
  readonly organizationId: number
  readonly hash: string
}

/** Lists documents that no app uses, in all organizations. */
export async function listRemovedDocuments(
  { db }: Installation,
  limit: number,
): Promise<readonly RemovedDocument[]> {
  return db
    .selectFrom('app_document')
    .select(['id', 'organization_id as organizationId', 'file_hash as hash'])
    .where(({ or, eb }) => or([eb('removed_at', 'is not', null), eb('workflow_id', 'is', null)]))
    .limit(limit)
    .execute()
}

/** Returns false when an app has the document again. */
export async function deleteRemovedDocument(
  { db, organizationId }: Tenant,
  id: string,
): Promise<boolean> {
  const deletedRow = await db
    .deleteFrom('app_document')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('removed_at', 'is not', null), eb('workflow_id', 'is', null)]))
    .returning('id')
    .executeTakeFirst()
  return deletedRow !== undefined
}
