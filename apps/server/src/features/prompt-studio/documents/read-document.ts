import { decodeText } from '@recto/document-reader/detect/decode-text'
import { detectType } from '@recto/document-reader/detect/detect-type'
import { notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type AnsweringDependencies,
  findStoredText,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { readDocumentBytes, renderDocument } from '../../documents/documents.port.ts'
import { getDocument } from '../rows/access.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { listIndexRows } from '../rows/indexes.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { findSummarizerProfile } from '../rows/project-profiles.ts'
import { findSummary } from '../rows/summaries.store.ts'

/** The file itself, its extracted text, or its summary. */
export type DocumentView = 'original' | 'text' | 'summary'

type ReadDocumentRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  readonly view: DocumentView
}

export type StudioDocumentContent = { readonly data: string; readonly mimeType: string }

export async function readProjectDocument(
  ctx: AnsweringDependencies,
  { actor, projectId, documentId, view }: ReadDocumentRequest,
): Promise<StudioDocumentContent> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  return loadDocumentContent(ctx, tenantOf(ctx, actor), { document, view })
}

type DocumentToShow = { readonly document: DocumentRow; readonly view: DocumentView }

/** Does not check whether the caller may see the document. */
export async function loadDocumentContent(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, view }: DocumentToShow,
): Promise<StudioDocumentContent> {
  if (view === 'summary') {
    return { data: await loadSummary(tenant, document), mimeType: 'text/plain' }
  }
  if (view === 'text') {
    return { data: await loadExtractedText(ctx, tenant, document), mimeType: 'text/plain' }
  }
  return loadOriginal(ctx, tenant, document)
}

/** Existing clients treat a `.txt` or `.md` file as text and anything else as a PDF in base64. */
async function loadOriginal(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  document: DocumentRow,
): Promise<StudioDocumentContent> {
  const { hash, name } = document
  if (/\.(txt|md)$/i.test(name)) {
    const bytes = await readDocumentBytes(ctx, tenant, hash)
    const isText = detectType(bytes, name).kind === 'text'
    const text = isText ? decodeText(bytes) : undefined
    if (text !== undefined) return { data: text, mimeType: 'text/plain' }
  }
  const pdf = await renderDocument(ctx, tenant, document).catch(rethrowExplained)
  return { data: Buffer.from(pdf).toString('base64'), mimeType: 'application/pdf' }
}

async function loadSummary(tenant: Tenant, { id, project_id }: DocumentRow): Promise<string> {
  const profileId = findSummarizerProfile(await listProfilesOfProjects(tenant, [project_id])).id
  const summary = await findSummary(tenant, { documentId: id, profileId })
  if (summary) return summary.text
  throw notFoundWithText('Summary is not available. Please index or re-index to generate it.')
}

/** Loads the text of the extractor that was used last. */
async function loadExtractedText(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  document: DocumentRow,
): Promise<string> {
  const indexes = await listIndexRows(tenant, { documentId: document.id })
  for (const { extraction_status } of indexes) {
    for (const extractorKey of Object.keys(extraction_status).reverse()) {
      const text = await findStoredText(ctx, tenant, { document, extractorKey })
      if (text) return text.wholeText()
    }
  }
  throw notFoundWithText('Raw content is not available. Please index or re-index to generate it.')
}
