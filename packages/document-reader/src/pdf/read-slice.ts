import type { Attachment, Box } from '@recto/document-text/model'
import type { NumberRange } from '@recto/document-text/page-ranges'
import { omitUndefined } from '@recto/omit-undefined'
import type { PagePicture } from '../images/page-image.ts'
import { type PackedPage, packPage } from '../pages/packed-page.ts'
import type { OcrNeed } from '../pages/page-source.ts'
import { selectPages } from '../pages/select-pages.ts'
import type { CodeCaches } from './codes/code-caches.ts'
import { type ListedAttachment, listAttachments } from './document/attachments.ts'
import { countPdfPages } from './document/open-pdf.ts'
import {
  type EmbeddedCandidates,
  type EmbeddedOrder,
  type EmbeddedSearch,
  openEmbeddedSearch,
} from './embedded-in-pdf.ts'
import type { EmbeddedPart } from './embedded-parts.ts'
import type { OpenDocument } from './pdfium/pdfium.ts'
import { countOcrPixels, type PictureOrder, renderPicture } from './pictures/render-page.ts'
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
  /** Pixels of the pictures that are rendered with the text; others are rendered when OCR gets to them. */
  readonly maxPicturePixels: number
  /** Keys of the small pictures found on the pages read so far. */
  readonly knownPictures: readonly string[]
  /** Present if machine-readable data is searched for while the text is read. */
  readonly embedded?: EmbeddedOrder | undefined
}

export type SlicePage = {
  readonly page: PackedPage
  readonly state: PageState
  readonly need: OcrNeed
  /** Present if OCR is needed and the picture was rendered. */
  readonly picture?: PagePicture
  /** Present if OCR is needed and the picture is still to be rendered. */
  readonly lateOrder?: PictureOrder
  readonly seconds: number
  /** Text was left out because its font is missing. */
  readonly hasLostText?: true
}

export type Slice = {
  readonly pages: readonly SlicePage[]
  /** Number of pages of the whole document, and number of selected pages. */
  readonly total: number
  readonly requestedCount: number
  /** Attachments of the document; listed once its last page was read. */
  readonly attachments: readonly Attachment[]
  /**
   * The machine-readable data of these pages; absent when not requested, and when looking for it
   * would take longer than a slice may.
   */
  readonly embedded?: EmbeddedPart
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
  let pixelsLeft = order.maxPicturePixels
  const knownPictures = new Set(order.knownPictures)
  const isWhole = selected.length === total
  const search = openTimedSearch(
    order.embedded && isWhole ? openEmbeddedSearch(open, total, caches) : undefined,
  )
  for (const number of selected.slice(order.done, order.done + order.maxCount)) {
    const page = readSlicePage(open, number, { ...order, seenPictures: knownPictures, pixelsLeft })
    pages.push(page)
    search.visit(number)
    // A picture that waits for room must not wait for one behind it.
    pixelsLeft = page.lateOrder ? 0 : pixelsLeft - (page.picture?.image.pixels.length ?? 0)
    if (secondsSince(start) > secondsPerSlice) break
  }
  const isLast = order.done + pages.length >= selected.length
  const attachments = isLast ? listAttachments(open.pdfium, open.document) : []
  const slice = {
    pages,
    total,
    requestedCount: selected.length,
    attachments: attachments.map(({ attachment }) => attachment),
    knownPictures: [...knownPictures],
  }
  return { slice, candidates: search.finish(isLast ? attachments : undefined) }
}

type SliceWithCandidates = {
  readonly slice: Slice
  /** Data that is still to be decoded and checked. */
  readonly candidates: EmbeddedCandidates | undefined
}

/**
 * Limits a search for embedded data, which needs all pages of a document. It gives up when it has
 * taken the time of a slice, or when PDFium's memory does not suffice: it is then made by itself,
 * without delaying or failing the text.
 */
function openTimedSearch(embeddedSearch: EmbeddedSearch | undefined) {
  let search = embeddedSearch
  let seconds = 0
  const attempt = <Result>(work: (search: EmbeddedSearch) => Result): Result | undefined => {
    const start = getThreadSeconds()
    try {
      return search && work(search)
    } catch (error) {
      // PDFium itself has failed, and must not be used again.
      if (error instanceof Error && error.name === 'RuntimeError') throw error
      search = undefined
      return undefined
    } finally {
      seconds += getThreadSeconds() - start
      if (seconds > secondsPerSlice) search = undefined
    }
  }
  return {
    visit: (number: number): void => attempt((search) => search.visit(number)),
    finish: (
      attachments: readonly ListedAttachment[] | undefined,
    ): EmbeddedCandidates | undefined => attempt((search) => search.finish(attachments)),
  }
}

type PageOrder = SliceOrder & {
  /** Receives the keys of the page's small pictures. */
  readonly seenPictures: Set<string>
  /** Pixels that may still be rendered. */
  readonly pixelsLeft: number
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
  const { width, height } = page
  const pictureOrder = need === 'none' ? undefined : { page: { number, width, height }, parts }
  const { picture, lateOrder } = renderIfRoom(open, pictureOrder, order)
  return {
    page: packPage(state === 'broken' ? { ...page, isDamaged: true } : page),
    state,
    need: picture || lateOrder ? need : 'none',
    ...omitUndefined({ picture, lateOrder, hasLostText: reading.hasLostText }),
    seconds: secondsSince(start),
  }
}

function renderIfRoom(
  open: OpenDocument,
  pictureOrder: PictureOrder | undefined,
  { pixelsLeft }: Pick<PageOrder, 'pixelsLeft'>,
): { readonly picture?: PagePicture | undefined; readonly lateOrder?: PictureOrder } {
  if (!pictureOrder) return {}
  return countOcrPixels(pictureOrder) <= pixelsLeft
    ? { picture: renderPicture(open, pictureOrder) }
    : { lateOrder: pictureOrder }
}

type OcrInput = {
  readonly need: OcrNeed
  /** The parts to read; the whole page if absent. */
  readonly parts?: readonly Box[] | undefined
}

function findOcrInput(
  { isEmpty, signals, textPictures, hasLostText }: PageReading,
  { pictures, seenPictures }: PageOrder,
): OcrInput {
  if (hasLostText) return { need: 'none' }
  const need = pictures === 'none' ? 'none' : decideOcrNeed(signals)
  if (need !== 'none') return { need }
  const newPictures = textPictures.filter(({ key }) => !seenPictures.has(key))
  for (const { key } of newPictures) seenPictures.add(key)
  if (pictures === 'all' && !isEmpty) return { need: newPictures.length > 0 ? 'pictures' : 'marks' }
  return newPictures.length > 0
    ? { need: 'pictures', parts: newPictures.map(({ box }) => box) }
    : { need: 'none' }
}

/** Returns the processor time of this thread, which other programs do not prolong. */
function getThreadSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000_000
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
