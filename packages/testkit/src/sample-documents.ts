import { a4, drawPdf } from './samples/draw-pdf.ts'
import { drawSideBySideInvoice } from './samples/draw-side-by-side-invoice.ts'
import { drawStackedInvoice } from './samples/draw-stacked-invoice.ts'
import {
  type ExpectedInvoice,
  expectedInvoiceOf,
  type InvoiceData,
} from './samples/invoice-data.ts'
import { joineryInvoice, lightingInvoice } from './samples/invoices.ts'
import {
  drawLetter,
  drawPages,
  drawStatement,
  drawTwoColumns,
  type SampleDocument,
} from './samples/letters.ts'
import { greyJpeg, scanOfAPage } from './samples/pictures.ts'

/** An invoice in the layout of its style: British ones side by side, continental ones stacked. */
export async function sampleInvoice(data: InvoiceData): Promise<SampleDocument<ExpectedInvoice>> {
  const draw = data.style === 'british' ? drawSideBySideInvoice : drawStackedInvoice
  return {
    name: `invoice-${data.number}.pdf`,
    file: await draw(data),
    expected: expectedInvoiceOf(data),
  }
}

export type SampleInvoice = SampleDocument<ExpectedInvoice>

/** The two invoices that a first-time user sees: other companies, layouts, currencies and formats. */
export const sampleInvoices = (): Promise<readonly SampleDocument<ExpectedInvoice>[]> =>
  Promise.all([sampleInvoice(joineryInvoice), sampleInvoice(lightingInvoice)])

/** A letter in running text: its facts stand in sentences, not beside labels. */
export const sampleLetter = (): Promise<SampleDocument> => drawLetter()

/** A bank statement whose table runs over two pages and whose closing balance is on the second. */
export const sampleStatement = (): Promise<SampleDocument> => drawStatement()

/** A page of two columns: read straight across, the sentences of both would be mixed. */
export const twoColumnPage = (): Promise<SampleDocument<{ readonly columns: readonly string[] }>> =>
  drawTwoColumns()

/** A document of that many pages, each of which says its number. */
export const pdfOfPages = (count: number): Promise<SampleDocument<{ readonly pages: number }>> =>
  drawPages(count)

/** A letter that opens with the password only. */
export async function encryptedPdf(
  password: string,
): Promise<SampleDocument<{ readonly password: string }>> {
  const { file } = await drawLetter(password)
  return { name: 'encrypted.pdf', file, expected: { password } }
}

/** A page that is a picture: it has no text of its own. */
export async function scannedPdf(): Promise<SampleDocument> {
  const file = await drawPdf({ title: 'Scan' }, (pen) => {
    pen.picture(scanOfAPage(), [0, 0, a4.width, a4.height])
  })
  return { name: 'scan.pdf', file, expected: {} }
}

/** Begins as a PDF does and goes on with nonsense. */
export function brokenPdf(): SampleDocument {
  const nonsense = Uint8Array.from({ length: 4096 }, (_, index) => (index * 197 + 31) % 251)
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), nonsense])
  return { name: 'broken.pdf', file: new Uint8Array(file), expected: {} }
}

/** The first part of a good PDF, as an upload that was cut off leaves it. */
export async function truncatedPdf(): Promise<SampleDocument> {
  const { file } = await drawLetter()
  return { name: 'truncated.pdf', file: file.slice(0, Math.floor(file.length * 0.4)), expected: {} }
}

/** A PDF without any text or picture on its page. */
export async function blankPdf(): Promise<SampleDocument> {
  return { name: 'blank.pdf', file: await drawPdf({ title: 'Blank' }, () => {}), expected: {} }
}

export function emptyFile(): SampleDocument {
  return { name: 'empty.pdf', file: new Uint8Array(), expected: {} }
}

/** A good JPEG under the name of a PDF. */
export function jpegCalledPdf(): SampleDocument {
  return { name: 'photo.pdf', file: greyJpeg(), expected: {} }
}

/** Plain words under the name of a PDF. */
export function textCalledPdf(): SampleDocument {
  const file = new TextEncoder().encode('These are plain words and no PDF.\n')
  return { name: 'words.pdf', file, expected: {} }
}

/** A file of exactly that many bytes that begins as a PDF does. */
export function bigFile(bytes: number): SampleDocument {
  const file = new Uint8Array(bytes)
  file.set(new TextEncoder().encode('%PDF-1.7\n').subarray(0, bytes))
  return { name: 'big.pdf', file, expected: {} }
}
