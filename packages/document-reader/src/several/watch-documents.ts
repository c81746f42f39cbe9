import type { ReadPage } from '@recto/document-text/reader'
import { getPageFacts, type PageFacts } from './page-facts.ts'
import type { PageLabel } from './page-label.ts'

/** The pages of a document inside a file, zero-based. */
type PageSpan = { readonly first: number; last: number; hasText: boolean }

export type DocumentWatch = {
  add(readPage: ReadPage): void
  /** Says how many documents the file seems to hold, if it is more than one. */
  describe(): string | undefined
}

/**
 * How much each sign says that a page begins another document. None of them does alone, but for pages that are counted anew:
 * contracts have appendices on other paper, and each page of a report may repeat its head.
 */
const weights = {
  countedAnew: 3,
  countedAnewEarly: 2.5,
  numberedAnew: 1.2,
  ownNumber: 3,
  otherNumber: 1.8,
  kind: 2,
  kindWithNumber: 1,
  parties: 1.8,
  head: 1.3,
  salutation: 1.5,
  otherName: 0.5,
  date: 0.8,
  paper: 0.8,
  firstPage: 0.7,
  sameNumber: -3,
  nextPage: -4,
  laterPage: -1.5,
} as const
const minWeight = 2.5

/** Pages of one size differ by less than this share: scans do. */
const paperTolerance = 0.05
const maxSpans = 20

/** Watches the pages of a file, in order, for where one document ends and the next begins. */
export function watchDocuments(): DocumentWatch {
  const spans: PageSpan[] = []
  let document: PageFacts | undefined
  let previous: PageFacts | undefined
  let nextNumber = 0
  let pageCount = 0

  const addFacts = (facts: PageFacts) => {
    const begins = !document || !previous || isOther(facts, { document, previous })
    if (begins) document = facts
    previous = facts
    return begins
  }

  return {
    add({ page, total }) {
      pageCount = total
      // The pages between those of a selection are not known.
      if (total === 1 || page.number !== nextNumber) return
      nextNumber += 1
      const facts = getPageFacts(page)
      const begins = !facts.isEmpty && addFacts(facts)
      if (spans.length === 0 || (begins && spans.some(({ hasText }) => hasText)))
        spans.push({ first: page.number, last: page.number, hasText: begins })
      else extend(spans.at(-1)!, page.number, begins)
    },
    describe() {
      if (nextNumber !== pageCount || spans.length < 2) return undefined
      return `This file seems to hold ${spans.length} documents (pages ${listSpans(spans)}).`
    },
  }
}

function extend(span: PageSpan, page: number, hasText: boolean): void {
  span.last = page
  span.hasText ||= hasText
}

function listSpans(spans: readonly PageSpan[]): string {
  const texts = spans
    .slice(0, maxSpans)
    .map(({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`))
  return texts.join(', ') + (spans.length > maxSpans ? ', …' : '')
}

/** The first page of the document that a page may go on with, and the page before it. */
type PagesBefore = { readonly document: PageFacts; readonly previous: PageFacts }

function isOther(page: PageFacts, pages: PagesBefore): boolean {
  const weight =
    weighLabel(page.label, pages.previous.label) +
    weighNumbers(page, pages.document) +
    weighKind(page, pages.document) +
    weighLook(page, pages) +
    weighLetter(page, pages.document)
  return weight >= minWeight
}

function weighLabel(label: PageFacts['label'], previous: PageFacts['label']): number {
  if (!label) return 0
  if (label.page === 1) return previous ? weighFirst(label, previous) : weights.firstPage
  if (!previous) return weights.laterPage
  return label.page === previous.page + 1 ? weights.nextPage : 0
}

/** A page that counts itself as the first, behind one with a number. */
function weighFirst(label: PageLabel, previous: PageLabel): number {
  if (label.total === undefined || previous.total === undefined)
    return previous.page > 1 ? weights.numberedAnew : 0
  return previous.total === previous.page ? weights.countedAnew : weights.countedAnewEarly
}

/** A number under a label of its own tells less than one under the same label. */
function weighNumbers(page: PageFacts, document: PageFacts): number {
  let weight = 0
  for (const { label, value } of page.ownNumbers) {
    const isSame = document.ownNumbers.some((number) => number.value === value)
    if (isSame) return weights.sameNumber
    const hasLabel = document.ownNumbers.some((number) => number.label === label)
    if (hasLabel) weight = weights.ownNumber
    else if (document.ownNumbers.length > 0) weight = Math.max(weight, weights.otherNumber)
  }
  return weight
}

function weighKind(page: PageFacts, document: PageFacts): number {
  if (!page.kind || !document.kind || page.kind === document.kind) return 0
  return weights.kind + (page.ownNumbers.length > 0 ? weights.kindWithNumber : 0)
}

function weighLook(page: PageFacts, { document, previous }: PagesBefore): number {
  let weight = 0
  if (page.isStated && isApart(page.parties, document.parties)) weight += weights.parties
  if (isOtherPaper(page, previous)) weight += weights.paper
  // A head on every page is that of the document.
  const isHeadAgain = page.head !== '' && page.head === document.head
  if (isHeadAgain && previous.head !== document.head) weight += weights.head
  return weight
}

function weighLetter(page: PageFacts, document: PageFacts): number {
  let weight = isApart(page.dates, document.dates) ? weights.date : 0
  if (page.salutation && document.salutation) {
    weight += weights.salutation
    if (page.salutation !== document.salutation) weight += weights.otherName
  }
  return weight
}

/** Whether both have some, and none in common. */
function isApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((one) => b.has(one))
}

function isOtherPaper(a: PageFacts, b: PageFacts): boolean {
  const differs = (x: number, y: number) => Math.abs(x - y) > paperTolerance * Math.max(x, y)
  return differs(a.width, b.width) || differs(a.height, b.height)
}
