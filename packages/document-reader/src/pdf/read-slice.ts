import type { Attachment, Box, Page } from '@recto/document-text/model'
import type { NumberRange } from '@recto/document-text/page-ranges'
import type { PagePicture } from '../images/page-image.ts'
import type { OcrNeed } from '../pages/ocr-need.ts'
import { type PackedPage, packPage } from '../pages/packed-page.ts'
import { selectPages } from '../pages/select-pages.ts'
import { listAttachments } from './document/attachments.ts'
import type { OpenDocument } from './document/open-document.ts'
import { countPages } from './document/open-pdf.ts'
import { hasNoEmbedded } from './has-no-embedded.ts'
import { renderForOcr, renderPartsForOcr } from './pictures/render-page.ts'
import { type PageReading, type PageState, type ReadPageOptions, readPage } from './read-page.ts'
import { ocrNeed } from './signals/needs-ocr.ts'

export type SliceOrder = Omit<ReadPageOptions, 'withTextPictures' | 'isNativeOnly'> & {
  /** For messages. */
  readonly name: string | undefined
  /** Which pages of the document, from 1. */
  readonly ranges: readonly NumberRange[]
  /** How many of the selected pages were read before. */
  readonly done: number
  /** How many pages are read at most. */
  readonly most: number
  /** How many may be selected. */
  readonly maxPages: number
  /** Which pages come with a picture: those that need OCR, all, or none. */
  readonly pictures: 'needed' | 'all' | 'none'
  readonly maxPictures: number
  /** The small pictures that came before, on the pages that were read so far. */
  readonly knownPictures: readonly string[]
  /** Whether it is to be told that the document has nothing embedded. */
  readonly looksForEmbedded?: boolean
}

export type SlicePage = {
  readonly page: PackedPage
  readonly state: PageState
  readonly need: OcrNeed
  /** Present when there is a need. */
  readonly picture?: PagePicture
  readonly seconds: number
}

export type Slice = {
  readonly pages: readonly SlicePage[]
  /** Pages of the whole document, and those that are read of it. */
  readonly total: number
  readonly requested: number
  /** Of the document; listed when its last page was read. */
  readonly attachments: readonly Attachment[]
  /** The document was read in one go, and plainly says nothing in forms made for machines; absent where nobody asked. */
  readonly hasNoEmbedded?: boolean
  /** Small pictures with letters, of this slice and of those before it. */
  readonly knownPictures: readonly string[]
}

const enoughSeconds = 0.25
/** Of a document: whoever has more has something else than letterheads and seals. */
const maxKnownPictures = 30

/**
 * Reads the next few of the selected pages: so many that opening the document again for the rest costs little, so
 * few that they take little memory and that other documents get their turn. A page that does not load is
 * `broken` and empty. Throws `ReadError`.
 */
export function readSlice(open: OpenDocument, order: SliceOrder): Slice {
  const total = countPages(open, order.name)
  const selected = selectPages({ ...order, total })
  const pages: SlicePage[] = []
  const start = performance.now()
  let pictures = 0
  const known = new Set(order.knownPictures)
  for (const number of selected.slice(order.done, order.done + order.most)) {
    const page = readOne(open, number, { ...order, known })
    pages.push(page)
    if (page.picture) pictures++
    if (pictures >= order.maxPictures || secondsSince(start) > enoughSeconds) break
  }
  const isLast = order.done + pages.length >= selected.length
  const attachments = isLast ? listAttachments(open.pdfium, open.document) : []
  const isWhole = isLast && order.done === 0
  const isPlain = isWhole && order.looksForEmbedded && hasNoEmbedded(open, total)
  return {
    ...{ pages, total, requested: selected.length, attachments, knownPictures: [...known] },
    ...(isPlain && { hasNoEmbedded: true }),
  }
}

type PageOrder = SliceOrder & {
  /** Grows by the small pictures that the page has. */
  readonly known: Set<string>
}

function readOne(open: OpenDocument, number: number, order: PageOrder): SlicePage {
  const start = performance.now()
  const withTextPictures = order.pictures !== 'none' && order.known.size < maxKnownPictures
  const isNativeOnly = order.pictures === 'none'
  const reading = readPage(open, number, { ...order, withTextPictures, isNativeOnly })
  const { state } = reading
  const { need, parts } = needOf(reading, order)
  // OCR reads what the fonts do not tell between what they do.
  const hasReadable = need === 'pictures' && ocrNeed(reading.signals) === 'pictures'
  const page = hasReadable ? (reading.readable ?? reading.page) : reading.page
  const picture = pictureOf(open, page, { need, parts })
  return {
    page: packPage(state === 'broken' ? { ...page, isDamaged: true } : page),
    state,
    need: picture ? need : 'none',
    ...(picture ? { picture } : {}),
    seconds: secondsSince(start),
  }
}

type ShownToOcr = {
  readonly need: OcrNeed
  /** All of the page where none are named. */
  readonly parts?: readonly Box[] | undefined
}

function pictureOf(open: OpenDocument, page: Page, { need, parts }: ShownToOcr) {
  if (need === 'none') return undefined
  return parts ? renderPartsForOcr(open, page, parts) : renderForOcr(open, page)
}

function needOf(
  { isEmpty, signals, textPictures }: PageReading,
  { pictures, known }: PageOrder,
): ShownToOcr {
  const found = pictures === 'none' ? 'none' : ocrNeed(signals)
  if (found !== 'none') return { need: found }
  const added = textPictures.filter(({ key }) => !known.has(key))
  for (const { key } of added) known.add(key)
  if (pictures === 'all' && !isEmpty) return { need: added.length > 0 ? 'pictures' : 'marks' }
  return added.length > 0
    ? { need: 'pictures', parts: added.map(({ box }) => box) }
    : { need: 'none' }
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
