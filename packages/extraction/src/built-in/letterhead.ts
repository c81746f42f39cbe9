import { heightOf, middle } from '../align/boxes.ts'
import { type Passage, passageOf, slicePassage } from '../align/passage.ts'
import { legalFormIn } from './legal-forms.ts'
import { endOf, isName, kindOf, type LineKind, startOf } from './letterhead-lines.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** What stands at the head of a paper about who issued it. */
export type Letterhead = {
  readonly name: Passage
  /** All lines of the address. */
  readonly address: Passage
}

/** A letterhead is in the upper part of the first page. */
const lowestTop = 0.4
const mostLinesOfTop = 200
const maxLines = 16
/** Of line heights, between the middles of two lines of one block. */
const farthest = 3.2

/**
 * The block of lines at the head of the first page that holds the issuer's own numbers (telephone, registration,
 * tax, web), which no block about a customer does: its first line is the name, and the lines with a house
 * number or a postcode, up to the next line of another kind, are the address.
 */
export function findLetterhead(prepared: PreparedDocument): Letterhead | undefined {
  const { document } = prepared
  const lowest = lowestTop * (document.pages[0]?.height ?? 0)
  const lines = prepared.rows
    .filter(({ page }) => page === 0)
    .flatMap((row) => linesOf(document, row.cells))
    .filter(({ box }) => middle(box) < lowest)
    .slice(0, mostLinesOfTop)
  const isForeign = customersIn(prepared)
  const seen = new Set<Passage>()
  for (const line of lines) {
    const block = seen.has(line) ? [] : blockFrom(line, lines)
    for (const one of block) seen.add(one)
    const foreign = block.findIndex(isForeign)
    const head = readBlock(document, foreign < 0 ? block : block.slice(0, foreign))
    if (head) return head
  }
  return undefined
}

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
): Letterhead | undefined {
  const kinds = block.map(({ text }) => kindOf(text))
  const first = kinds.findIndex(
    (kind, i) => kind === 'address' || (kind === 'text' && isName(block[i]?.text ?? '')),
  )
  if (first < 0 || kinds[first] === 'address') return undefined
  const afterHead = kinds.findIndex((kind, i) => i > first && kind !== 'text')
  if (afterHead < 0 || !kinds.includes('own number')) return undefined
  const from = firstOfAddress(block, kinds, first)
  const isNear = from >= 0 && !kinds.slice(first, from).includes('heading')
  const end = kinds.findIndex((kind, i) => i > from && kind !== 'address' && kind !== 'text')
  const address = isNear ? block.slice(from, end < 0 ? undefined : end) : []
  const name = nameOf(document, block.slice(first, afterHead))
  const whole = joined(document, address)
  return name && whole && { name, address: whole }
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
    ({ text }, i) => i > Math.max(before, head) && i < sure && /\d/.test(text),
  )
  return from < 0 ? sure : from
}

/** What the lines before the address and the numbers call the issuer: by its legal form, or by the first line. */
function nameOf(
  document: PreparedDocument['document'],
  lines: readonly Passage[],
): Passage | undefined {
  const formal = lines.findIndex(({ text }) => legalFormIn(text) !== undefined)
  const at = Math.max(0, formal)
  const isRest = /^\(/.test(lines[at]?.text ?? '')
  const from = at > 0 && isRest ? at - 1 : at
  const isOpen = /[&+,-]$/.test(lines[at]?.text ?? '')
  const line = joined(document, lines.slice(from, isOpen ? at + 2 : at + 1))
  const plain = line && slicePassage(document, line, startOf(line.text), endOf(line.text))
  return plain && isName(plain.text) ? plain : undefined
}

function joined(
  document: PreparedDocument['document'],
  lines: readonly Passage[],
): Passage | undefined {
  const [first] = lines
  const words = lines.flatMap((line) => line.words)
  return first && passageOf(document, first.page, words)
}
