import type { EmbeddedData } from '@recto/document-text/embedded'
import { attachedInvoices } from '../../embedded/invoices/attached-invoices.ts'
import { joinData } from '../../embedded/join-data.ts'
import { listAttachments, openAttachment } from './attachments.ts'
import type { OpenDocument } from './open-document.ts'

/** What a PDF says in forms made for machines. Throws `ReadError`. */
export function embeddedInPdf({ pdfium, document }: OpenDocument): EmbeddedData {
  const attached = listAttachments(pdfium, document).map(({ name, size }, index) => ({
    ...{ name, size },
    open: () => openAttachment(pdfium, document, index),
  }))
  return joinData(attachedInvoices(attached))
}
