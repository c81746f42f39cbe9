import { forbidden, legacyRefusal } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { forgetDocument } from '../../documents/documents.port.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { clearDocuments } from '../documents/clear-documents.ts'
import { listDocumentRows } from '../rows/documents.store.ts'
import { getProject } from '../rows/get-project.ts'
import { mayWithProject } from '../rows/may-with-project.ts'
import { type ProjectRow, removeProject } from '../rows/projects.store.ts'
import { listKeptHashes } from '../rows/removed.store.ts'

/** All that it holds goes with it. Refused while a workflow uses its tool. */
export async function deleteProject(
  ctx: AnsweringNeeds & Pick<Context, 'log'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<void> {
  const project = await getProject(ctx, { actor, projectId })
  if (!(await mayWithProject(ctx, actor, 'project/delete', { project }))) throw forbidden()

  const tenant = tenantOf(ctx, actor)
  const documents = await listDocumentRows(tenant, projectId)
  const kept = await listKeptHashes(tenant, projectId)
  await clearDocuments(ctx, tenant, documents, () => remove(tenant, actor, project))
  for (const hash of kept) await forgetDocument(ctx, tenant, hash)
}

async function remove(tenant: Tenant, actor: Actor, { id, name }: ProjectRow): Promise<void> {
  await inTransaction(tenant, async (within) => {
    // What the database has refused ends the transaction, so it is refused from within.
    if (!(await removeProject(within, id))) {
      throw legacyRefusal(`“${name}” cannot be deleted: a workflow uses the tool made of it.`)
    }
    const subject = { type: 'project', id, name }
    await recordChange(within, actor, { action: 'project.deleted', subject })
  })
}
