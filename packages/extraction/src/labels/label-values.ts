import type { DocumentText } from '@recto/document-text/model'
import { getHeight, middle } from '../align/boxes.ts'
import { type Passage, toPassage } from '../align/passage.ts'
import { fold } from '../values/fold.ts'
import { parseExactNumber } from '../values/parse-number.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { businessFields } from './business-fields.ts'
import { type CellRow, findCellRows } from './cell-rows.ts'
import { findColonPairs } from './colon-pairs.ts'
import { findInlinePairs } from './inline-pairs.ts'
import type { KnownLabels, LabelValue } from './label-value.ts'
import { getCellPhrase, toPhraseKey } from './phrases.ts'

const maxLabelWords = 12
const paymentMethods = new Set(wordsInAllLanguages('paymentMethods').map(fold))

/**
 * Finds the label/value pairs of a document in reading order: after a colon, on the same line with
 * and without a gap, in the next cell to the right, and below the label. A label can have several
 * values; the caller decides by the kind of value that it needs. `vocabulary` holds further phrases
 * (see `toPhrase`) that are labels even without a colon; `rows` are the rows of the document, if
 * already computed.
 */
export function findLabelValues(
  document: DocumentText,
  vocabulary: readonly (readonly string[])[] = [],
  rows: readonly CellRow[] = findCellRows(document),
): readonly LabelValue[] {
  const knownLabels = toKnownLabels(vocabulary)
  return rows.flatMap((row, rowIndex) => {
    const cellsBelow = row.cells.map((cell) => findCellBelow(rows, rowIndex, cell))
    const isHeadings =
      isHeadingRow(cellsBelow) &&
      !row.cells.some(isBox) &&
      !isAboveLabel(row.cells, cellsBelow, knownLabels)
    return row.cells.flatMap((cell, column) => {
      const next = row.cells[column + 1]
      const cellToRight = isHeadings ? undefined : asValue(next, knownLabels)
      const cellBelow = asValue(cellsBelow[column], knownLabels)
      return [
        ...findColonPairs(document, cell, cellToRight ?? getValueAfterColon(cell, next), cellBelow),
        ...findInlinePairs(document, cell, knownLabels),
        ...(isLabel(cell)
          ? findPairsOfLabel(document, row.cells.slice(column), {
              right: cellToRight,
              below: cellBelow,
            })
          : []),
      ]
    })
  })
}

const businessLabels: ReadonlySet<string> = new Set(
  businessFields.flatMap((field) => [...field.labels, ...field.weakLabels].map(toPhraseKey)),
)

const businessLabelWords: ReadonlySet<string> = new Set(
  businessFields.flatMap((field) => [...field.labels, ...field.weakLabels].flat()),
)

/** Combines the labels of business documents with those of the questions. */
function toKnownLabels(vocabulary: readonly (readonly string[])[]): KnownLabels {
  const questionLabels = new Set(vocabulary.map(toPhraseKey))
  const questionWords = new Set(vocabulary.flat())
  return {
    has: (key) => businessLabels.has(key) || questionLabels.has(key),
    hasWord: (word) => businessLabelWords.has(word) || questionWords.has(word),
  }
}

function findPairsOfLabel(
  document: DocumentText,
  cells: readonly Passage[],
  { right, below: cellsBelow }: Readonly<Record<'right' | 'below', Passage | undefined>>,
): readonly LabelValue[] {
  const [label, ...otherCells] = cells
  if (!label) return []
  return [
    ...pairWithNeighbors(label, right, cellsBelow),
    ...pairWithRowEnd(label, otherCells),
    ...pairSplitLabel(document, cells),
  ]
}

/**
 * Whether a row consists of headings side by side over values. In a list of labels the first column
 * has no digits below it.
 */
function isHeadingRow(cellsBelow: readonly (Passage | undefined)[]): boolean {
  const isOver = cellsBelow.length > 1 && cellsBelow.every((cell) => cell !== undefined)
  return isOver && (cellsBelow.length > 2 || /\d/.test(cellsBelow[0]?.text ?? ''))
}

/**
 * The cell to the right of a colon is a value, even if it could be a label, such as a payment
 * method.
 */
function getValueAfterColon(cell: Passage, cellToRight: Passage | undefined): Passage | undefined {
  return cellToRight && endsInColon(cell) && !endsInColon(cellToRight) ? cellToRight : undefined
}

/** A checkbox is never a heading. */
const isBox = ({ text }: Passage): boolean => /^(?:\[.? ?\]|\(.?\)|[☐☒☑□])/u.test(text)

/** Labels below labels, each beside its value, are the lines of a form. */
function isAboveLabel(
  cells: readonly Passage[],
  cellsBelow: readonly (Passage | undefined)[],
  knownLabels: KnownLabels,
): boolean {
  const isLabelCell = (cell: Passage | undefined) =>
    cell !== undefined && isKnownLabel(cell, knownLabels)
  return cells.some((cell, index) => isLabelCell(cell) && isLabelCell(cellsBelow[index]))
}

/**
 * A word that contains a digit, or precedes a small number, is not a label although its letters
 * are: `HP-20931`, `Net 30`.
 */
const wordBeforeNumber = /^\p{L}{1,30} \d{1,3}$/u

const isNumbered = (text: string): boolean =>
  wordBeforeNumber.test(text) || (/\d/.test(text) && !/\s/.test(text))

function isKnownLabel(cell: Passage, knownLabels: KnownLabels): boolean {
  return !isNumbered(cell.text) && knownLabels.has(getCellPhrase(cell).key)
}

/** Returns the cell unless it is itself a label. Payment methods count as values. */
function asValue(cell: Passage | undefined, knownLabels: KnownLabels): Passage | undefined {
  if (!cell || endsInColon(cell)) return undefined
  return isKnownLabel(cell, knownLabels) && !paymentMethods.has(fold(cell.text)) ? undefined : cell
}

/** Maximum gap inside a label that is set wide, as on receipts, in line heights. */
const maxGapInLabel = 2.2

/**
 * Pairs a label that a wide gap splits into two cells with its value: `Total (Inclusive of GST) :
 * 6.00`.
 */
function pairSplitLabel(
  document: DocumentText,
  [first, second, value]: readonly Passage[],
): readonly LabelValue[] {
  if (!first || !second || !value || endsInColon(first) || endsInColon(value)) return []
  const gap = second.box[0] - first.box[2]
  const isContinuation = !/\d/.test(second.text) && gap < maxGapInLabel * getHeight(first.box)
  if (!isContinuation || !/\d/.test(value.text) || !isLabel(second)) return []
  const label = toPassage(document, first.page, [...first.words, ...second.words])
  return [{ label, value, relation: 'right' }]
}

/** The last column of a table row holds its total. */
function pairWithRowEnd(label: Passage, otherCells: readonly Passage[]): readonly LabelValue[] {
  const firstNonAmount = otherCells.findIndex((cell) => !isAmount(cell))
  const amounts = firstNonAmount < 0 ? otherCells : otherCells.slice(0, firstNonAmount)
  const value = amounts.at(-1)
  return value && amounts.length > 1 ? [{ label, value, relation: 'row-end' }] : []
}

function isAmount({ text }: Passage): boolean {
  return parseExactNumber(text) !== undefined
}

function pairWithNeighbors(
  label: Passage,
  right: Passage | undefined,
  cellBelow: Passage | undefined,
): readonly LabelValue[] {
  return [
    ...(right ? [{ label, value: right, relation: 'right' as const }] : []),
    ...(cellBelow && !endsInColon(label)
      ? [{ label, value: cellBelow, relation: 'below' as const }]
      : []),
  ]
}

/** A cell that holds a label and its value is not a label of the next cell. */
function isLabel(cell: Passage): boolean {
  const isPair = /[:：]\s*\S/u.test(cell.text)
  return (
    !isPair &&
    /\p{L}{2}|\p{L}\.\p{L}\./u.test(cell.text) &&
    getCellPhrase(cell).phrase.length <= maxLabelWords
  )
}

/** Numbers of the questions on a form: `1.`, `2.3`, `(4)`, `5a)`. */
const ordinal = /^\(?\d{1,2}(?:\.\d{1,2})?[a-z]?[.)]{0,2}\s/

/** A column heading has few words, and no digits except its own number. */
function isHeading(cell: Passage): boolean {
  const unnumberedText = cell.text.replace(ordinal, '')
  return (
    isLabel(cell) && cell.words.length <= 6 && !/\d/.test(unnumberedText.replace(/\([^()]*\)/g, ''))
  )
}

function endsInColon(cell: Passage): boolean {
  return /[:：]$/.test(cell.text)
}

/**
 * Maximum horizontal distance of a cell from the heading above it, in line heights; answers below a
 * numbered question of a form are indented.
 */
const headingReach = 1.5

const questionReach = 4

/** Finds the nearest cell below a heading that shares its left edge, right edge or center. */
function findCellBelow(
  rows: readonly CellRow[],
  rowIndex: number,
  cell: Passage,
): Passage | undefined {
  if (!isHeading(cell)) return undefined
  const height = getHeight(cell.box)
  const maxMiddle = middle(cell.box) + 4 * height
  for (let index = rowIndex + 1; index < rows.length; index += 1) {
    const row = rows[index]
    if (!row || row.page !== cell.page || (row.cells[0] && middle(row.cells[0].box) > maxMiddle))
      return undefined
    const isNumberedQuestion = row.cells.length === 1 && ordinal.test(cell.text)
    const cellUnder = findNearest(
      row.cells.filter((candidate) =>
        isUnder(candidate, cell, isNumberedQuestion ? questionReach : headingReach),
      ),
      cell,
    )
    if (cellUnder) return cellUnder
  }
  return undefined
}

/** Picks the cell whose left or right edge is closest to that of the heading. */
function findNearest(cells: readonly Passage[], { box }: Passage): Passage | undefined {
  const distance = (cell: Passage) =>
    Math.min(Math.abs(cell.box[0] - box[0]), Math.abs(cell.box[2] - box[2]))
  return cells.toSorted((a, b) => distance(a) - distance(b))[0]
}

function isUnder(lower: Passage, upper: Passage, reach: number): boolean {
  const maxDistance = reach * getHeight(upper.box)
  const isAligned = [
    lower.box[0] - upper.box[0],
    lower.box[2] - upper.box[2],
    (lower.box[0] + lower.box[2] - upper.box[0] - upper.box[2]) / 2,
  ].some((distance) => Math.abs(distance) < maxDistance)
  return isAligned && middle(lower.box) - middle(upper.box) > getHeight(upper.box) / 2
}
