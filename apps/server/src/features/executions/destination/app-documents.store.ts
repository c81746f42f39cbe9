import type { Installation, Tenant } from '../../../platform/db/database.ts'

export type HandedDocument = {
  readonly id: string
  readonly file_name: string
  readonly file_hash: string
  /** Where its bytes lie. */
  readonly path: string | null
}

type NewDocument = {
  readonly workflowId: string
  readonly fileName: string
  readonly fileHash: string
}

/**
 * Part of a transaction: others that hand to the same workflow's apps wait for it. A file that is there
 * already becomes the newest. Returns the names of those that made room, oldest first.
 */
export async function putAppDocument(
  { db, organizationId }: Tenant,
  { workflowId, fileName, fileHash }: NewDocument,
  most: number,
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
    .onConflict((on) =>
      on
        .constraint('app_document_key')
        .doUpdateSet({ file_name: fileName, handed_at, removed_at: null }),
    )
    .execute()
  const kept = await findAppDocuments({ db, organizationId }, workflowId)
  const tooMany = kept.slice(0, Math.max(0, kept.length - most))
  if (tooMany.length === 0) return []
  await db
    .updateTable('app_document')
    .set({ removed_at: handed_at })
    .where('organization_id', '=', organizationId)
    .where(
      'id',
      'in',
      tooMany.map(({ id }) => id),
    )
    .execute()
  return tooMany.map(({ file_name }) => file_name)
}

/** Oldest first. */
export async function findAppDocuments(
  tenant: Tenant,
  workflowId: string,
): Promise<HandedDocument[]> {
  return handed(tenant)
    .where('app_document.workflow_id', '=', workflowId)
    .orderBy('handed_at')
    .orderBy('app_document.id')
    .execute()
}

/** While an app has it. */
export async function findAppDocument(
  tenant: Tenant,
  id: string,
): Promise<HandedDocument | undefined> {
  return handed(tenant).where('app_document.id', '=', id).executeTakeFirst()
}

const handed = ({ db, organizationId }: Tenant) =>
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

export type GoneDocument = {
  readonly id: string
  readonly organizationId: number
  readonly hash: string
}

/** Those that no app has any more, whoever's they are. */
export async function listGoneDocuments(
  { db }: Installation,
  limit: number,
): Promise<readonly GoneDocument[]> {
  return db
    .selectFrom('app_document')
    .select(['id', 'organization_id as organizationId', 'file_hash as hash'])
    .where(({ or, eb }) => or([eb('removed_at', 'is not', null), eb('workflow_id', 'is', null)]))
    .limit(limit)
    .execute()
}

/** Returns false when an app has it again. */
export async function removeGoneDocument(
  { db, organizationId }: Tenant,
  id: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('app_document')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('removed_at', 'is not', null), eb('workflow_id', 'is', null)]))
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
