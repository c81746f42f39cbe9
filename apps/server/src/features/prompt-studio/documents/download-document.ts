import { detectType } from '@recto/document-reader/detect/detect-type'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { rethrowExplained } from '../../answering/answering.port.ts'
import { readDocumentBytes, renderDocument } from '../../documents/documents.port.ts'
import { getDocument } from '../rows/get-document.ts'
import { mimeTypeOf } from './document-types.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  /** As it was uploaded, or as a PDF. */
  readonly form: 'original' | 'pdf'
}

type Download = {
  readonly bytes: Uint8Array
  readonly mimeType: string
  /** Of the file as the browser keeps it. */
  readonly fileName: string
}

/** A document as a file to keep. */
export async function downloadDocument(
  ctx: Pick<Context, 'cache' | 'db' | 'files' | 'reader' | 'vault'>,
  { actor, projectId, documentId, form }: Input,
): Promise<Download> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const { name, hash } = document
  if (form === 'original') {
    const bytes = await readDocumentBytes(ctx, tenant, hash)
    return { bytes, mimeType: mimeTypeOf(detectType(bytes, name)), fileName: name }
  }
  const bytes = await renderDocument(ctx, tenant, document).catch(rethrowExplained)
  return { bytes, mimeType: 'application/pdf', fileName: asPdf(name) }
}

const asPdf = (name: string) => `${name.replace(/\.[^.]{1,20}$/, '')}.pdf`
