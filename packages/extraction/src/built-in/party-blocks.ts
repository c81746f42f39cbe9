import type { DocumentText } from '@recto/document-text/model'
import { heightOf, middle } from '../align/boxes.ts'
import { isRead, type Passage, passageOf } from '../align/passage.ts'
import type { LabelValue } from '../labels/label-value.ts'
import type { CellRow } from '../labels/layout-cells.ts'
import { cellsFromTop, firstBelow } from './cells-from-top.ts'
import { endOf, kindOf, withoutFoundation } from './letterhead-lines.ts'

/** Of a prepared document, what blocks are found by. */
export type Laid = {
  readonly rows: readonly CellRow[]
  readonly pairs: readonly (LabelValue & {
    readonly fields: ReadonlyMap<string, number>
    readonly known: number
  })[]
}

export type PartyRole = 'seller' | 'customer' | 'delivery'

/** What stands about one party under or beside a heading that names it. */
export type PartyBlock = {
  readonly party: PartyRole
  readonly label: Passage
  /** From the name on, without the heading. */
  readonly lines: readonly Passage[]
}

const headed: Readonly<Record<string, PartyRole>> = {
  'seller-name': 'seller',
  'customer-name': 'customer',
  'delivery-name': 'delivery',
}

/** More headings than these are the column of a list. */
const maxBlocks = 40
const maxLines = 10
/** Of line heights, from middle to middle. */
const farthest = 2.3
/** A wider step than that of the lines before begins another block. */
const widerPitch = 1.4

const blocksOf = new WeakMap<Laid, readonly PartyBlock[]>()

/** The blocks of a document that a heading gives to a party, in reading order. */
export function partyBlocks(prepared: Laid): readonly PartyBlock[] {
  const found = blocksOf.get(prepared) ?? findBlocks(prepared)
  blocksOf.set(prepared, found)
  return found
}

function findBlocks(prepared: Laid): readonly PartyBlock[] {
  const begun = new Set<string>()
  const blocks: PartyBlock[] = []
  for (const pair of prepared.pairs) {
    const party = partyOf(pair)
    const key = `${pair.label.page}:${pair.label.words[0]}`
    if (!party || begun.has(key)) continue
    begun.add(key)
    blocks.push({ party, label: pair.label, lines: linesFrom(prepared, pair.label, pair.value) })
    if (blocks.length === maxBlocks) return blocks
  }
  return blocks
}

function partyOf({ fields, known, relation }: Laid['pairs'][number]): PartyRole | undefined {
  if (relation === 'row-end' || relation === 'in-sentence') return undefined
  const least = relation === 'inline' ? 0.95 : 0.79
  const [name] = Object.keys(headed).filter(
    (field) => (fields.get(field) ?? 0) >= Math.max(least, known - 0.01),
  )
  return name === undefined ? undefined : headed[name]
}

/** The first line, then the cells under it that begin where it or its heading does. */
export function linesFrom(prepared: Laid, label: Passage, first: Passage): readonly Passage[] {
  const lines = [first]
  const cells = cellsFromTop(prepared, first.page)
  const height = heightOf(first.box)
  const isApart = first.box[0] - label.box[2] > farthest * height
  const lefts = isApart ? [first.box[0]] : [first.box[0], label.box[0]]
  const centre = (first.box[0] + first.box[2]) / 2
  let pitch = farthest * height
  for (let last = first; lines.length < maxLines; ) {
    const next = nextLine(cells, last, { lefts, centre, height })
    const drop = next ? middle(next.box) - middle(last.box) : 0
    if (!next || drop > pitch || (isApart && isLabelled(cells, label, next))) break
    pitch = Math.min(pitch, widerPitch * drop)
    lines.push(next)
    last = next
  }
  return lines
}

/** A line beside which another label stands where the first one does begins something else. */
function isLabelled(cells: readonly Passage[], label: Passage, { box }: Passage): boolean {
  const height = heightOf(box)
  return cells.some(
    (cell) =>
      Math.abs(cell.box[0] - label.box[0]) < height &&
      Math.abs(middle(cell.box) - middle(box)) < height / 2 &&
      cell.box[2] < box[0],
  )
}

type Alignment = {
  readonly lefts: readonly number[]
  readonly centre: number
  readonly height: number
}

function nextLine(
  cells: readonly Passage[],
  last: Passage,
  { lefts, centre, height }: Alignment,
): Passage | undefined {
  const lowest = middle(last.box) + farthest * Math.max(height, heightOf(last.box))
  for (let i = firstBelow(cells, middle(last.box) + height / 2); i < cells.length; i++) {
    const cell = cells[i]
    if (!cell || middle(cell.box) > lowest) return undefined
    const isCentred = Math.abs((cell.box[0] + cell.box[2]) / 2 - centre) < height / 2
    const isAligned = isCentred || lefts.some((left) => Math.abs(cell.box[0] - left) < height)
    if (isAligned) return cell
  }
  return undefined
}

/** The lines of a block that are an address: those after the name, up to a number, a label or a heading. */
export function addressOf(
  document: DocumentText,
  [name, ...rest]: readonly Passage[],
): Passage | undefined {
  const lines = linesOfAddress(document, rest)
  const from = lines.findIndex(({ text }) => /\d/.test(text.slice(0, endOf(text))))
  const last = lines.findLastIndex(({ text }, i) => /\d/.test(text) || isCountryLine(lines, i))
  if (!name || from < 0 || !lines.some(({ text }) => hasPostcode(text))) return undefined
  const words = lines.slice(from, last + 1).flatMap((line) => line.words)
  return passageOf(document, name.page, words)
}

/** A number between the name and the address parts neither; behind the first line it ends them. */
function linesOfAddress(document: DocumentText, rest: readonly Passage[]): readonly Passage[] {
  const isOther = (line: Passage) => {
    const kind = kindOf(line.text, isRead(document, line))
    const isLabel = line.text.includes(':') || /^\(?\d{1,2}[.)] \p{Lu}/u.test(line.text)
    return kind === 'own number' || kind === 'heading' || isLabel
  }
  const isNothing = ({ text }: Passage) => kindOf(text) === 'nothing' && !/\d/.test(text)
  const from = rest
    .slice(0, mostNumbersOver + 1)
    .findIndex((line) => !isOther(line) || hasPostcode(line.text))
  const own = from < 0 ? [] : rest.slice(from)
  const end = own.findIndex(
    (line) => isOther(line) || line.text.length > maxLength || isNothing(line),
  )
  return end < 0 ? own : own.slice(0, end)
}

const mostNumbersOver = 2
const maxLength = 70

export const hasPostcode = (text: string): boolean => isPostcodeIn(withoutFoundation(text))

const isPostcodeIn = (text: string): boolean =>
  /(?<!\d)\d{4,6}(?!\d)|(?<!\d)\d{2,3}[- ]\d{2,3}(?!\d)|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/u.test(
    text,
  )

/** The last line may name the country or the rest of the town only. */
const isCountryLine = (lines: readonly Passage[], i: number): boolean =>
  i > 0 &&
  i === lines.length - 1 &&
  hasPostcode(lines[i - 1]?.text ?? '') &&
  /^\p{Lu}[\p{L}.-]+(?: [\p{L}.-]+){0,2}(?<!\.)$/u.test(lines[i]?.text ?? '')

/** Tells to whom the place of a passage belongs; nobody is told for what stands in no block. */
export function partyTeller(
  prepared: Laid,
): (place: Pick<Passage, 'page' | 'words'>) => PartyRole | undefined {
  const parties = new Map<string, PartyRole>()
  for (const { party, label, lines } of partyBlocks(prepared)) {
    for (const line of [label, ...lines]) {
      for (const word of line.words) {
        const key = `${line.page}:${word}`
        if (!parties.has(key)) parties.set(key, party)
      }
    }
  }
  return ({ page, words }) => {
    for (const word of words) {
      const party = parties.get(`${page}:${word}`)
      if (party) return party
    }
    return undefined
  }
}
