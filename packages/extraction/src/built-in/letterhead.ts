import { heightOf, middle } from '../align/boxes.ts'
import { isRead, type Passage } from '../align/passage.ts'
import { isReceipt } from './is-receipt.ts'
import { legalFormIn } from './legal-forms.ts'
import { isName, isOfOthers, kindOf, type LineKind, withoutFoundation } from './letterhead-lines.ts'
import { type HeadName, headName, joined } from './letterhead-name.ts'
import { mendedAddress } from './mended-address.ts'
import { hasPostcode } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** What stands at the head of a paper about who issued it. */
export type Letterhead = {
  readonly name: HeadName
  /** All lines of the address, where it can be read. */
  readonly address: Passage | undefined
  /** The same where letters and signs that were read wrong are mended. */
  readonly addressText: string
}

/** A letterhead begins in the upper part of the first page, the foot is in the lower part of the last. */
const lowestTop = 0.4
const lowestEnd = 0.6
const highestFoot = 0.6
const mostLinesOfTop = 200
const maxLines = 16
/** Of line heights, between the middles of two lines of one block. */
const farthest = 3.2

/**
 * The block of lines at the head of the first page that holds the issuer's own numbers (telephone, registration,
 * tax, web), which no block about a customer does: its first line is the name, and the lines with a house
 * number or a postcode, up to the next line of another kind, are the address. A receipt is addressed to nobody,
 * so its first block is the issuer's with an address alone.
 */
export function findLetterhead(
  prepared: PreparedDocument,
  isConfirmed: (name: string) => boolean,
): Letterhead | undefined {
  const height = prepared.document.pages[0]?.height ?? 0
  const isOver = (share: number) => (line: Passage) => middle(line.box) < share * height
  return firstBlock(prepared, linesOfPage(prepared, 0, isOver(lowestEnd)), {
    ...{ isConfirmed, isReceipt: isReceipt(prepared), isBeginning: isOver(lowestTop) },
  })
}

/** The same at the foot of the last page, where some name themselves. */
export function findFoot(
  prepared: PreparedDocument,
  isConfirmed: (name: string) => boolean,
): Letterhead | undefined {
  const last = prepared.document.pages.length - 1
  const highest = highestFoot * (prepared.document.pages[last]?.height ?? 0)
  const lines = linesOfPage(prepared, last, ({ box }) => middle(box) > highest)
  const found = firstBlock(prepared, lines, {
    ...{ isConfirmed, isReceipt: false, isBeginning: () => true },
  })
  return found?.address && found
}

function linesOfPage(
  prepared: PreparedDocument,
  page: number,
  isWanted: (line: Passage) => boolean,
): readonly Passage[] {
  const lines = prepared.rows
    .filter((row) => row.page === page)
    .flatMap((row) => linesOf(prepared.document, row.cells))
    .filter((line) => isWanted(line) && !isOfOthers(line.text))
    .slice(0, mostLinesOfTop)
  const heights = lines.map(({ box }) => heightOf(box)).toSorted((a, b) => a - b)
  const highest = outsized * (heights[Math.floor(heights.length / 2)] ?? 0)
  return lines.filter(({ box }) => heightOf(box) <= highest)
}

/** Of the usual height of a line: what is written across the others, or a logo, hides how they follow each other. */
const outsized = 5

type Told = {
  readonly isConfirmed: (name: string) => boolean
  readonly isReceipt: boolean
}

/** Where a block may begin; it may go on further down. */
type Sought = Told & { readonly isBeginning: (line: Passage) => boolean }

function firstBlock(
  prepared: PreparedDocument,
  lines: readonly Passage[],
  { isBeginning, ...told }: Sought,
): Letterhead | undefined {
  const isForeign = customersIn(prepared)
  const isLabel = labelsIn(prepared)
  const seen = new Set<Passage>()
  for (const line of lines.filter(isBeginning)) {
    const block = seen.has(line) ? [] : blockFrom(line, lines)
    for (const one of block) seen.add(one)
    const foreign = block.findIndex(isForeign)
    const own = foreign < 0 ? block : block.slice(0, foreign)
    const isBlock = own.length >= fewestLines
    const head = isBlock && readBlock(prepared.document, own, { ...told, isLabel })
    if (head) return head
  }
  return undefined
}

/** Tells the lines that are nothing but a label beside its value. */
function labelsIn({ pairs }: PreparedDocument): (line: Passage) => boolean {
  const labels = new Set(
    pairs
      .filter(({ known, relation }) => known >= plainLabel && relation !== 'below')
      .map(({ label }) => `${label.page}:${label.words.join(' ')}`),
  )
  return ({ page, words }) => labels.has(`${page}:${words.join(' ')}`)
}

const plainLabel = 0.9

/** Tells the lines with a label for the customer, and with who is named there. */
function customersIn({ pairs, partyAt }: PreparedDocument): (line: Passage) => boolean {
  const words = new Set(
    pairs
      .filter(({ fields, label }) => label.page === 0 && (fields.get('customer-name') ?? 0) > 0.7)
      .flatMap(({ value, label }) => [...value.words, ...label.words]),
  )
  return (line) =>
    line.words.some((word) => words.has(word)) ||
    ['customer', 'delivery'].includes(partyAt(line) ?? '')
}

/** Of line heights: a gap in a heading that is set wide, or that OCR saw too wide. */
const widestGap = 2.2

/** Cells side by side that are one line of a heading. */
function linesOf(
  document: PreparedDocument['document'],
  cells: readonly Passage[],
): readonly Passage[] {
  const lines: Passage[][] = []
  for (const cell of cells) {
    const last = lines.at(-1)?.at(-1)
    const gap = last ? cell.box[0] - last.box[2] : Number.POSITIVE_INFINITY
    if (last && gap < widestGap * heightOf(last.box)) lines.at(-1)?.push(cell)
    else lines.push([cell])
  }
  return lines.flatMap((line) => joined(document, line) ?? [])
}

/** The lines under each other that begin with one. */
function blockFrom(first: Passage, cells: readonly Passage[]): readonly Passage[] {
  const block = [first]
  for (let last = first; block.length < maxLines; ) {
    const next = cells.find((cell) => isUnder(cell, last))
    if (!next) break
    block.push(next)
    last = next
  }
  return block
}

function isUnder({ box }: Passage, { box: over }: Passage): boolean {
  const drop = middle(box) - middle(over)
  const height = Math.max(heightOf(box), heightOf(over))
  const shared = Math.min(box[2], over[2]) - Math.max(box[0], over[0])
  const narrower = Math.min(box[2] - box[0], over[2] - over[0])
  return drop > height / 3 && drop < farthest * height && shared > narrower / 2
}

function readBlock(
  document: PreparedDocument['document'],
  block: readonly Passage[],
  { isLabel, isConfirmed, isReceipt }: Told & { readonly isLabel: (line: Passage) => boolean },
): Letterhead | undefined {
  const kinds = kindsOf(document, block, isLabel)
  const isOwn = kinds.includes('own number')
  if (!isOwn && !(isReceipt && kinds.includes('address'))) return undefined
  const [first, afterHead] = headIn(block, kinds)
  if (afterHead < 0) return undefined
  const lines = block.slice(first, afterHead)
  const name = headName(document, { lines, next: block[afterHead], isConfirmed })
  if (!name) return undefined
  const last = block.findLastIndex(({ words }) => words.includes(name.passage.words.at(-1) ?? -1))
  const address = addressIn(block, kinds, { last, isOfReceipt: isReceipt })
  const isTold = isOwn || (isReceipt && address.length > 0)
  const isNumbered = address.length > 0 || kinds[afterHead] === 'own number'
  if (!isTold || !isNumbered) return undefined
  const addressText = mendedAddress(document, address)
  return { name, address: joined(document, address), addressText }
}

/** A name, and an address or a number under it. */
const fewestLines = 2

function kindsOf(
  document: PreparedDocument['document'],
  block: readonly Passage[],
  isLabel: (line: Passage) => boolean,
): readonly LineKind[] {
  const alone = block.map((line) =>
    isLabel(line) ? 'heading' : kindOf(line.text, isRead(document, line)),
  )
  return alone.map((kind, i) => {
    const isStreet = kind === 'text' && alone[i + 1] === 'address'
    return isStreet && endsInNumber.test(block[i]?.text ?? '') ? 'address' : kind
  })
}

/** Over a town it is the number of a house. */
const endsInNumber = /\p{L}\.? \d{1,4} ?[a-z]?,?$/u

/**
 * Where the lines that may be a name begin, and what comes after them; nowhere where an address comes first. They are the
 * last before an address or a number: a title may part them from it, and other titles and lines stand over it.
 */
function headIn(block: readonly Passage[], kinds: readonly LineKind[]): readonly [number, number] {
  const told = kinds.findIndex((kind) => kind === 'address' || kind === 'own number')
  const isOfName = (i: number) => kinds[i] === 'text' && isName(block[i]?.text ?? '')
  const last = kinds.findLastIndex((_, i) => i < told && isOfName(i))
  if (last < 0) return [-1, -1]
  const before = kinds.findLastIndex((kind, i) => i < last && kind !== 'text')
  const first = kinds.findIndex((_, i) => i > before && isOfName(i))
  return [first, kinds.findIndex((kind, i) => i > last && kind !== 'text')]
}

type Head = { readonly last: number; readonly isOfReceipt: boolean }

/** The lines of the address under a head, which no heading parts from it but the title of a receipt. */
function addressIn(
  block: readonly Passage[],
  kinds: readonly LineKind[],
  { last, isOfReceipt }: Head,
): readonly Passage[] {
  const from = firstOfAddress(block, kinds, last)
  if (from < 0 || (!isOfReceipt && kinds.slice(last, from).includes('heading'))) return []
  const end = endOfAddress(kinds, from)
  const lines = upToTown(block.slice(from, end))
  const isInterrupted = kinds[end] === 'own number' && kinds[end + 1] === 'address'
  if (!isInterrupted || lines.some(({ text }) => hasPostcode(text))) return lines
  return [...lines, ...block.slice(end + 1, endOfAddress(kinds, end + 1))]
}

/** Behind the line with the postcode the rest of the place and the country may stand, and nobody else's lines. */
function upToTown(lines: readonly Passage[]): readonly Passage[] {
  const town = lines.findLastIndex(({ text }, i) => i < mostOverTown && hasPostcode(text))
  const other = lines.findIndex(
    (line, i) => town >= 0 && i > town && !isRestOfPlace(line, lines[i - 1]),
  )
  return other < 0 ? lines : lines.slice(0, other)
}

const mostOverTown = 5

function isRestOfPlace({ text, box }: Passage, before: Passage | undefined): boolean {
  if (/\d/.test(text)) return true
  const drop = before ? middle(box) - middle(before.box) : 0
  return (
    drop < 2 * heightOf(box) && text.split(' ').length <= mostWordsOfPlace && !legalFormIn(text)
  )
}

const mostWordsOfPlace = 4

function endOfAddress(kinds: readonly LineKind[], from: number): number {
  const end = kinds.findIndex((kind, i) => i > from && kind !== 'address' && kind !== 'text')
  return end < 0 ? kinds.length : end
}

/** Lines over the one that is surely of an address belong to it from the first on that has a number. */
function firstOfAddress(
  block: readonly Passage[],
  kinds: readonly LineKind[],
  head: number,
): number {
  const sure = kinds.indexOf('address', head)
  if (sure < 0) return sure
  const before = kinds.findLastIndex((kind, i) => i < sure && kind !== 'text')
  const from = block.findIndex(
    ({ text }, i) => i > Math.max(before, head) && i < sure && /\d/.test(withoutFoundation(text)),
  )
  return from < 0 ? sure : from
}
