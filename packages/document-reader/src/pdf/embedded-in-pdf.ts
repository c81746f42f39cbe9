import type { EmbeddedData } from '@recto/document-text/embedded'
import { type CodePicture, readCodes } from '../embedded/codes/read-codes.ts'
import { attachedInvoices } from '../embedded/invoices/attached-invoices.ts'
import { joinData } from '../embedded/join-data.ts'
import { readSignatures } from '../embedded/signatures/read-signatures.ts'
import { xfaData } from '../embedded/xfa-data.ts'
import { listAttachments, openAttachment } from './document/attachments.ts'
import { inspectPdf } from './document/inspect-pdf.ts'
import type { OpenDocument } from './document/open-document.ts'
import { countPages, type PdfFile, withPdf } from './document/open-pdf.ts'
import { listSignedParts } from './document/signed-parts.ts'
import { withPage } from './document/with-page.ts'
import { listXfaPackets } from './document/xfa-packets.ts'
import { formFieldsIn } from './form-fields.ts'
import type { EmbeddedOrder } from './pdf-tasks.ts'
import type { Pdfium } from './pdfium/pdfium.ts'
import { renderPart } from './pictures/render-page.ts'
import { frameOf } from './read-page.ts'
import { findCodeArea, pagesOfCodes } from './signals/find-code-area.ts'

/** The smallest part of a full QR code is three pixels wide at it; a poster is drawn smaller. */
const dotsPerInch = 200
const maxSide = 3000

/** What a PDF says in forms made for machines. Throws `ReadError`. */
export async function readEmbeddedOf(
  pdfium: Pdfium,
  file: PdfFile,
  { trustedCertificates }: EmbeddedOrder,
): Promise<EmbeddedData> {
  const { parts, pictures, signed } = withPdf(pdfium, file, (open) => ({
    parts: [...invoicesIn(open), filledIn(open, file.name)],
    pictures: picturesOf(open, file.name),
    signed: listSignedParts(pdfium, open.document),
  }))
  const signatures = await readSignatures({ file: file.bytes, parts: signed }, trustedCertificates)
  return joinData([...parts, signatures, await readCodes(pictures)])
}

/** What is filled in: what a form shows, and of XFA the fields that are not shown as such. */
function filledIn(open: OpenDocument, name: string | undefined): EmbeddedData {
  const shown = formFieldsIn(open, countPages(open, name))
  const data = xfaData(listXfaPackets(open.pdfium, open.document))
  const names = new Set(shown.values.map((value) => lastNameOf(value)))
  const values = data.values.filter((value) => !names.has(lastNameOf(value)))
  return {
    values: [...shown.values, ...values],
    problems: [...shown.problems, ...data.problems],
  }
}

/** Of `form1[0].buyer[0].name[0]` it is `name`. */
const lastNameOf = ({ name }: { readonly name: string }) =>
  name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')

function invoicesIn({ pdfium, document }: OpenDocument): readonly EmbeddedData[] {
  return attachedInvoices(
    listAttachments(pdfium, document).map(({ name, size }, index) => ({
      ...{ name, size },
      open: () => openAttachment(pdfium, document, index),
    })),
  )
}

function picturesOf(open: OpenDocument, name: string | undefined): readonly CodePicture[] {
  const { sizes } = inspectPdf(open, name)
  return pagesOfCodes(sizes.length).flatMap((number) => {
    const size = sizes[number]
    if (!size) return []
    return withPage(open, number, (page) => pictureOf(open, { ...size, page, number })) ?? []
  })
}

type LoadedPage = {
  readonly page: number
  readonly number: number
  readonly width: number
  readonly height: number
}

function pictureOf(open: OpenDocument, loaded: LoadedPage): CodePicture | undefined {
  const { pdfium, scratch } = open
  const { page, number, width, height } = loaded
  const frame = frameOf(pdfium, page, scratch)
  const box = findCodeArea({ pdfium, scratch, page, frame, size: { width, height } })
  if (!box) return undefined
  const scale = Math.min(dotsPerInch / 72, maxSide / Math.max(box[2] - box[0], box[3] - box[1], 1))
  const image = renderPart(pdfium, loaded, { box, scale })
  const corner = [Math.round(box[0] * scale), Math.round(box[1] * scale)] as const
  return { image, pointsPerPixel: 1 / scale, corner, page: number }
}
