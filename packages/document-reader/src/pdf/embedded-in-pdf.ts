import type { EmbeddedData } from '@recto/document-text/embedded'
import { readCodes } from '../embedded/codes/read-codes.ts'
import { readAttachedInvoices } from '../embedded/invoices/attached-invoices.ts'
import { joinData } from '../embedded/join-data.ts'
import { readSignatures } from '../embedded/signatures/read-signatures.ts'
import { xfaData } from '../embedded/xfa-data.ts'
import type { CodeCaches } from './codes/code-caches.ts'
import { drawPartsOfPages } from './codes/draw-parts-of-pages.ts'
import { listAttachments, readAttachment } from './document/attachments.ts'
import { countPdfPages, type PdfFile, withPdf } from './document/open-pdf.ts'
import { listSignedParts } from './document/signed-parts.ts'
import { listXfaPackets } from './document/xfa-packets.ts'
import { readFormFields } from './form-fields.ts'
import type { EmbeddedOrder } from './pdf-tasks.ts'
import type { OpenDocument, Pdfium } from './pdfium/pdfium.ts'

/**
 * Reads the machine-readable data of a PDF: invoices, form fields, signatures and codes. Throws
 * `ReadError`.
 */
export async function readEmbeddedInPdf(
  pdfium: Pdfium,
  file: PdfFile,
  { trustedCertificates }: EmbeddedOrder,
  caches: CodeCaches,
): Promise<EmbeddedData> {
  const { parts, pictures, signed } = withPdf(pdfium, file, (open) => ({
    parts: [...readInvoicesIn(open), readFilledFields(open, file.name)],
    pictures: drawPartsOfPages(open, countPdfPages(open, file.name), caches),
    signed: listSignedParts(pdfium, open.document),
  }))
  const signatures = await readSignatures({ file: file.bytes, parts: signed }, trustedCertificates)
  return joinData([...parts, signatures, await readCodes(pictures, caches.codes)])
}

/** Returns the filled fields of the form, and those of XFA data that the form does not have. */
function readFilledFields(open: OpenDocument, name: string | undefined): EmbeddedData {
  const formFields = readFormFields(open, countPdfPages(open, name))
  const xfa = xfaData(listXfaPackets(open.pdfium, open.document))
  const names = new Set(formFields.values.map((value) => getLastName(value)))
  const values = xfa.values.filter((value) => !names.has(getLastName(value)))
  return {
    values: [...formFields.values, ...values],
    problems: [...formFields.problems, ...xfa.problems],
  }
}

/** Returns `name` for `form1[0].buyer[0].name[0]`. */
const getLastName = ({ name }: { readonly name: string }) =>
  name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')

function readInvoicesIn({ pdfium, document }: OpenDocument): readonly EmbeddedData[] {
  return readAttachedInvoices(
    listAttachments(pdfium, document).map(({ name, size }, index) => ({
      name,
      size,
      open: () => readAttachment(pdfium, document, index),
    })),
  )
}
