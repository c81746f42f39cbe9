import { notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { deleteDocument } from '../../prompt-studio/prompt-studio.port.ts'
import { giveBack } from '../limits/limit-visitors.ts'
import { getSimpleProject } from '../rows/get-simple-project.ts'
import { findProjectOfDocument } from '../rows/simple-documents.reads.ts'

/** By its own id, which opens it as that of the project does. Another may be uploaded in its place. */
export async function deleteSimpleDocument(ctx: Context, documentId: string): Promise<void> {
  const id = isUuid(documentId) ? await findProjectOfDocument(ctx, documentId) : undefined
  if (!id) throw notFound('document')
  const { actor, projectId, tenant } = await getSimpleProject(ctx, id)
  await deleteDocument(ctx, { actor, projectId, documentId })
  await giveBack(tenant, 'documents')
}
