import type { Installation } from '../../../platform/db/database.ts'

/**
 * Finds the visitor's project of a document by the document's id, which cannot be guessed either.
 */
export async function findProjectOfDocument(
  { db }: Installation,
  documentId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('simple_project')
    .innerJoin('prompt_document', (join) =>
      join
        .onRef('prompt_document.organization_id', '=', 'simple_project.organization_id')
        .onRef('prompt_document.project_id', '=', 'simple_project.project_id'),
    )
    .select('simple_project.id')
    .where('prompt_document.id', '=', documentId)
    .executeTakeFirst()
  return row?.id
}
