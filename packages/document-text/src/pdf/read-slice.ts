import { nameOf } from '../check-input.ts'
import type { Attachment } from '../model.ts'
import type { PageImage } from '../ocr/ocr-engine.ts'
import { isInRanges, type NumberRange } from '../page-ranges.ts'
import { type PackedPage, packPage } from '../pool/packed-page.ts'
import { ReadError } from '../read-error.ts'
import { ocrNeed } from './needs-ocr.ts'
import { countPages } from './open-pdf.ts'
import { type OpenDocument, type PageState, type ReadPageOptions, readPage } from './read-page.ts'
import { renderForOcr } from './render-page.ts'

export type SliceOrder = ReadPageOptions & {
  /** For messages. */
  readonly name?: string | undefined
  /** Which pages of the document, from 1. */
  readonly ranges: readonly NumberRange[]
  /** How many of the selected pages were read before. */
  readonly done: number
  readonly maxPages: number
  /** Which pages come with a picture: those that need OCR, all, or none. */
  readonly pictures: 'needed' | 'all' | 'none'
  readonly maxPictures: number
}

/** What OCR should read of a page; `marks` are the check boxes alone. */
export type OcrNeed = 'none' | 'marks' | 'pictures' | 'page'

export type SlicePage = {
  readonly page: PackedPage
  readonly state: PageState
  readonly need: OcrNeed
  /** Present when there is a need. */
  readonly picture?: PagePicture
  readonly seconds: number
}

export type PagePicture = { readonly image: PageImage; readonly pointsPerPixel: number }

export type Slice = {
  readonly pages: readonly SlicePage[]
  /** Pages of the whole document, and those that are read of it. */
  readonly total: number
  readonly requested: number
  /** Of the document; listed when its last page was read. */
  readonly attachments: readonly Attachment[]
}

const mostPages = 100
const enoughSeconds = 0.25

/**
 * Reads the next few of the selected pages: so many that opening the document again for the rest costs little, so
 * few that they take little memory and that other documents get their turn. A page that does not load is
 * `broken` and empty. Throws `ReadError`.
 */
export function readSlice(open: OpenDocument, order: SliceOrder): Slice {
  const total = countPages(open, order.name)
  const selected = selectPages(total, order)
  const pages: SlicePage[] = []
  const start = performance.now()
  let pictures = 0
  for (const number of selected.slice(order.done, order.done + mostPages)) {
    const page = readOne(open, number, order)
    pages.push(page)
    if (page.picture) pictures++
    if (pictures >= order.maxPictures || secondsSince(start) > enoughSeconds) break
  }
  const isLast = order.done + pages.length >= selected.length
  const attachments: readonly Attachment[] = isLast ? [] : []
  return { pages, total, requested: selected.length, attachments }
}

/** Zero-based numbers in document order. */
function selectPages(total: number, { ranges, maxPages, name }: SliceOrder): number[] {
  const selected: number[] = []
  for (let number = 0; number < total && selected.length <= maxPages; number++)
    if (isInRanges(ranges, number + 1)) selected.push(number)
  if (selected.length > maxPages) throw tooManyPages(name, total, maxPages)
  if (selected.length > 0) return selected
  throw new ReadError(
    'no-such-page',
    `${nameOf(name)} has ${total} ${total === 1 ? 'page' : 'pages'}, and none of them was asked for.`,
  )
}

export function tooManyPages(name: string | undefined, total: number, most: number): ReadError {
  return new ReadError(
    'too-many-pages',
    `${nameOf(name)} has ${total} pages; at most ${most} are read.`,
  )
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
