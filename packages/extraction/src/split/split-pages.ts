import type { Page } from '@recto/document-text/model'
import { type CallerClass, chooseClass, type PartClass, scoreClasses } from './class-of-pages.ts'
import { getPageFacts, type PageFacts } from './page-facts.ts'
import { hasSeparatorText } from './separator-text.ts'
import { fittedWeights, type SplitWeights } from './split-weights.ts'
import { type Boundary, weighSigns } from './weigh-signs.ts'

/** The caller chooses how a file is split. Counts decide alone; the other ways leave out the pages between two parts. */
type SplitMethod =
  | { readonly by: 'page-count'; readonly pages: number }
  /** Blank pages and sheets that name themselves separate, or only pages with a text of the caller. */
  | { readonly by: 'separator'; readonly text?: string }
  | { readonly by: 'signs' }

export type SplitSettings = {
  readonly mode: SplitMethod
  /** They replace the kinds of the vocabulary. */
  readonly classes?: readonly CallerClass[]
}

/** A document inside a file. */
type FilePart = PartClass & {
  /** Zero-based; both pages are in the part. */
  readonly first: number
  readonly last: number
  /** How certain its beginning, its end and its holding together are, by the least certain of them. */
  readonly confidence: number
  /** They tell people why it begins where it begins. */
  readonly reasons: readonly string[]
  /** They tell people what speaks against that. */
  readonly doubts: readonly string[]
}

export type SplitPages = {
  readonly parts: readonly FilePart[]
  /** Blank and separator pages that belong to nothing, zero-based. */
  readonly unassignedPages: readonly number[]
}

/** Splits the pages of one file, which come in order. It keeps the facts of a few pages, however many there are. */
export type PageSplitter = {
  add(page: Page): void
  finish(): SplitPages
}

/** A boundary is drawn from this probability on: to split one document is worse than to leave two together. */
const minProbability = 0.6

/** An unreadable page stays with the one before, and nobody knows whether it should. */
const unreadable: Boundary = {
  probability: 0.3,
  reasons: [],
  doubts: ['The page could not be read'],
}
const certain = (reason: string): Boundary => ({ probability: 1, reasons: [reason], doubts: [] })
const noBoundary: Boundary = { probability: 0, reasons: [], doubts: [] }
const start = certain('It is the first page with text')

type OpenPart = {
  readonly firstFacts: PageFacts
  readonly previousFacts: PageFacts
  readonly part: FilePart
}

/** A page that waits for the next one, whose number may say something of it. */
type PendingPage = {
  readonly facts: PageFacts
  readonly class: PartClass
  /** Pages right before it that may belong to nothing. */
  readonly pagesBefore: readonly number[]
  /** One of them separates documents for certain. */
  readonly isSeparated: boolean
}

export function openPageSplitter(
  { mode, classes }: SplitSettings,
  weights: SplitWeights = fittedWeights,
): PageSplitter {
  const findBoundary = boundaryFinder(mode, weights)
  const parts: FilePart[] = []
  const unassignedPages: number[] = []
  let current: OpenPart | undefined
  let pending: PendingPage | undefined
  let pagesBefore: number[] = []
  let isSeparated = false

  const begin = (page: PendingPage, boundary: Boundary) => {
    if (current) parts.push(endPart(current.part, boundary.probability))
    unassignedPages.push(...page.pagesBefore)
    current = openPart(page, boundary)
  }
  const settlePending = (next: PageFacts | undefined) => {
    if (!pending) return
    const page = pending
    pending = undefined
    if (!current) return begin(page, start)
    const boundary = findBoundary(current, { page, next })
    if (boundary.probability >= minProbability) begin(page, boundary)
    else current = extendPart(current, page, boundary)
  }

  return {
    add(page) {
      const facts = getPageFacts(page)
      if (isBetweenParts(mode, page, facts)) {
        isSeparated ||= mode.by === 'separator' || facts.isSeparator
        pagesBefore.push(page.number)
        return
      }
      settlePending(facts)
      const pageClass = chooseClass(scoreClasses(page, facts, classes), weights)
      pending = { facts, class: pageClass, pagesBefore, isSeparated }
      pagesBefore = []
      isSeparated = false
    },
    finish() {
      settlePending(undefined)
      if (current) parts.push(current.part)
      unassignedPages.push(...pagesBefore)
      return { parts, unassignedPages: unassignedPages.toSorted((a, b) => a - b) }
    },
  }
}

/** Whether a page may belong to nothing. One that could not be read may hold anything. */
function isBetweenParts(mode: SplitMethod, page: Page, facts: PageFacts): boolean {
  if (mode.by === 'page-count') return false
  if (mode.by === 'separator' && mode.text !== undefined) return hasSeparatorText(page, mode.text)
  return facts.isSeparator || (facts.isEmpty && !isUnreadable(page))
}

const isUnreadable = ({ failure, isDamaged }: Page): boolean =>
  failure !== undefined || isDamaged === true

/** A page and the one behind it. */
type NextPages = { readonly page: PendingPage; readonly next: PageFacts | undefined }

function countBoundary({ first, last }: FilePart, pages: number): Boundary {
  return last - first + 1 >= pages ? certain(`Each part has ${pages} pages`) : noBoundary
}

function boundaryFinder(mode: SplitMethod, weights: SplitWeights) {
  return (
    { firstFacts, previousFacts, part }: OpenPart,
    { page: { facts, pagesBefore, isSeparated }, next }: NextPages,
  ): Boundary => {
    if (mode.by === 'page-count') return countBoundary(part, mode.pages)
    if (isSeparated) return certain('A separator page is before it')
    if (mode.by === 'separator') return noBoundary
    if (facts.isEmpty) return unreadable
    const isAfterBlank = pagesBefore.length > 0
    const place = { page: facts, previous: previousFacts, first: firstFacts, next, isAfterBlank }
    return weighSigns(place, weights)
  }
}

function openPart({ facts, class: pageClass }: PendingPage, boundary: Boundary): OpenPart {
  const { probability: confidence, reasons, doubts } = boundary
  const { number } = facts
  const part = { first: number, last: number, confidence, reasons, doubts, ...pageClass }
  return { firstFacts: facts, previousFacts: facts, part }
}

function extendPart(
  { firstFacts, previousFacts, part }: OpenPart,
  { facts, class: pageClass }: PendingPage,
  { probability }: Boundary,
): OpenPart {
  const partClass = part.class === null ? pageClass : {}
  return {
    // A part that begins with an unreadable page is told by the next one.
    firstFacts: firstFacts.isEmpty ? facts : firstFacts,
    previousFacts: facts.isEmpty ? previousFacts : facts,
    part: { ...endPart(part, 1 - probability), ...partClass, last: facts.number },
  }
}

const endPart = (part: FilePart, confidence: number): FilePart => ({
  ...part,
  confidence: Math.min(part.confidence, confidence),
})
