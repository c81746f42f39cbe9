import type { EmbeddedData } from '@recto/document-text/embedded'
import { nameOf, ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import type { PixelBudget } from './images/pixel-budget.ts'
import { unpackPage } from './pages/packed-page.ts'
import type { PageSource, PictureReservation, SourcedPage, SourceEnd } from './pages/page-source.ts'
import { isCutOff } from './pdf/document/cut-off.ts'
import type { PdfFile } from './pdf/document/open-pdf.ts'
import { type EmbeddedPart, joinParts } from './pdf/embedded-parts.ts'
import { type PdfEngine, shareBytes } from './pdf/open-pdf-engine.ts'
import { countOcrPixels } from './pdf/pictures/render-page.ts'
import type { PageState } from './pdf/read-page.ts'
import type { Slice, SlicePage } from './pdf/read-slice.ts'
import {
  countPixels,
  type PdfSlices,
  type ReservedSlice,
  readPdfSlices,
} from './read-pdf-slices.ts'
import { findsCheckboxes, marksCheckboxes, type ReadRequest, readsLogos } from './read-request.ts'

type PdfReading = {
  readonly engine: PdfEngine
  readonly pixels: PixelBudget
  readonly maxPages: number
  readonly trustedCertificates: string
}

/**
 * Reads a PDF slice by slice: a thread is taken for one slice at a time, so a long or slowly recognised document
 * keeps no thread from others.
 */
export async function* readPdfPages(
  reading: PdfReading,
  bytes: Uint8Array,
  request: ReadRequest,
): PageSource {
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, ...(request.signal ? [request.signal] : [])])
  const { name, password } = request
  const file: PdfFile = { bytes: await shareBytes(bytes), name, password }
  const states = new Set<PageState>()
  const cut = isCutOff(file.bytes)
  const lostPages: number[] = []
  const order = { ...orderOf(reading, request), isCutOff: cut }
  const { engine, pixels } = reading
  try {
    let attachments: SourceEnd['attachments'] = []
    const parts: (EmbeddedPart | undefined)[] = []
    for await (const slice of readPdfSlices({ engine, pixels, file, order, signal })) {
      attachments = slice.attachments
      parts.push(slice.embedded)
      for (const { state, hasLostText, page } of slice.pages) {
        states.add(state)
        if (hasLostText) lostPages.push(page.number)
      }
      yield* listPages(slice, { engine, file })
    }
    checkStates(states, request)
    const warnings = cut ? describeCut(lostPages) : undefined
    return { attachments, ...omitUndefined({ warnings, embedded: joinIfComplete(parts) }) }
  } finally {
    left.abort(new Error('The reading was left.'))
  }
}

const maxPagesNamed = 20

function describeCut(lostPages: readonly number[]): readonly string[] {
  const cut = 'The end of the file is missing: it was cut off, and pages or text may be missing.'
  if (lostPages.length === 0) return [cut]
  const numbers = lostPages.slice(0, maxPagesNamed).map((number) => number + 1)
  const ending = lostPages.length > maxPagesNamed ? ', …' : ''
  const pages = lostPages.length === 1 ? 'page' : 'pages'
  return [
    cut,
    `Text of ${pages} ${numbers.join(', ')}${ending} was left out, because its fonts are missing.`,
  ]
}

/** Yields the pages of a slice; whoever gets a page releases its pixels. */
function* listPages(
  slice: ReservedSlice,
  source: Pick<PdfSlices, 'engine' | 'file'>,
): Generator<SourcedPage, void> {
  const reservations = reservePictures(slice)
  try {
    for (const page of slice.pages) {
      const reservation = reservations.get(page)
      reservations.delete(page)
      yield { ...sourced(page, slice, source), ...omitUndefined({ reservation }) }
    }
  } finally {
    for (const reservation of reservations.values()) reservation.release()
  }
}

/** Divides the reservation of a slice among the pages that have a picture. */
function reservePictures(slice: ReservedSlice): Map<SlicePage, PictureReservation> {
  let pixelsLeft = countPixels(slice)
  const reservations = new Map<SlicePage, PictureReservation>()
  for (const page of slice.pages) {
    if (!page.picture) continue
    let pixels = page.picture.image.pixels.length
    const release = () => {
      pixelsLeft -= pixels
      pixels = 0
      slice.reservation?.shrinkTo(pixelsLeft)
    }
    reservations.set(page, { release })
  }
  return reservations
}

function orderOf(reading: PdfReading, request: ReadRequest): PdfSlices['order'] {
  const { name, mode, ranges, withGlyphs, withRules, withStructure, hidden } = request
  const { looksForEmbedded, cacheScope } = request
  const { maxPages, trustedCertificates } = reading
  const pictures = findsCheckboxes(request) ? 'all' : mode === 'native_text' ? 'none' : 'needed'
  const embedded = looksForEmbedded ? { trustedCertificates, cacheScope } : undefined
  const looks = {
    withGlyphs,
    withRules,
    withStructure,
    withBoxes: marksCheckboxes(request),
    withLogos: readsLogos(request),
  }
  return { name, ranges, maxPages, pictures, ...looks, hidden, embedded }
}

/** Returns nothing if the search of any slice is missing: it is then made by itself. */
function joinIfComplete(parts: readonly (EmbeddedPart | undefined)[]): EmbeddedData | undefined {
  const presentParts = parts.filter((part) => part !== undefined)
  return presentParts.length === parts.length ? joinParts(presentParts) : undefined
}

function sourced(
  { page, need, picture, lateOrder, seconds }: SlicePage,
  { total, requestedCount }: Slice,
  { engine, file }: Pick<PdfSlices, 'engine' | 'file'>,
): SourcedPage {
  const latePicture = lateOrder && {
    pixels: countOcrPixels(lateOrder),
    render: (signal: AbortSignal) => engine.run('picture', file, lateOrder, signal),
  }
  return {
    page: unpackPage(page),
    need,
    total,
    requestedCount,
    seconds,
    ...omitUndefined({ picture, latePicture }),
  }
}

function checkStates(states: ReadonlySet<PageState>, { name, mode }: ReadRequest): void {
  const file = nameOf(name)
  if (states.has('words')) return
  if (states.has('ink') && mode !== 'native_text') return
  if (states.has('ink'))
    throw new ReadError('needs-ocr', `${file} needs OCR: its pages are images without text.`)
  if (!states.has('blank'))
    throw new ReadError('broken-file', `${file} is damaged: none of its pages can be read.`)
}
