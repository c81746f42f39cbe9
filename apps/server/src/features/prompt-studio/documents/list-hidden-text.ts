import { type Actor, tenantOf } from '../../../platform/context.ts'
import {
  type AnsweringDependencies,
  findStoredText,
  type HiddenLines,
} from '../../answering/answering.port.ts'
import { getDocument } from '../rows/access.ts'
import { listIndexRows } from '../rows/indexes.store.ts'

type HiddenTextRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

/**
 * Lists the invisible lines of a document and the warnings about it, as found by its latest text extraction. Does not
 * extract text itself.
 */
export async function listHiddenText(
  ctx: AnsweringDependencies,
  { actor, projectId, documentId }: HiddenTextRequest,
): Promise<HiddenLines & { readonly warnings: readonly string[] }> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const indexes = await listIndexRows(tenant, { documentId: document.id })
  for (const { extraction_status } of indexes) {
    for (const extractorKey of Object.keys(extraction_status).reverse()) {
      const text = await findStoredText(ctx, tenant, { document, extractorKey })
      if (text) return { ...(await text.hiddenLines()), warnings: await text.warnings() }
    }
  }
  return { lines: [], count: 0, warnings: [] }
}
