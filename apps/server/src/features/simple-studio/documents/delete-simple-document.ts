import type { Context } from '../../../platform/context.ts'
import { deleteDocument } from '../../prompt-studio/prompt-studio.port.ts'
import { giveBack } from '../limits/limit-visitors.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

/** Deletes a document of a project. Another one may be uploaded instead. */
export async function deleteSimpleDocument(
  ctx: Context,
  { actor, projectId, tenant }: OpenedProject,
  documentId: string,
): Promise<void> {
  await deleteDocument(ctx, { actor, projectId, documentId })
  await giveBack(tenant, 'documents')
}
