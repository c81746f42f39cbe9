import { AppError } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { type DocumentRow, findDocument, listDocumentRows } from './documents.store.ts'
import { getProject } from './get-project.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

export async function getDocument(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, documentId }: Input,
): Promise<DocumentRow> {
  await getProject(ctx, { actor, projectId })
  const document = await findDocument(tenantOf(ctx, actor), { projectId, documentId })
  if (!document) throw missing('Document not found.')
  return document
}

/** 404 with a text of the contract: clients tell the cases apart by it. */
export const missing = (detail: string) =>
  new AppError('not-found', [{ code: 'not_found', detail, attr: null }])

export async function listDocuments(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: Pick<Input, 'actor' | 'projectId'>,
): Promise<readonly DocumentRow[]> {
  await getProject(ctx, { actor, projectId })
  return listDocumentRows(tenantOf(ctx, actor), projectId)
}
