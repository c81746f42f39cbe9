import type { BoundaryPlace } from './boundary-place.ts'
import type { SignName } from './describe-signs.ts'
import type { PageFacts, PageLook } from './page-facts.ts'
import type { PageLabel } from './page-label.ts'
import { areApart, containment, overlap, shareAny } from './set-shares.ts'

/** How much of each sign there is between two pages; what is absent is 0. */
export type Signs = Readonly<Partial<Record<SignName, number>>>

/** Pages of one size differ by less than this share: scans do. */
const paperTolerance = 0.05
const letterTolerance = 0.08
const marginTolerance = 0.02
const minTableColumns = 4
const minWordsToCompare = 40

/** Collects the signs that a page begins another document, and those that it goes on with the one before. */
export function collectSigns(place: BoundaryPlace): Signs {
  const signs: [SignName, number | boolean][] = [
    ...countSigns(place),
    ...identitySigns(place),
    ...lookSigns(place),
    ...textSigns(place),
  ]
  return Object.fromEntries(
    signs.map(([name, value]) => [name, Number(value)] as const).filter(([, value]) => value !== 0),
  )
}

type SignEntries = readonly [SignName, number | boolean][]

function countSigns(place: BoundaryPlace): SignEntries {
  return place.page.label ? labelSigns(place, place.page.label) : noLabelSigns(place)
}

function noLabelSigns({ previous, next }: BoundaryPlace): SignEntries {
  const previousLabel = previous.label
  const isFirst = previousLabel?.page === 1
  return [
    ['beforeSecond', next?.label?.page === 2 && !isFirst],
    ['countEnded', isLast(previousLabel) && !isFirst],
    ['onlyPageEnded', isLast(previousLabel) && isFirst],
    ['countIncomplete', isIncomplete(previousLabel)],
  ]
}

function labelSigns(place: BoundaryPlace, label: PageLabel): SignEntries {
  const previousLabel = place.previous.label
  return label.page === 1
    ? firstPageSigns(place, label, previousLabel)
    : laterSigns(label, previousLabel)
}

/** An annex may count its own pages; then it names the number of its document. */
function firstPageSigns(
  { page, first }: BoundaryPlace,
  label: PageLabel,
  previousLabel: PageLabel | undefined,
): SignEntries {
  const isOther = !statesNumberOf(page, first)
  return [
    ['countedAnew', isLast(previousLabel) && isOther],
    ['countedAnewEarly', isIncomplete(previousLabel) && isOther],
    ['numberedAnew', previousLabel !== undefined && previousLabel.total === undefined],
    ['firstPage', previousLabel === undefined],
    ['firstOfSeveral', (label.total ?? 1) > 1],
    ['otherTotal', hasOtherTotal(label, previousLabel)],
  ]
}

function laterSigns(label: PageLabel, previousLabel: PageLabel | undefined): SignEntries {
  const isOtherTotal = hasOtherTotal(label, previousLabel)
  return [
    ['otherTotal', isOtherTotal],
    ['nextPage', label.page - 1 === previousLabel?.page && !isOtherTotal],
    ['laterPage', previousLabel === undefined],
    ['samePageNumber', label.page === previousLabel?.page],
  ]
}

function hasOtherTotal(label: PageLabel, previousLabel: PageLabel | undefined): boolean {
  const isCounted = previousLabel?.total !== undefined && label.total !== undefined
  return isCounted && previousLabel.total !== label.total
}

function statesNumberOf(page: PageFacts, first: PageFacts): boolean {
  const values = new Set(first.ownNumbers.map(({ value }) => value))
  return page.ownNumbers.some(({ value }) => values.has(value))
}

const isCopy = (page: PageFacts, first: PageFacts): boolean =>
  page.print !== undefined && page.print === first.print

const isLast = (label: PageLabel | undefined) =>
  label?.total !== undefined && label.total === label.page
const isIncomplete = (label: PageLabel | undefined) =>
  label?.total !== undefined && label.total > label.page

function identitySigns({ page, previous, first }: BoundaryPlace): SignEntries {
  return [
    ...numberSigns(page, first),
    ...kindSigns(page, previous, first),
    ['statedNumber', page.ownNumbers.length > 0],
    ['otherParties', areApart(page.parties, first.parties)],
    ['sameParties', shareAny(page.parties, first.parties)],
    ['otherDate', areApart(page.dates, first.dates)],
    ['sameDate', shareAny(page.dates, first.dates)],
    ['salutation', page.salutation !== undefined],
    ['otherSalutation', isOther(page.salutation, first.salutation)],
    ['copy', isCopy(page, first)],
  ]
}

/** Whether both are there and differ. */
const isOther = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b

function kindSigns(page: PageFacts, previous: PageFacts, first: PageFacts): SignEntries {
  const isOtherKind = isOther(page.kind, first.kind)
  return [
    ['otherKind', isOtherKind],
    ['otherKindWithNumber', isOtherKind && page.ownNumbers.length > 0],
    ['sameKindTitle', page.kind !== undefined && page.kind === first.kind],
    ['title', page.kind !== undefined && previous.kind === undefined],
  ]
}

/** A number under a label of its own tells less than one under the same label, and that of a copy tells nothing. */
function numberSigns(page: PageFacts, first: PageFacts): SignEntries {
  if (statesNumberOf(page, first)) return [['sameNumber', !isCopy(page, first)]]
  const labels = new Set(first.ownNumbers.map(({ label }) => label))
  if (page.ownNumbers.some(({ label }) => labels.has(label))) return [['ownNumber', 1]]
  return [['otherNumber', page.ownNumbers.length > 0 && labels.size > 0]]
}

function lookSigns({ page, previous, first }: BoundaryPlace): SignEntries {
  const { look } = page
  const previousLook = previous.look
  // A head on every page is that of the document.
  const isHeadAgain = page.head !== '' && page.head === first.head
  const isDrawn = !page.isSet && !previous.isSet
  return [
    ['headAgain', isHeadAgain && previous.number !== first.number && previous.head !== first.head],
    ['sameHead', overlap(page.headWords, previous.headWords)],
    ['firstHead', overlap(page.headWords, first.headWords)],
    ['sameFoot', overlap(page.footWords, previous.footWords)],
    ['largeTop', look.hasLargeTop],
    ['largeTopAlone', look.hasLargeTop && !previousLook.hasLargeTop],
    ['tableGoesOn', tableShare(look, previousLook)],
    ['otherOrigin', page.isScan !== previous.isScan],
    ...(isDrawn ? drawnSigns(page, previous) : []),
  ]
}

/** Pages that are set from running text have no sizes that their author chose. */
function drawnSigns(page: PageFacts, previous: PageFacts): SignEntries {
  const letters = letterDistance(page, previous)
  return [
    ['otherPaper', isOtherPaper(page, previous)],
    ['otherLetters', letters > letterTolerance],
    ['veryOtherLetters', letters > 3 * letterTolerance],
    ['otherMargin', Math.abs(page.look.left - previous.look.left) > marginTolerance],
    ['shortBefore', Math.max(0, 1 - previous.look.fill / 0.85)],
    ['sameLook', isSameLook(page, previous)],
  ]
}

const letterDistance = (a: PageFacts, b: PageFacts): number =>
  Math.abs(Math.log((a.look.letterHeight || 1) / (b.look.letterHeight || 1)))

function textSigns({ page, previous, first, isAfterBlank }: BoundaryPlace): SignEntries {
  const words = Math.max(
    containment(page.words, previous.words),
    containment(page.words, first.words),
  )
  const figures = Math.max(
    containment(page.figures, previous.figures),
    containment(page.figures, first.figures),
  )
  // Pages with a few lines have few words in common anyway.
  const size = Math.min(page.words.size, Math.max(previous.words.size, first.words.size))
  const evidence = Math.min(1, size / minWordsToCompare)
  const areLanguages = page.language !== undefined && previous.language !== undefined
  return [
    ['sharedWords', words],
    ['fewSharedWords', evidence * Math.max(0, 1 - words / 0.25)],
    ['sharedFigures', figures],
    ['noSharedFigures', figures === 0 && page.figures.size > 2 && first.figures.size > 2],
    ['otherLanguage', areLanguages && page.language !== previous.language],
    ['sentenceGoesOn', previous.flow.endsOpen && page.flow.startsLow],
    ['startsLow', page.flow.startsLow],
    ['carriedOn', page.flow.isCarriedOn],
    ['annex', page.flow.isAnnex],
    ['carriesOn', previous.flow.carriesOn],
    ['closed', previous.flow.closes],
    ['afterBlank', isAfterBlank],
    ['littleText', page.wordCount < 40],
    ['plainTop', isPlain(page)],
  ]
}

/** First pages that are printed alike have the columns of each other's heads, which no table has. */
function tableShare({ topColumns }: PageLook, previousLook: PageLook): number {
  const hasTables =
    topColumns.size >= minTableColumns && previousLook.endColumns.size >= minTableColumns
  if (!hasTables) return 0
  return Math.max(
    0,
    overlap(topColumns, previousLook.endColumns) - overlap(topColumns, previousLook.topColumns),
  )
}

function isSameLook(a: PageFacts, b: PageFacts): boolean {
  const letters = letterDistance(a, b)
  const margin = Math.abs(a.look.left - b.look.left)
  return letters < 0.02 && margin < 0.005 && !isOtherPaper(a, b)
}

/** Nothing on the page is what first pages have. */
const isPlain = ({ kind, ownNumbers, look, salutation, label, parties }: PageFacts): boolean =>
  kind === undefined &&
  ownNumbers.length === 0 &&
  !look.hasLargeTop &&
  salutation === undefined &&
  label?.page !== 1 &&
  parties.size === 0

function isOtherPaper(a: PageFacts, b: PageFacts): boolean {
  const differs = (x: number, y: number) => Math.abs(x - y) > paperTolerance * Math.max(x, y)
  return differs(a.width, b.width) || differs(a.height, b.height)
}
