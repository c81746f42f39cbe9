import { detectType } from '@recto/document-reader/detect/detect-type'
import { fileText } from '@recto/document-reader/detect/file-text'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AnsweringNeeds, findText, rethrowExplained } from '../../answering/answering.port.ts'
import { readDocumentBytes, renderDocument } from '../../documents/documents.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDocument, missing } from '../rows/get-document.ts'
import { listIndexRows } from '../rows/indexes.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { findSummary } from '../rows/summaries.store.ts'
import { summarizerOf } from '../rows/summarizer-of.ts'

/** The file itself, what was read of it, or a summary. */
export type DocumentView = 'original' | 'text' | 'summary'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  readonly view: DocumentView
}

export type ShownContent = { readonly data: string; readonly mimeType: string }

export async function readDocument(
  ctx: AnsweringNeeds,
  { actor, projectId, documentId, view }: Input,
): Promise<ShownContent> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  return contentOf(ctx, tenantOf(ctx, actor), { document, view })
}

type Shown = { readonly document: DocumentRow; readonly view: DocumentView }

/** Of a document that whoever asks may see. */
export async function contentOf(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, view }: Shown,
): Promise<ShownContent> {
  if (view === 'summary') {
    return { data: await summaryOf(tenant, document), mimeType: 'text/plain' }
  }
  if (view === 'text') {
    return { data: await textOf(ctx, tenant, document), mimeType: 'text/plain' }
  }
  return originalOf(ctx, tenant, document)
}

/** Existing clients take a `.txt` or `.md` for text and anything else for a PDF in base64. */
async function originalOf(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  document: DocumentRow,
): Promise<ShownContent> {
  const { hash, name } = document
  if (/\.(txt|md)$/i.test(name)) {
    const bytes = await readDocumentBytes(ctx, tenant, hash)
    const text = fileText(bytes, detectType(bytes, name))
    if (text !== undefined) return { data: text, mimeType: 'text/plain' }
  }
  const pdf = await renderDocument(ctx, tenant, document).catch(rethrowExplained)
  return { data: Buffer.from(pdf).toString('base64'), mimeType: 'application/pdf' }
}

async function summaryOf(tenant: Tenant, { id, project_id }: DocumentRow): Promise<string> {
  const profileId = summarizerOf(await listProfilesOfProjects(tenant, [project_id])).id
  const summary = await findSummary(tenant, { documentId: id, profileId })
  if (summary) return summary.text
  throw missing('Summary is not available. Please index or re-index to generate it.')
}

/** As the extractor that was used last read it. */
async function textOf(ctx: AnsweringNeeds, tenant: Tenant, document: DocumentRow): Promise<string> {
  const indexes = await listIndexRows(tenant, { documentId: document.id })
  for (const { extraction_status } of indexes) {
    for (const extractorKey of Object.keys(extraction_status).reverse()) {
      const text = await findText(ctx, tenant, { document, extractorKey })
      if (text) return text.wholeText()
    }
  }
  throw missing('Raw content is not available. Please index or re-index to generate it.')
}
