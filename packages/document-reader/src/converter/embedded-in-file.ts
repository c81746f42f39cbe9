import type { EmbeddedData } from '@recto/document-text/embedded'
import type { DetectedFile } from '../detect/file-type.ts'
import { attachedInvoices } from '../embedded/invoices/attached-invoices.ts'
import { readInvoice } from '../embedded/invoices/read-invoice.ts'
import { joinData } from '../embedded/join-data.ts'
import { readMail } from '../mail/read-mail.ts'

/** What a document without pages of its own says in forms made for machines. Throws `ReadError`. */
export async function embeddedInFile(file: DetectedFile): Promise<EmbeddedData> {
  if (file.type.type === 'xml') return joinData([readInvoice(file.bytes, {})])
  const mail = await readMail(file)
  const attached = (mail?.attachments ?? []).map(({ name, size, bytes }) => ({
    ...{ name, size },
    open: () => bytes,
  }))
  return joinData(attachedInvoices(attached))
}
