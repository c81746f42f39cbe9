import type { Attachment } from '@recto/document-text/model'
import type { NumberRange } from '@recto/document-text/page-ranges'
import type { PagePicture } from '../images/page-image.ts'
import type { OcrNeed } from '../pages/ocr-need.ts'
import { type PackedPage, packPage } from '../pages/packed-page.ts'
import { selectPages } from '../pages/select-pages.ts'
import { listAttachments } from './document/attachments.ts'
import type { OpenDocument } from './document/open-document.ts'
import { countPages } from './document/open-pdf.ts'
import { renderForOcr } from './pictures/render-page.ts'
import { type PageState, type ReadPageOptions, readPage } from './read-page.ts'
import { ocrNeed } from './signals/needs-ocr.ts'

export type SliceOrder = ReadPageOptions & {
  /** For messages. */
  readonly name: string | undefined
  /** Which pages of the document, from 1. */
  readonly ranges: readonly NumberRange[]
  /** How many of the selected pages were read before. */
  readonly done: number
  readonly maxPages: number
  /** Which pages come with a picture: those that need OCR, all, or none. */
  readonly pictures: 'needed' | 'all' | 'none'
  readonly maxPictures: number
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
}

const maxPagesOfSlice = 50
const enoughSeconds = 0.25

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
  for (const number of selected.slice(order.done, order.done + maxPagesOfSlice)) {
    const page = readOne(open, number, order)
    pages.push(page)
    if (page.picture) pictures++
    if (pictures >= order.maxPictures || secondsSince(start) > enoughSeconds) break
  }
  const isLast = order.done + pages.length >= selected.length
  const attachments = isLast ? listAttachments(open.pdfium, open.document) : []
  return { pages, total, requested: selected.length, attachments }
}

function readOne(open: OpenDocument, number: number, order: SliceOrder): SlicePage {
  const start = performance.now()
  const { page, state, signals } = readPage(open, number, order)
  const found = order.pictures === 'none' ? 'none' : ocrNeed(signals)
  const need = found === 'none' && order.pictures === 'all' && state !== 'broken' ? 'marks' : found
  const picture = need === 'none' ? undefined : renderForOcr(open, page)
  return {
    page: packPage(state === 'broken' ? { ...page, isDamaged: true } : page),
    state,
    need: picture ? need : 'none',
    ...(picture ? { picture } : {}),
    seconds: secondsSince(start),
  }
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
