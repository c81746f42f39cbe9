import type { PixelBudget, PixelReservation } from './images/pixel-budget.ts'
import { mapInOrder } from './map-in-order.ts'
import type { PdfFile } from './pdf/document/open-pdf.ts'
import type { PdfEngine } from './pdf/open-pdf-engine.ts'
import { maxOcrPixels } from './pdf/pictures/render-page.ts'
import type { Slice, SliceOrder } from './pdf/read-slice.ts'

type SlicePlace = Pick<SliceOrder, 'done' | 'maxCount' | 'knownPictures'>

export type PdfSlices = {
  readonly engine: PdfEngine
  readonly pixels: PixelBudget
  readonly file: PdfFile
  readonly order: Omit<SliceOrder, keyof SlicePlace | 'maxPicturePixels'>
  readonly signal: AbortSignal
}

/** A slice, with the pixels of its pictures, which the receiver has to release. */
export type ReservedSlice = Slice & { readonly reservation: PixelReservation | undefined }

/** Few, so that a long document is soon read by two threads. */
const firstPages = 10
/**
 * Pages per slice: enough that reopening the document costs little, and few enough that other
 * documents get their turn.
 */
const pagesOfSlice = 50
const slicesAtOnce = 2

/**
 * The slices of a PDF in the order of its pages. Where no picture says which of the later ones are known already,
 * two threads read at once. Leaving the loop ends the reading.
 */
export function readPdfSlices(pdfSlices: PdfSlices): AsyncGenerator<ReservedSlice, void> {
  return pdfSlices.order.pictures === 'none' ? readSideBySide(pdfSlices) : readOneByOne(pdfSlices)
}

async function* readSideBySide(pdfSlices: PdfSlices): AsyncGenerator<ReservedSlice, void> {
  const first = await readSlice(pdfSlices, { done: 0, maxCount: firstPages, knownPictures: [] })
  yield first
  const spans = mapInOrder(spansOf(first), {
    limit: slicesAtOnce,
    work: (span, signal) => readSpan(pdfSlices, span, signal),
  })
  for await (const slices of spans) yield* slices
}

type Span = { readonly from: number; readonly to: number }

/** Equally long, so that all threads are done at the same time. */
async function* spansOf({ pages, requestedCount }: Slice): AsyncGenerator<Span, void> {
  const rest = requestedCount - pages.length
  const turns = Math.ceil(rest / (slicesAtOnce * pagesOfSlice))
  const size = Math.ceil(rest / (slicesAtOnce * turns))
  for (let from = pages.length; from < requestedCount; from += size)
    yield { from, to: Math.min(requestedCount, from + size) }
}

/** More than one slice where pages take long. */
async function readSpan(
  pdfSlices: PdfSlices,
  { from, to }: Span,
  left: AbortSignal,
): Promise<ReservedSlice[]> {
  const signal = AbortSignal.any([pdfSlices.signal, left])
  const slices: ReservedSlice[] = []
  for (let done = from; done < to; ) {
    const order = { done, maxCount: to - done, knownPictures: [] }
    const slice = await readSlice({ ...pdfSlices, signal }, order)
    slices.push(slice)
    done += slice.pages.length
  }
  return slices
}

/** The next slice is read while the pages of one are dealt with. */
async function* readOneByOne(pdfSlices: PdfSlices): AsyncGenerator<ReservedSlice, void> {
  const read = (done: number, knownPictures: readonly string[]) =>
    readSlice(pdfSlices, { done, maxCount: pagesOfSlice, knownPictures })
  let nextSlice = read(0, [])
  for (let done = 0; ; ) {
    const slice = await nextSlice
    done += slice.pages.length
    if (done < slice.requestedCount) nextSlice = read(done, slice.knownPictures)
    // A failure is reported when its turn comes, or never.
    nextSlice.catch(() => {})
    yield slice
    if (done >= slice.requestedCount) return
  }
}

/**
 * The first pictures of a document are rendered with its text, if there is room for them when a
 * thread takes the slice up.
 */
async function readSlice(
  { engine, pixels, file, order, signal }: PdfSlices,
  place: SlicePlace,
): Promise<ReservedSlice> {
  let reservation: PixelReservation | undefined
  const makeOrder = (): SliceOrder => {
    const mayRender = place.done === 0 && order.pictures !== 'none'
    reservation = mayRender ? pixels.tryReserve(maxOcrPixels) : undefined
    return { ...order, ...place, maxPicturePixels: reservation ? maxOcrPixels : 0 }
  }
  try {
    const slice = await engine.run('slice', file, makeOrder, signal)
    reservation?.shrinkTo(countPixels(slice))
    return { ...slice, reservation }
  } catch (error) {
    reservation?.release()
    throw error
  }
}

export function countPixels({ pages }: Pick<Slice, 'pages'>): number {
  return pages.reduce((sum, { picture }) => sum + (picture?.image.pixels.length ?? 0), 0)
}
