import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { explainAnsweringError, rethrowExplained } from '../../answering/answering.port.ts'
import { drawDocumentPage, inspectStoredDocument } from '../../documents/documents.port.ts'
import { findAppDocument } from '../../executions/executions.port.ts'

type AppPagesTarget = { readonly actor: Actor; readonly id: string }

/**
 * Returns the sizes of the document's pages, in points. Throws 404 when no app has the document any
 * more, or the actor may not see its workflow.
 */
export async function sizesOfAppDocument(ctx: Context, { actor, id }: AppPagesTarget) {
  const document = await getDocument(ctx, { actor, id })
  return inspectStoredDocument(ctx, tenantOf(ctx, actor), document).catch(rethrowExplained)
}

type AppPagesOptions = AppPagesTarget & { readonly page: number; readonly width: number }

export async function renderAppDocument(ctx: Context, { actor, id, page, width }: AppPagesOptions) {
  const document = await getDocument(ctx, { actor, id })
  const pageRequest = { ...document, page, width }
  return drawDocumentPage(ctx, tenantOf(ctx, actor), pageRequest).catch((error: unknown) => {
    throw error instanceof RangeError ? notFound('page') : explainAnsweringError(error)
  })
}

async function getDocument(ctx: Context, { actor, id }: AppPagesTarget) {
  const document = await findAppDocument(tenantOf(ctx, actor), actor, id)
  if (!document) throw notFound('document')
  return { hash: document.file_hash, name: document.file_name }
}
