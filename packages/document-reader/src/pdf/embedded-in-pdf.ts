import type { EmbeddedData } from '@recto/document-text/embedded'
import { type CodePicture, readCodes } from '../embedded/codes/read-codes.ts'
import { readAttachedInvoices } from '../embedded/invoices/attached-invoices.ts'
import { joinData } from '../embedded/join-data.ts'
import { readSignatures } from '../embedded/signatures/read-signatures.ts'
import { xfaData } from '../embedded/xfa-data.ts'
import { listAttachments, readAttachment } from './document/attachments.ts'
import { inspectPdf } from './document/inspect-pdf.ts'
import { countPdfPages, type PdfFile, withPdf } from './document/open-pdf.ts'
import { listSignedParts } from './document/signed-parts.ts'
import { withPage } from './document/with-page.ts'
import { listXfaPackets } from './document/xfa-packets.ts'
import { readFormFields } from './form-fields.ts'
import type { EmbeddedOrder } from './pdf-tasks.ts'
import type { OpenDocument, Pdfium } from './pdfium/pdfium.ts'
import { renderPart } from './pictures/render-page.ts'
import { getPageFrame } from './read-page.ts'
import { findCodeArea, findCodePages } from './signals/find-code-area.ts'

/**
 * At this resolution a module of a full QR code is three pixels wide; posters are rendered smaller.
 */
const dotsPerInch = 200
const maxSide = 3000

/**
 * Reads the machine-readable data of a PDF: invoices, form fields, signatures and codes. Throws
 * `ReadError`.
 */
export async function readEmbeddedInPdf(
  pdfium: Pdfium,
  file: PdfFile,
  { trustedCertificates }: EmbeddedOrder,
): Promise<EmbeddedData> {
  const { parts, pictures, signed } = withPdf(pdfium, file, (open) => ({
    parts: [...readInvoicesIn(open), readFilledFields(open, file.name)],
    pictures: renderCodePictures(open, file.name),
    signed: listSignedParts(pdfium, open.document),
  }))
  const signatures = await readSignatures({ file: file.bytes, parts: signed }, trustedCertificates)
  return joinData([...parts, signatures, await readCodes(pictures)])
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

function renderCodePictures(open: OpenDocument, name: string | undefined): readonly CodePicture[] {
  const { sizes } = inspectPdf(open, name)
  return findCodePages(sizes.length).flatMap((number) => {
    const size = sizes[number]
    if (!size) return []
    return (
      withPage(open, number, (page) => renderCodePicture(open, { ...size, page, number })) ?? []
    )
  })
}

type LoadedPage = {
  readonly page: number
  readonly number: number
  readonly width: number
  readonly height: number
}

function renderCodePicture(open: OpenDocument, loadedPage: LoadedPage): CodePicture | undefined {
  const { pdfium, scratch } = open
  const { page, number, width, height } = loadedPage
  const frame = getPageFrame(pdfium, page, scratch)
  const box = findCodeArea({ pdfium, scratch, page, frame, size: { width, height } })
  if (!box) return undefined
  const scale = Math.min(dotsPerInch / 72, maxSide / Math.max(box[2] - box[0], box[3] - box[1], 1))
  const image = renderPart(pdfium, loadedPage, { box, scale })
  const corner = [Math.round(box[0] * scale), Math.round(box[1] * scale)] as const
  return { image, pointsPerPixel: 1 / scale, corner, page: number }
}
