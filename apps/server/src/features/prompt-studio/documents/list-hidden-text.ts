import { type Actor, tenantOf } from '../../../platform/context.ts'
import { type AnsweringNeeds, findText, type HiddenLines } from '../../answering/answering.port.ts'
import { getDocument } from '../rows/get-document.ts'
import { listIndexRows } from '../rows/indexes.store.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

/** What nobody sees of a document, in the text that was read last; nothing is read for it. */
export async function listHiddenText(
  ctx: AnsweringNeeds,
  { actor, projectId, documentId }: Input,
): Promise<HiddenLines> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const indexes = await listIndexRows(tenant, { documentId: document.id })
  for (const { extraction_status } of indexes) {
    for (const extractorKey of Object.keys(extraction_status).reverse()) {
      const text = await findText(ctx, tenant, { document, extractorKey })
      if (text) return text.hiddenLines()
    }
  }
  return { lines: [], count: 0 }
}
