import { getHeight, middle } from '../align/boxes.ts'
import { isFromOcr, type Passage } from '../align/passage.ts'
import { getGreetingLength } from './addressee.ts'
import { correctAddress } from './correct-address.ts'
import { hasPostcode } from './has-postcode.ts'
import { isReceipt } from './is-receipt.ts'
import { findLegalForm } from './legal-forms.ts'
import {
  classifyLine,
  isAboutOtherCompany,
  isPossibleName,
  type LineKind,
  removeFoundationYear,
} from './letterhead-lines.ts'
import { findLetterheadName, joinLines, type LetterheadName } from './letterhead-name.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** The issuer's details at the head of a document. */
export type Letterhead = {
  readonly name: LetterheadName
  /** All lines of the address, if there is one. */
  readonly address: Passage | undefined
  /** Text of the address with misread letters and signs corrected. */
  readonly addressText: string
}

/**
 * Positions as shares of the page height: a letterhead begins in the upper part of the first page,
 * the foot is in the lower part of the last.
 */
const maxBlockStart = 0.4
const maxBlockEnd = 0.6
const minFootStart = 0.6
const maxPageLines = 200
const maxBlockLines = 16
/** Maximum distance between the middles of two lines of one block, in line heights. */
const maxPitch = 3.2

/**
 * Finds the block at the head of the first page that contains the issuer's own numbers (phone,
 * registration, tax, web), which no customer block does. Its first line is the name; the lines with
 * a house number or postcode, up to the next line of another kind, are the address. Receipts have
 * no addressee, so on them the first block with an address is the issuer's, even without numbers.
 */
export function findLetterhead(
  preparedDocument: PreparedDocument,
  isConfirmed: (name: string) => boolean,
): Letterhead | undefined {
  const height = preparedDocument.document.pages[0]?.height ?? 0
  const isOver = (share: number) => (line: Passage) => middle(line.box) < share * height
  return findFirstBlock(preparedDocument, findPageLines(preparedDocument, 0, isOver(maxBlockEnd)), {
    isConfirmed,
    isReceipt: isReceipt(preparedDocument),
    isBeginning: isOver(maxBlockStart),
  })
}

/** Finds the issuer's block at the foot of the last page. */
export function findFoot(
  preparedDocument: PreparedDocument,
  isConfirmed: (name: string) => boolean,
): Letterhead | undefined {
  const last = preparedDocument.document.pages.length - 1
  const minMiddle = minFootStart * (preparedDocument.document.pages[last]?.height ?? 0)
  const lines = findPageLines(preparedDocument, last, ({ box }) => middle(box) > minMiddle)
  const foot = findFirstBlock(preparedDocument, lines, {
    isConfirmed,
    isReceipt: false,
    isBeginning: () => true,
  })
  return foot?.address && foot
}

/**
 * Maximum height of a line, relative to the median: text across the others or a logo hides how
 * lines follow each other.
 */
const maxHeightRatio = 5

function findPageLines(
  preparedDocument: PreparedDocument,
  page: number,
  isWanted: (line: Passage) => boolean,
): readonly Passage[] {
  const lines = preparedDocument.rows
    .filter((row) => row.page === page)
    .flatMap((row) => joinCells(preparedDocument.document, row.cells))
    .filter((line) => isWanted(line) && !isAboutOtherCompany(line.text))
    .slice(0, maxPageLines)
  const heights = lines.map(({ box }) => getHeight(box)).toSorted((a, b) => a - b)
  const maxLineHeight = maxHeightRatio * (heights[Math.floor(heights.length / 2)] ?? 0)
  return lines.filter(({ box }) => getHeight(box) <= maxLineHeight)
}

type BlockContext = {
  readonly isConfirmed: (name: string) => boolean
  readonly isReceipt: boolean
}

/** `isBeginning` restricts where a block can begin; it can continue further down. */
type BlockSearch = BlockContext & { readonly isBeginning: (line: Passage) => boolean }

/** Minimum number of lines: a name, and an address or a number below it. */
const minBlockLines = 2

/** A letterhead has no form of address, but the address of a recipient can begin with one. */
const canBeLetterhead = (lines: readonly Passage[]): boolean =>
  lines.length >= minBlockLines && getGreetingLength(lines[0]?.text ?? '') === 0

function findFirstBlock(
  preparedDocument: PreparedDocument,
  lines: readonly Passage[],
  { isBeginning, ...context }: BlockSearch,
): Letterhead | undefined {
  const isForeign = createCustomerTest(preparedDocument)
  const isLabel = createLabelTest(preparedDocument)
  const visitedLines = new Set<Passage>()
  for (const line of lines.filter(isBeginning)) {
    const block = visitedLines.has(line) ? [] : collectBlock(line, lines)
    for (const one of block) visitedLines.add(one)
    const foreign = block.findIndex(isForeign)
    const ownLines = foreign < 0 ? block : block.slice(0, foreign)
    const head =
      canBeLetterhead(ownLines) &&
      readBlock(preparedDocument.document, ownLines, { ...context, isLabel })
    if (head) return head
  }
  return undefined
}

const plainLabelScore = 0.9

/** Creates a test for lines that consist only of a label beside its value. */
function createLabelTest({ pairs }: PreparedDocument): (line: Passage) => boolean {
  const labels = new Set(
    pairs
      .filter(
        ({ bestFieldScore, relation }) => bestFieldScore >= plainLabelScore && relation !== 'below',
      )
      .map(({ label }) => `${label.page}:${label.words.join(' ')}`),
  )
  return ({ page, words }) => labels.has(`${page}:${words.join(' ')}`)
}

/** Tells the lines with a label for the customer, and with who is named there. */
function createCustomerTest({ pairs, getPartyAt }: PreparedDocument): (line: Passage) => boolean {
  const words = new Set(
    pairs
      .filter(
        ({ fieldScores, label }) =>
          label.page === 0 && (fieldScores.get('customer-name') ?? 0) > 0.7,
      )
      .flatMap(({ value, label }) => [...value.words, ...label.words]),
  )
  return (line) =>
    line.words.some((word) => words.has(word)) ||
    ['customer', 'delivery'].includes(getPartyAt(line) ?? '')
}

/**
 * Maximum gap inside a heading that is set wide, or that OCR measured too wide, in line heights.
 */
const maxHeadingGap = 2.2

/** Joins cells side by side that form one line of a heading. */
function joinCells(
  document: PreparedDocument['document'],
  cells: readonly Passage[],
): readonly Passage[] {
  const lines: Passage[][] = []
  for (const cell of cells) {
    const last = lines.at(-1)?.at(-1)
    const gap = last ? cell.box[0] - last.box[2] : Number.POSITIVE_INFINITY
    if (last && gap < maxHeadingGap * getHeight(last.box)) lines.at(-1)?.push(cell)
    else lines.push([cell])
  }
  return lines.flatMap((line) => joinLines(document, line) ?? [])
}

/** Collects the lines below each other, from a first line on. */
function collectBlock(first: Passage, cells: readonly Passage[]): readonly Passage[] {
  const block = [first]
  for (let last = first; block.length < maxBlockLines; ) {
    const next = cells.find((cell) => isBelow(cell, last))
    if (!next) break
    block.push(next)
    last = next
  }
  return block
}

function isBelow({ box }: Passage, { box: upperBox }: Passage): boolean {
  const drop = middle(box) - middle(upperBox)
  const height = Math.max(getHeight(box), getHeight(upperBox))
  const shared = Math.min(box[2], upperBox[2]) - Math.max(box[0], upperBox[0])
  const narrower = Math.min(box[2] - box[0], upperBox[2] - upperBox[0])
  return drop > height / 3 && drop < maxPitch * height && shared > narrower / 2
}

function readBlock(
  document: PreparedDocument['document'],
  block: readonly Passage[],
  {
    isLabel,
    isConfirmed,
    isReceipt,
  }: BlockContext & { readonly isLabel: (line: Passage) => boolean },
): Letterhead | undefined {
  const kinds = classifyLines(document, block, isLabel)
  const isOwn = kinds.includes('own number')
  if (!isOwn && !(isReceipt && kinds.includes('address'))) return undefined
  const [first, afterHead] = findNameLines(block, kinds)
  if (afterHead < 0) return undefined
  const lines = block.slice(first, afterHead)
  const name = findLetterheadName(document, { lines, next: block[afterHead], isConfirmed })
  if (!name) return undefined
  const last = block.findLastIndex(({ words }) => words.includes(name.passage.words.at(-1) ?? -1))
  const address = findAddressLines(block, kinds, { last, isOfReceipt: isReceipt })
  const isSender = isOwn || (isReceipt && address.length > 0)
  const isNumbered = address.length > 0 || kinds[afterHead] === 'own number'
  if (!isSender || !isNumbered) return undefined
  const addressText = correctAddress(document, address)
  return { name, address: joinLines(document, address), addressText }
}

/** A number at the end of a line above a town is a house number. */
const houseNumberAtEnd = /\p{L}\.? \d{1,4} ?[a-z]?,?$/u

function classifyLines(
  document: PreparedDocument['document'],
  block: readonly Passage[],
  isLabel: (line: Passage) => boolean,
): readonly LineKind[] {
  const ownKinds = block.map((line) =>
    isLabel(line) ? 'heading' : classifyLine(line.text, isFromOcr(document, line)),
  )
  return ownKinds.map((kind, i) => {
    const isStreet = kind === 'text' && ownKinds[i + 1] === 'address'
    return isStreet && houseNumberAtEnd.test(block[i]?.text ?? '') ? 'address' : kind
  })
}

/**
 * Indices of the first line that can be the name and of the line after the name; -1 when an address
 * comes first. These are the last lines before an address or number: a title can separate them from
 * it, and other titles and lines can precede them.
 */
function findNameLines(
  block: readonly Passage[],
  kinds: readonly LineKind[],
): readonly [number, number] {
  const firstDetail = kinds.findIndex((kind) => kind === 'address' || kind === 'own number')
  const isOfName = (i: number) => kinds[i] === 'text' && isPossibleName(block[i]?.text ?? '')
  const last = kinds.findLastIndex((_, i) => i < firstDetail && isOfName(i))
  if (last < 0) return [-1, -1]
  const precedingIndex = kinds.findLastIndex((kind, i) => i < last && kind !== 'text')
  const first = kinds.findIndex((_, i) => i > precedingIndex && isOfName(i))
  return [first, kinds.findIndex((kind, i) => i > last && kind !== 'text')]
}

type AddressSearch = { readonly last: number; readonly isOfReceipt: boolean }

/**
 * Finds the lines of the address below a name. No heading can separate them, except the title of a
 * receipt.
 */
function findAddressLines(
  block: readonly Passage[],
  kinds: readonly LineKind[],
  { last, isOfReceipt }: AddressSearch,
): readonly Passage[] {
  const from = findAddressStart(block, kinds, last)
  if (from < 0 || (!isOfReceipt && kinds.slice(last, from).includes('heading'))) return []
  const end = findAddressEnd(kinds, from)
  const lines = cutAfterTown(block.slice(from, end))
  const isInterrupted = kinds[end] === 'own number' && kinds[end + 1] === 'address'
  if (!isInterrupted || lines.some(({ text }) => hasPostcode(text))) return lines
  return [...lines, ...block.slice(end + 1, findAddressEnd(kinds, end + 1))]
}

const maxLinesAboveTown = 5

/**
 * After the line with the postcode, only the rest of the place and the country belong to the
 * address.
 */
function cutAfterTown(lines: readonly Passage[]): readonly Passage[] {
  const town = lines.findLastIndex(({ text }, i) => i < maxLinesAboveTown && hasPostcode(text))
  const firstOther = lines.findIndex(
    (line, i) => town >= 0 && i > town && !continuesPlace(line, lines[i - 1]),
  )
  return firstOther < 0 ? lines : lines.slice(0, firstOther)
}

const maxPlaceWords = 4

function continuesPlace({ text, box }: Passage, previousLine: Passage | undefined): boolean {
  if (/\d/.test(text)) return true
  const drop = previousLine ? middle(box) - middle(previousLine.box) : 0
  return (
    drop < 2 * getHeight(box) && text.split(' ').length <= maxPlaceWords && !findLegalForm(text)
  )
}

function findAddressEnd(kinds: readonly LineKind[], from: number): number {
  const end = kinds.findIndex((kind, i) => i > from && kind !== 'address' && kind !== 'text')
  return end < 0 ? kinds.length : end
}

/**
 * Lines above the first certain address line belong to the address from the first one with a number
 * on.
 */
function findAddressStart(
  block: readonly Passage[],
  kinds: readonly LineKind[],
  head: number,
): number {
  const sure = kinds.indexOf('address', head)
  if (sure < 0) return sure
  const precedingIndex = kinds.findLastIndex((kind, i) => i < sure && kind !== 'text')
  const from = block.findIndex(
    ({ text }, i) =>
      i > Math.max(precedingIndex, head) && i < sure && /\d/.test(removeFoundationYear(text)),
  )
  return from < 0 ? sure : from
}
