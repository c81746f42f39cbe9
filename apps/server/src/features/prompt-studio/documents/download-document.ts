import { detectType } from '@recto/document-reader/detect/detect-type'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { rethrowExplained } from '../../answering/answering.port.ts'
import { readDocumentBytes, renderDocument } from '../../documents/documents.port.ts'
import { recordExport } from '../../organizations/organizations.port.ts'
import { getDocument } from '../rows/access.ts'
import { getDocumentMimeType } from './document-types.ts'

type DownloadRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  /** The uploaded file, or the document as a PDF. */
  readonly form: 'original' | 'pdf'
}

type Download = {
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly fileName: string
}

export async function downloadDocument(
  ctx: Pick<Context, 'cache' | 'db' | 'files' | 'reader' | 'vault'>,
  { actor, projectId, documentId, form }: DownloadRequest,
): Promise<Download> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const { name, hash } = document
  await recordExport(tenant, actor, {
    type: 'document',
    id: documentId,
    name,
    after: { project: projectId, form },
  })
  if (form === 'original') {
    const bytes = await readDocumentBytes(ctx, tenant, hash)
    return { bytes, mimeType: getDocumentMimeType(detectType(bytes, name)), fileName: name }
  }
  const bytes = await renderDocument(ctx, tenant, document).catch(rethrowExplained)
  return { bytes, mimeType: 'application/pdf', fileName: toPdfName(name) }
}

const toPdfName = (name: string) => `${name.replace(/\.[^.]{1,20}$/, '')}.pdf`
