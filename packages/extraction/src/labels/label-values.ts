import type { DocumentText } from '@recto/document-text/model'
import { heightOf, middle } from '../align/boxes.ts'
import { type Passage, passageOf } from '../align/passage.ts'
import { fold } from '../values/fold.ts'
import { wholeNumber } from '../values/parse-number.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { businessFields } from './business-fields.ts'
import { colonPairs } from './colon-pairs.ts'
import { inlinePairs } from './inline-pairs.ts'
import type { KnownLabels, LabelValue } from './label-value.ts'
import { type CellRow, rowsOf } from './layout-cells.ts'
import { namedPhraseOf, nameOfPhrase } from './phrases.ts'

const maxLabelWords = 12
const paymentMethods = new Set(wordsInAll('paymentMethods').map(fold))

/**
 * The label/value pairs of a document, in reading order: after a colon, on the same line with and
 * without a gap, in the next cell to the right, and under the label. Each label may have several
 * values; which one it means is decided by whoever knows what kind of value is wanted.
 * `vocabulary` holds further phrases (see `phraseOf`) that are labels even without a colon; `rows` are the
 * document's, for whoever has them.
 */
export function labelValues(
  document: DocumentText,
  vocabulary: readonly (readonly string[])[] = [],
  rows: readonly CellRow[] = rowsOf(document),
): readonly LabelValue[] {
  const known = labelsWith(vocabulary)
  return rows.flatMap((row, at) => {
    const cellsBelow = row.cells.map((cell) => cellBelow(rows, at, cell))
    const isHeadings =
      isHeadingRow(cellsBelow) &&
      !row.cells.some(isBox) &&
      !isOverLabel(row.cells, cellsBelow, known)
    return row.cells.flatMap((cell, column) => {
      const next = row.cells[column + 1]
      const right = isHeadings ? undefined : onlyValue(next, known)
      const below = onlyValue(cellsBelow[column], known)
      return [
        ...colonPairs(document, cell, right ?? besideColon(cell, next), below),
        ...inlinePairs(document, cell, known),
        ...(isLabel(cell) ? pairsOfLabel(document, row.cells.slice(column), { right, below }) : []),
      ]
    })
  })
}

/** Those that every document may have, and those of the questions. */
function labelsWith(vocabulary: readonly (readonly string[])[]): KnownLabels {
  const own = new Set(vocabulary.map(nameOfPhrase))
  const ownWords = new Set(vocabulary.flat())
  return {
    has: (name) => knownLabels.has(name) || own.has(name),
    hasWord: (word) => wordsOfLabels.has(word) || ownWords.has(word),
  }
}

function pairsOfLabel(
  document: DocumentText,
  cells: readonly Passage[],
  { right, below }: Readonly<Record<'right' | 'below', Passage | undefined>>,
): readonly LabelValue[] {
  const [label, ...others] = cells
  if (!label) return []
  return [
    ...neighbourPairs(label, right, below),
    ...rowEndPairs(label, others),
    ...partedLabelPairs(document, cells),
  ]
}

/** Headings side by side over values; in a list of labels the first column has no digits below. */
function isHeadingRow(below: readonly (Passage | undefined)[]): boolean {
  const isOver = below.length > 1 && below.every((cell) => cell !== undefined)
  return isOver && (below.length > 2 || /\d/.test(below[0]?.text ?? ''))
}

/** Right of a colon stands a value, also one that may be a label: a way of paying. */
function besideColon(cell: Passage, right: Passage | undefined): Passage | undefined {
  return right && endsInColon(cell) && !endsInColon(right) ? right : undefined
}

/** What can be ticked heads nothing. */
const isBox = ({ text }: Passage): boolean => /^(?:\[.? ?\]|\(.?\)|[☐☒☑□])/u.test(text)

/** Labels under labels, each beside its value, are the lines of a form. */
function isOverLabel(
  cells: readonly Passage[],
  below: readonly (Passage | undefined)[],
  known: KnownLabels,
): boolean {
  const isKnown = (cell: Passage | undefined) => cell !== undefined && isKnownLabel(cell, known)
  return cells.some((cell, i) => isKnown(cell) && isKnown(below[i]))
}

/** A word with a number in it, or one before a small number, is no label though its letters are: `HP-20931`, `Net 30`. */
const wordBeforeNumber = /^\p{L}{1,30} \d{1,3}$/u

const isNumbered = (text: string): boolean =>
  wordBeforeNumber.test(text) || (/\d/.test(text) && !/\s/.test(text))

function isKnownLabel(cell: Passage, known: KnownLabels): boolean {
  return !isNumbered(cell.text) && known.has(namedPhraseOf(cell).name)
}

/** A cell that is itself a label is no value, unless it says how something is paid. */
function onlyValue(cell: Passage | undefined, known: KnownLabels): Passage | undefined {
  if (!cell || endsInColon(cell)) return undefined
  return isKnownLabel(cell, known) && !paymentMethods.has(fold(cell.text)) ? undefined : cell
}

/** Of line heights: a gap inside a label that is set wide, as on receipts. */
const widestGap = 2.2

/** A label of two cells that a wide blank parts, before a value: `Total   (Inclusive of GST) :   6.00`. */
function partedLabelPairs(
  document: DocumentText,
  [first, second, value]: readonly Passage[],
): readonly LabelValue[] {
  if (!first || !second || !value || endsInColon(first) || endsInColon(value)) return []
  const gap = second.box[0] - first.box[2]
  const isMore = !/\d/.test(second.text) && gap < widestGap * heightOf(first.box)
  if (!isMore || !/\d/.test(value.text) || !isLabel(second)) return []
  const label = passageOf(document, first.page, [...first.words, ...second.words])
  return [{ label, value, relation: 'right' }]
}

/** A row of a table sums up in its last column. */
function rowEndPairs(label: Passage, others: readonly Passage[]): readonly LabelValue[] {
  const end = others.findIndex((cell) => !isAmount(cell))
  const numbers = end < 0 ? others : others.slice(0, end)
  const value = numbers.at(-1)
  return value && numbers.length > 1 ? [{ label, value, relation: 'row-end' }] : []
}

function isAmount({ text }: Passage): boolean {
  return wholeNumber(text) !== undefined
}

function neighbourPairs(
  label: Passage,
  right: Passage | undefined,
  below: Passage | undefined,
): readonly LabelValue[] {
  return [
    ...(right ? [{ label, value: right, relation: 'right' as const }] : []),
    ...(below && !endsInColon(label) ? [{ label, value: below, relation: 'below' as const }] : []),
  ]
}

const knownLabels: ReadonlySet<string> = new Set(
  businessFields.flatMap((field) => [...field.labels, ...field.weakLabels].map(nameOfPhrase)),
)

const wordsOfLabels: ReadonlySet<string> = new Set(
  businessFields.flatMap((field) => [...field.labels, ...field.weakLabels].flat()),
)

/** A cell with a label and its value is no label of the next cell. */
function isLabel(cell: Passage): boolean {
  const isPair = /[:：]\s*\S/u.test(cell.text)
  return (
    !isPair &&
    /\p{L}{2}|\p{L}\.\p{L}\./u.test(cell.text) &&
    namedPhraseOf(cell).phrase.length <= maxLabelWords
  )
}

/** Forms number their questions: `1.`, `2.3`, `(4)`, `5a)`. */
const ordinal = /^\(?\d{1,2}(?:\.\d{1,2})?[a-z]?[.)]{0,2}\s/

/** A label over a column has few words, and no digits but those that number it. */
function isHeading(cell: Passage): boolean {
  const plain = cell.text.replace(ordinal, '')
  return isLabel(cell) && cell.words.length <= 6 && !/\d/.test(plain.replace(/\([^()]*\)/g, ''))
}

function endsInColon(cell: Passage): boolean {
  return /[:：]$/.test(cell.text)
}

/** The nearest cell under a heading that begins, ends or is centred where it does. */
function cellBelow(rows: readonly CellRow[], at: number, cell: Passage): Passage | undefined {
  if (!isHeading(cell)) return undefined
  const height = heightOf(cell.box)
  const reach = middle(cell.box) + 4 * height
  for (let next = at + 1; next < rows.length; next += 1) {
    const row = rows[next]
    if (!row || row.page !== cell.page || (row.cells[0] && middle(row.cells[0].box) > reach))
      return undefined
    const isAnswer = row.cells.length === 1 && ordinal.test(cell.text)
    const found = nearest(
      row.cells.filter((candidate) => isUnder(candidate, cell, isAnswer ? indented : near)),
      cell,
    )
    if (found) return found
  }
  return undefined
}

/** Of several that begin or end near a heading, the one whose place is most like its own. */
function nearest(cells: readonly Passage[], { box }: Passage): Passage | undefined {
  const distance = (cell: Passage) =>
    Math.min(Math.abs(cell.box[0] - box[0]), Math.abs(cell.box[2] - box[2]))
  return cells.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Of line heights: how far under a heading a cell begins; what is written under a numbered question of a form is set in. */
const near = 1.5
const indented = 4

function isUnder(lower: Passage, upper: Passage, reach: number): boolean {
  const farthest = reach * heightOf(upper.box)
  const isAligned = [
    lower.box[0] - upper.box[0],
    lower.box[2] - upper.box[2],
    (lower.box[0] + lower.box[2] - upper.box[0] - upper.box[2]) / 2,
  ].some((distance) => Math.abs(distance) < farthest)
  return isAligned && middle(lower.box) - middle(upper.box) > heightOf(upper.box) / 2
}
