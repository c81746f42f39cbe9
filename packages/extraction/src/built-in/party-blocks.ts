import type { DocumentText } from '@recto/document-text/model'
import { getHeight, middle } from '../align/boxes.ts'
import { isFromOcr, type Passage, toPassage } from '../align/passage.ts'
import type { CellRow } from '../labels/cell-rows.ts'
import type { LabelValue } from '../labels/label-value.ts'
import { findFirstBelow, getCellsByHeight } from './cells-by-height.ts'
import { hasPostcode } from './has-postcode.ts'
import { classifyLine, findNameEnd } from './letterhead-lines.ts'
import { findPartySections, type PartyRole, type PartySection } from './party-sections.ts'

/** The part of a prepared document that is needed to find blocks. */
export type LabeledCells = {
  readonly document: DocumentText
  readonly rows: readonly CellRow[]
  readonly pairs: readonly (LabelValue & {
    readonly fieldScores: ReadonlyMap<string, number>
    readonly bestFieldScore: number
  })[]
}

/** The lines about one party below or beside a heading that names it. */
export type PartyBlock = {
  readonly party: PartyRole
  readonly label: Passage
  /** The lines from the name on, without the heading. */
  readonly lines: readonly Passage[]
  /** Other lines about the party, such as those of a form with a label for each. */
  readonly otherLines?: readonly Passage[]
}

const partyByField: Readonly<Record<string, PartyRole>> = {
  'seller-name': 'seller',
  'customer-name': 'customer',
  'delivery-name': 'delivery',
}

/** Maximum number of blocks; more headings than these are a column of a list. */
const maxBlocks = 40
const maxLines = 10
/** Maximum distance between the middles of two lines, in line heights. */
const maxPitch = 2.3
/** Maximum growth of the line pitch inside a block; a wider step begins another block. */
const maxPitchGrowth = 1.4

const blocksByDocument = new WeakMap<LabeledCells, readonly PartyBlock[]>()

/** The blocks of a document that a heading assigns to a party, in reading order. */
export function getPartyBlocks(source: LabeledCells): readonly PartyBlock[] {
  const blocks = blocksByDocument.get(source) ?? findPartyBlocks(source)
  blocksByDocument.set(source, blocks)
  return blocks
}

function findPartyBlocks(source: LabeledCells): readonly PartyBlock[] {
  const sections = findPartySections(source.document, source.rows)
  const seenLabels = new Set(sections.map(({ heading }) => `${heading.page}:${heading.words[0]}`))
  const blocks = sections.map(toBlock)
  for (const pair of source.pairs) {
    const party = findPartyOfLabel(pair)
    const key = `${pair.label.page}:${pair.label.words[0]}`
    if (!party || seenLabels.has(key)) continue
    seenLabels.add(key)
    blocks.push({
      party,
      label: pair.label,
      lines: collectBlockLines(source, pair.label, pair.value),
    })
    if (blocks.length === maxBlocks) return blocks
  }
  return blocks
}

/** Converts a section of a form to a block: its name and address, without their labels. */
const toBlock = ({ party, heading, name, addressLines, cells }: PartySection): PartyBlock => ({
  party,
  label: heading,
  lines: name ? [name, ...addressLines] : [],
  otherLines: cells,
})

function findPartyOfLabel({
  fieldScores,
  bestFieldScore,
  relation,
}: LabeledCells['pairs'][number]): PartyRole | undefined {
  if (relation === 'row-end' || relation === 'in-sentence') return undefined
  const minScore = relation === 'inline' ? 0.95 : 0.79
  const [name] = Object.keys(partyByField).filter(
    (field) => (fieldScores.get(field) ?? 0) >= Math.max(minScore, bestFieldScore - 0.01),
  )
  return name === undefined ? undefined : partyByField[name]
}

/** Collects the first line and the cells below it that are aligned with it or with its heading. */
export function collectBlockLines(
  source: LabeledCells,
  label: Passage,
  first: Passage,
): readonly Passage[] {
  const lines = [first]
  const cells = getCellsByHeight(source, first.page)
  const height = getHeight(first.box)
  const isApart = first.box[0] - label.box[2] > maxPitch * height
  const lefts = isApart ? [first.box[0]] : [first.box[0], label.box[0]]
  const centre = (first.box[0] + first.box[2]) / 2
  let pitch = maxPitch * height
  for (let last = first; lines.length < maxLines; ) {
    const next = findNextLine(cells, last, { lefts, centre, height })
    const drop = next ? middle(next.box) - middle(last.box) : 0
    if (!next || drop > pitch || (isApart && hasOwnLabel(cells, label, next))) break
    pitch = Math.min(pitch, maxPitchGrowth * drop)
    lines.push(next)
    last = next
  }
  return lines
}

/**
 * Whether a line has its own label in the same column as the first label, which begins something
 * else.
 */
function hasOwnLabel(cells: readonly Passage[], label: Passage, { box }: Passage): boolean {
  const height = getHeight(box)
  return cells.some(
    (cell) =>
      Math.abs(cell.box[0] - label.box[0]) < height &&
      Math.abs(middle(cell.box) - middle(box)) < height / 2 &&
      cell.box[2] < box[0],
  )
}

type BlockAlignment = {
  readonly lefts: readonly number[]
  readonly centre: number
  readonly height: number
}

function findNextLine(
  cells: readonly Passage[],
  last: Passage,
  { lefts, centre, height }: BlockAlignment,
): Passage | undefined {
  const maxMiddle = middle(last.box) + maxPitch * Math.max(height, getHeight(last.box))
  for (let i = findFirstBelow(cells, middle(last.box) + height / 2); i < cells.length; i++) {
    const cell = cells[i]
    if (!cell || middle(cell.box) > maxMiddle) return undefined
    const isCentred = Math.abs((cell.box[0] + cell.box[2]) / 2 - centre) < height / 2
    const isAligned = isCentred || lefts.some((left) => Math.abs(cell.box[0] - left) < height)
    if (isAligned) return cell
  }
  return undefined
}

/**
 * Finds the lines of a block that are an address: those after the name, up to a number, label or
 * heading.
 */
export function findBlockAddress(
  document: DocumentText,
  [name, ...rest]: readonly Passage[],
): Passage | undefined {
  const lines = selectAddressLines(document, rest)
  const from = lines.findIndex(({ text }) => /\d/.test(text.slice(0, findNameEnd(text))))
  const last = lines.findLastIndex(({ text }, i) => /\d/.test(text) || isCountryLine(lines, i))
  if (!name || from < 0 || !lines.some(({ text }) => hasPostcode(text))) return undefined
  const ownLines = lines.slice(from, last + 1)
  // Numbers alone are cells of a table.
  if (!ownLines.some(({ text }) => /\p{L}{2}/u.test(text))) return undefined
  const words = ownLines.flatMap((line) => line.words)
  return toPassage(document, name.page, words)
}

const maxLinesBeforeAddress = 2
const maxLength = 70

/**
 * A number between the name and the address is skipped; after the first line of the address it ends
 * the address.
 */
function selectAddressLines(document: DocumentText, rest: readonly Passage[]): readonly Passage[] {
  const isOther = (line: Passage) => {
    const kind = classifyLine(line.text, isFromOcr(document, line))
    const isLabel = line.text.includes(':') || /^\(?\d{1,2}[.)] \p{Lu}/u.test(line.text)
    // No part of an address is that long a number: it is the row of a ledger.
    const isRow = /\d{9}/.test(line.text)
    return kind === 'own number' || kind === 'heading' || isLabel || isRow
  }
  const isNothing = ({ text }: Passage) => classifyLine(text) === 'nothing' && !/\d/.test(text)
  const from = rest
    .slice(0, maxLinesBeforeAddress + 1)
    .findIndex((line) => !isOther(line) || hasPostcode(line.text))
  const addressLines = from < 0 ? [] : rest.slice(from)
  const end = addressLines.findIndex(
    (line) => isOther(line) || line.text.length > maxLength || isNothing(line),
  )
  return end < 0 ? addressLines : addressLines.slice(0, end)
}

/** The last line can contain only the country or the rest of the town. */
const isCountryLine = (lines: readonly Passage[], i: number): boolean =>
  i > 0 &&
  i === lines.length - 1 &&
  hasPostcode(lines[i - 1]?.text ?? '') &&
  /^\p{Lu}[\p{L}.-]+(?: [\p{L}.-]+){0,2}(?<!\.)$/u.test(lines[i]?.text ?? '')

/**
 * Creates a lookup of the party whose block contains a passage; undefined outside of all blocks.
 */
export function createPartyLookup(
  source: LabeledCells,
): (place: Pick<Passage, 'page' | 'words'>) => PartyRole | undefined {
  const parties = new Map<string, PartyRole>()
  for (const { party, label, lines, otherLines = [] } of getPartyBlocks(source)) {
    for (const line of [label, ...lines, ...otherLines]) {
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
