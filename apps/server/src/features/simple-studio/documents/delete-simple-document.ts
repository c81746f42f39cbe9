import { notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { isUuid } from '../../../platform/strings.ts'
import { deleteDocument } from '../../prompt-studio/prompt-studio.port.ts'
import { giveBack } from '../limits/limit-visitors.ts'
import { getSimpleProject } from '../rows/get-simple-project.ts'
import { findProjectOfDocument } from '../rows/simple-documents.reads.ts'

/**
 * Deletes a document by its own id, which grants access like the id of the project. Another one may
 * be uploaded instead.
 */
export async function deleteSimpleDocument(ctx: Context, documentId: string): Promise<void> {
  const id = isUuid(documentId) ? await findProjectOfDocument(ctx, documentId) : undefined
  if (!id) throw notFound('document')
  const { actor, projectId, tenant } = await getSimpleProject(ctx, id)
  await deleteDocument(ctx, { actor, projectId, documentId })
  await giveBack(tenant, 'documents')
}
