import { mapInOrder } from './map-in-order.ts'
import type { PdfFile } from './pdf/document/open-pdf.ts'
import type { PdfEngine } from './pdf/open-pdf-engine.ts'
import type { Slice, SliceOrder } from './pdf/read-slice.ts'

type PdfSlices = {
  readonly engine: PdfEngine
  readonly file: PdfFile
  readonly order: Omit<SliceOrder, 'done' | 'most' | 'knownPictures'>
  readonly signal: AbortSignal
}

/** Few, so that a long document is soon read by two threads. */
const firstPages = 10
/** So many that opening the document again costs little, so few that other documents get their turn. */
const pagesOfSlice = 50
const slicesAtOnce = 2

/**
 * The slices of a PDF in the order of its pages. Where no picture says which of the later ones are known already,
 * two threads read at once. Leaving the loop ends the reading.
 */
export function readPdfSlices(given: PdfSlices): AsyncGenerator<Slice, void> {
  return given.order.pictures === 'none' ? readSideBySide(given) : readOneByOne(given)
}

async function* readSideBySide(given: PdfSlices): AsyncGenerator<Slice, void> {
  const first = await readSlice(given, { done: 0, most: firstPages, knownPictures: [] })
  yield first
  const spans = mapInOrder(spansOf(first), {
    limit: slicesAtOnce,
    work: (span, signal) => readSpan(given, span, signal),
  })
  for await (const slices of spans) yield* slices
}

type Span = { readonly from: number; readonly to: number }

/** Equally long, so that all threads are done at the same time. */
async function* spansOf({ pages, requested }: Slice): AsyncGenerator<Span, void> {
  const rest = requested - pages.length
  const turns = Math.ceil(rest / (slicesAtOnce * pagesOfSlice))
  const size = Math.ceil(rest / (slicesAtOnce * turns))
  for (let from = pages.length; from < requested; from += size)
    yield { from, to: Math.min(requested, from + size) }
}

/** More than one slice where pages take long. */
async function readSpan(given: PdfSlices, { from, to }: Span, left: AbortSignal): Promise<Slice[]> {
  const signal = AbortSignal.any([given.signal, left])
  const slices: Slice[] = []
  for (let done = from; done < to; ) {
    const order = { done, most: to - done, knownPictures: [] }
    const slice = await readSlice({ ...given, signal }, order)
    slices.push(slice)
    done += slice.pages.length
  }
  return slices
}

/** The next slice is read while the pages of one are dealt with. */
async function* readOneByOne(given: PdfSlices): AsyncGenerator<Slice, void> {
  const read = (done: number, knownPictures: readonly string[]) =>
    readSlice(given, { done, most: pagesOfSlice, knownPictures })
  let upcoming = read(0, [])
  for (let done = 0; ; ) {
    const slice = await upcoming
    done += slice.pages.length
    if (done < slice.requested) upcoming = read(done, slice.knownPictures)
    // A failure is reported when its turn comes, or never.
    upcoming.catch(() => {})
    yield slice
    if (done >= slice.requested) return
  }
}

function readSlice(
  { engine, file, order, signal }: PdfSlices,
  place: Pick<SliceOrder, 'done' | 'most' | 'knownPictures'>,
): Promise<Slice> {
  return engine.run('slice', file, { ...order, ...place }, signal)
}
