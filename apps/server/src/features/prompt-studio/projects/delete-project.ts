import { forbidden, refusalWith500 } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { deleteDocument } from '../../documents/documents.port.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { clearDocuments } from '../documents/clear-documents.ts'
import { getProject, hasProjectPermission } from '../rows/access.ts'
import { listDocumentRows } from '../rows/documents.store.ts'
import { type ProjectRow, removeProject } from '../rows/projects.store.ts'
import { listRemovedHashes } from '../rows/removed.store.ts'

/** Deletes a project with everything in it. Refused while a workflow uses its tool. */
export async function deleteProject(
  ctx: AnsweringDependencies & Pick<Context, 'log'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<void> {
  const project = await getProject(ctx, { actor, projectId })
  if (!(await hasProjectPermission(ctx, actor, 'project/delete', { project }))) throw forbidden()

  const tenant = tenantOf(ctx, actor)
  const documents = await listDocumentRows(tenant, projectId)
  const removedHashes = await listRemovedHashes(tenant, projectId)
  await clearDocuments(ctx, tenant, documents, () => deleteRow(tenant, actor, project))
  for (const hash of removedHashes) await deleteDocument(ctx, tenant, hash)
}

async function deleteRow(
  tenant: Tenant,
  actor: Actor,
  { id, name, description }: ProjectRow,
): Promise<void> {
  await inTransaction(tenant, async (transaction) => {
    // The refusal of the database has aborted the transaction, so it must be thrown inside it.
    if (!(await removeProject(transaction, id))) {
      throw refusalWith500(
        `“${name}” cannot be deleted, because a workflow uses the tool that was exported from it.`,
      )
    }
    const subject = { type: 'project', id, name }
    await recordChange(transaction, actor, {
      action: 'project.deleted',
      subject,
      before: { name, description },
    })
  })
}
