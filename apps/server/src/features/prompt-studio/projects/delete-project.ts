import { forbidden, legacyRefusal } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { forgetDocument } from '../../documents/documents.port.ts'
import { clearDocuments } from '../documents/clear-documents.ts'
import { listDocumentRows } from '../rows/documents.store.ts'
import { getProject } from '../rows/get-project.ts'
import { mayWithProject } from '../rows/may-with-project.ts'
import { removeProject } from '../rows/projects.store.ts'
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
  await clearDocuments(ctx, tenant, documents, async () => {
    if (await removeProject(tenant, projectId)) return
    throw legacyRefusal(`“${project.name}” cannot be deleted: a workflow uses the tool made of it.`)
  })
  for (const hash of kept) await forgetDocument(ctx, tenant, hash)
}
