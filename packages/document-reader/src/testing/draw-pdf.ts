import { deflateSync } from 'node:zlib'
import PdfDocument from 'pdfkit'

export type Drawing = PDFKit.PDFDocument

/** A PDF drawn by code. Text goes to `(x, y)` from the page's top left corner, in 12-point Helvetica. */
export async function drawPdf(
  draw: (drawing: Drawing) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const drawing = new PdfDocument({ size: 'A4', margin: 0, ...options })
  const parts: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  drawing.on('data', (part: Buffer) => parts.push(part))
  drawing.on('end', () => resolve())
  drawing.font('Helvetica').fontSize(12)
  draw(drawing)
  drawing.end()
  await promise
  return new Uint8Array(Buffer.concat(parts))
}

export function write(drawing: Drawing, text: string, x: number, y: number): void {
  drawing.text(text, x, y, { lineBreak: false })
}

/** Writes entries into the page's own dictionary, such as `Rotate` and `CropBox`. */
export function setOnPage(drawing: Drawing, entries: Record<string, unknown>): void {
  Object.assign((drawing.page.dictionary as unknown as { data: object }).data, entries)
}

/** One grey pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** A small file whose page is a very long list of drawing commands. */
export function heavyPdf(command: string, megabytes: number): Uint8Array {
  const content = deflateSync(Buffer.alloc(megabytes * 1_000_000, command), { level: 1 })
  const head = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>> endobj
4 0 obj <</Length ${content.length}/Filter/FlateDecode>> stream
`
  const tail = '\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'
  return new Uint8Array(Buffer.concat([Buffer.from(head), content, Buffer.from(tail)]))
}
