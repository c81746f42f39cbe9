import type { Reader } from '@recto/document-text/reader'
import PdfDocument from 'pdfkit'
import { residentMegabytes } from './resident-memory.ts'

export type LongScores = {
  readonly pages: number
  readonly seconds: number
  /** Resident memory of this process and its children when so many pages had come. */
  readonly memory: readonly { readonly pages: number; readonly megabytes: number }[]
  readonly peakMegabytes: number
  /** Time from aborting the loop midway to the first page of the next document. */
  readonly cancelMilliseconds: number
}

const looks = 10

/** Reads a long document page by page without keeping the pages. */
export async function measureLong(reader: Reader, pages: number): Promise<LongScores> {
  const bytes = await longPdf(pages)
  const memory: { pages: number; megabytes: number }[] = []
  const start = performance.now()
  let peak = 0
  let read = 0
  for await (const _ of reader.readPages(bytes)) {
    read += 1
    if (read % Math.ceil(pages / looks) !== 0) continue
    const megabytes = residentMegabytes()
    peak = Math.max(peak, megabytes)
    memory.push({ pages: read, megabytes })
  }
  const seconds = (performance.now() - start) / 1000
  return {
    pages: read,
    seconds,
    memory,
    peakMegabytes: peak,
    cancelMilliseconds: await measureCancel(reader, bytes, pages),
  }
}

async function measureCancel(reader: Reader, bytes: Uint8Array, pages: number): Promise<number> {
  let read = 0
  for await (const _ of reader.readPages(bytes)) if (++read === Math.floor(pages / 2)) break
  const start = performance.now()
  for await (const _ of reader.readPages(bytes)) break
  return performance.now() - start
}

async function longPdf(pages: number): Promise<Uint8Array> {
  const drawing = new PdfDocument({ size: 'A4', margin: 40, autoFirstPage: false })
  const parts: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  drawing.on('data', (part: Buffer) => parts.push(part))
  drawing.on('end', () => resolve())
  for (let page = 1; page <= pages; page++) {
    drawing.addPage().fontSize(9)
    for (let line = 1; line <= 60; line++)
      drawing.text(`Page ${page}, line ${line}: item ${page * line} at ${line}.50 EUR, delivered`, {
        lineBreak: false,
      })
  }
  drawing.end()
  await promise
  return new Uint8Array(Buffer.concat(parts))
}
