import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Attachment, Box, Page } from '@recto/document-text/model'
import type { NumberRange } from '@recto/document-text/page-ranges'
import { omitUndefined } from '@recto/omit-undefined'
import type { PagePicture } from '../images/page-image.ts'
import { type PackedPage, packPage } from '../pages/packed-page.ts'
import type { OcrNeed } from '../pages/page-source.ts'
import { selectPages } from '../pages/select-pages.ts'
import type { CodeCaches } from './codes/code-caches.ts'
import { listAttachments } from './document/attachments.ts'
import { countPdfPages } from './document/open-pdf.ts'
import {
  type EmbeddedCandidates,
  type EmbeddedOrder,
  type EmbeddedSearch,
  openEmbeddedSearch,
} from './embedded-in-pdf.ts'
import type { OpenDocument } from './pdfium/pdfium.ts'
import { renderForOcr, renderPartsForOcr } from './pictures/render-page.ts'
import { type PageReading, type PageState, type ReadPageOptions, readPage } from './read-page.ts'
import { decideOcrNeed } from './signals/needs-ocr.ts'

export type SliceOrder = Omit<ReadPageOptions, 'withTextPictures' | 'isNativeOnly'> & {
  /** File name, used in messages. */
  readonly name: string | undefined
  /** Page ranges of the document, one-based. */
  readonly ranges: readonly NumberRange[]
  /** Number of selected pages that were already read. */
  readonly done: number
  /** Maximum number of pages to read. */
  readonly maxCount: number
  /** Maximum number of pages that may be selected. */
  readonly maxPages: number
  /** Selects the pages that get a picture: those that need OCR, all, or none. */
  readonly pictures: 'needed' | 'all' | 'none'
  readonly maxPictures: number
  /** Keys of the small pictures found on the pages read so far. */
  readonly knownPictures: readonly string[]
  /** Present if machine-readable data is searched for in a document that is read in one go. */
  readonly embedded?: EmbeddedOrder | undefined
}

export type SlicePage = {
  readonly page: PackedPage
  readonly state: PageState
  readonly need: OcrNeed
  /** Present if OCR is needed. */
  readonly picture?: PagePicture
  readonly seconds: number
}

export type Slice = {
  readonly pages: readonly SlicePage[]
  /** Number of pages of the whole document, and number of selected pages. */
  readonly total: number
  readonly requestedCount: number
  /** Attachments of the document; listed once its last page was read. */
  readonly attachments: readonly Attachment[]
  /**
   * The machine-readable data of a document that was read in one go; absent when not requested, and
   * when looking for it would take longer than a slice may.
   */
  readonly embedded?: EmbeddedData
  /** Keys of small pictures with letters, of this slice and all previous ones. */
  readonly knownPictures: readonly string[]
}

const secondsPerSlice = 0.25
/** Maximum number of known pictures per document: letterheads and seals are few. */
const maxKnownPictures = 30

/**
 * Reads the next few selected pages: enough that reopening the document for the rest costs little,
 * and few enough to use little memory and let other documents have their turn. A page that does not
 * load is `broken` and empty. Throws `ReadError`.
 */
export function readSlice(
  open: OpenDocument,
  order: SliceOrder,
  caches: CodeCaches,
): SliceWithCandidates {
  const total = countPdfPages(open, order.name)
  const selected = selectPages({ ...order, total })
  const pages: SlicePage[] = []
  const start = performance.now()
  let pictures = 0
  const knownPictures = new Set(order.knownPictures)
  const search = openTimedSearch(open, { order, total, selectedCount: selected.length }, caches)
  for (const number of selected.slice(order.done, order.done + order.maxCount)) {
    const page = readSlicePage(open, number, { ...order, seenPictures: knownPictures })
    pages.push(page)
    search.visit(number)
    if (page.picture) pictures++
    if (pictures >= order.maxPictures || secondsSince(start) > secondsPerSlice) break
  }
  const isLast = order.done + pages.length >= selected.length
  const attachments = isLast ? listAttachments(open.pdfium, open.document) : []
  const slice = {
    pages,
    total,
    requestedCount: selected.length,
    attachments,
    knownPictures: [...knownPictures],
  }
  return { slice, candidates: isLast ? search.finish() : undefined }
}

type SliceWithCandidates = {
  readonly slice: Slice
  /** Data that is still to be decoded and checked. */
  readonly candidates: EmbeddedCandidates | undefined
}

type SearchScope = {
  readonly order: SliceOrder
  /** Pages of the document, and how many of them are selected. */
  readonly total: number
  readonly selectedCount: number
}

/**
 * Opens a search of a document of which all pages are selected, if it is wanted. The search gives up
 * when a slice has taken its time, or when PDFium's memory does not suffice: it is then made by
 * itself, without delaying or failing the text.
 */
function openTimedSearch(
  open: OpenDocument,
  { order, total, selectedCount }: SearchScope,
  caches: CodeCaches,
) {
  const start = performance.now()
  const isPossible = order.embedded !== undefined && order.done === 0 && selectedCount === total
  let search: EmbeddedSearch | undefined = isPossible
    ? openEmbeddedSearch(open, total, caches)
    : undefined
  const attempt = <Result>(work: (search: EmbeddedSearch) => Result): Result | undefined => {
    if (secondsSince(start) > secondsPerSlice) search = undefined
    try {
      return search && work(search)
    } catch (error) {
      // PDFium itself has failed, and must not be used again.
      if (error instanceof Error && error.name === 'RuntimeError') throw error
      search = undefined
      return undefined
    }
  }
  return {
    visit: (number: number): void => attempt((search) => search.visit(number)),
    finish: (): EmbeddedCandidates | undefined => attempt((search) => search.finish()),
  }
}

type PageOrder = SliceOrder & {
  /** Receives the keys of the page's small pictures. */
  readonly seenPictures: Set<string>
}

function readSlicePage(open: OpenDocument, number: number, order: PageOrder): SlicePage {
  const start = performance.now()
  const withTextPictures = order.pictures !== 'none' && order.seenPictures.size < maxKnownPictures
  const isNativeOnly = order.pictures === 'none'
  const reading = readPage(open, number, { ...order, withTextPictures, isNativeOnly })
  const { state } = reading
  const { need, parts } = findOcrInput(reading, order)
  // Remove words in unreadable fonts, so that OCR fills the gaps.
  const hasReadable = need === 'pictures' && decideOcrNeed(reading.signals) === 'pictures'
  const page = hasReadable ? (reading.readable ?? reading.page) : reading.page
  const picture = renderPicture(open, page, { need, parts })
  return {
    page: packPage(state === 'broken' ? { ...page, isDamaged: true } : page),
    state,
    need: picture ? need : 'none',
    ...omitUndefined({ picture }),
    seconds: secondsSince(start),
  }
}

type OcrInput = {
  readonly need: OcrNeed
  /** The parts to read; the whole page if absent. */
  readonly parts?: readonly Box[] | undefined
}

function renderPicture(open: OpenDocument, page: Page, { need, parts }: OcrInput) {
  if (need === 'none') return undefined
  return parts ? renderPartsForOcr(open, page, parts) : renderForOcr(open, page)
}

function findOcrInput(
  { isEmpty, signals, textPictures }: PageReading,
  { pictures, seenPictures }: PageOrder,
): OcrInput {
  const need = pictures === 'none' ? 'none' : decideOcrNeed(signals)
  if (need !== 'none') return { need }
  const newPictures = textPictures.filter(({ key }) => !seenPictures.has(key))
  for (const { key } of newPictures) seenPictures.add(key)
  if (pictures === 'all' && !isEmpty) return { need: newPictures.length > 0 ? 'pictures' : 'marks' }
  return newPictures.length > 0
    ? { need: 'pictures', parts: newPictures.map(({ box }) => box) }
    : { need: 'none' }
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
