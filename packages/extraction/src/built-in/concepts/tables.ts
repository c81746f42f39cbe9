import type { Box } from '@recto/document-text/model'
import { getHeight, middle } from '../../align/boxes.ts'
import { type Passage, toPassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { fold } from '../../values/fold.ts'
import { findDates } from '../../values/parse-date.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { toMeaningTokens } from './meaning-tokens.ts'

/** A cell of a table below the heading of its column. */
type HeadedCell = { readonly cell: Passage; readonly heading: Passage | undefined }

/** A row of a table, with the lines that continue it. */
export type HeadedRow = {
  readonly cells: readonly HeadedCell[]
  readonly continuations: readonly Passage[]
}

export type Table = { readonly headings: readonly Passage[]; readonly rows: readonly HeadedRow[] }

type Context = Pick<PreparedDocument, 'document' | 'rows'>

const maxRowsToBody = 3
const maxTables = 60
const maxRowsOfTable = 2000

const maxHeadingPitch = 1.9
const maxRowPitch = 3.6

/** Finds the tables of a document: rows below a row of headings. */
export function findTables({ document, rows }: Context): readonly Table[] {
  const tables: Table[] = []
  for (let index = 0; index < rows.length && tables.length < maxTables; index++) {
    if (!isLastHeadRow(rows, index)) continue
    const headings = stackHeadings(document, rows, index)
    if (isFormRow(headings, rows[index + 1])) continue
    const { tableRows, end } = readRows(document, rows, { index, headings })
    if (tableRows.length === 0) continue
    tables.push({ headings, rows: tableRows })
    index = end - 1
  }
  return tables
}

/** Whether a row has headings, and the next one has none. */
function isLastHeadRow(rows: readonly CellRow[], index: number): boolean {
  const head = rows[index]
  const next = rows[index + 1]
  if (!head) return false
  if (isOverValues(head, next)) return true
  if (!isHeadRow(head, next) || !isAboveBody(rows, index)) return false
  const goesOn =
    next !== undefined &&
    next.page === head.page &&
    isNear(head.cells[0]?.box, next.cells[0]?.box, maxHeadingPitch) &&
    isHeadRow(next, rows[index + 2]) &&
    isAboveBody(rows, index + 1)
  return !goesOn
}

/** Whether each cell stands over a value of a row that begins with a label. */
function isOverValues(head: CellRow, next: CellRow | undefined): boolean {
  const [label, ...values] = next?.page === head.page ? next.cells : []
  if (!label || isValue(label) || head.cells.length < 2 || !head.cells.every(isHeadingCell))
    return false
  return (
    isNear(head.cells[0]?.box, label.box, maxHeadingPitch) &&
    !head.cells.some(({ box }) => overlaps(box, label.box)) &&
    values.length > 1 &&
    values.every(
      (value) => isValue(value) && head.cells.some(({ box }) => overlaps(box, value.box)),
    )
  )
}

/** Concepts of labels that stand before a date. */
const dateConcepts: ReadonlySet<string> = new Set(
  'date birth issued start end due valuedate signature validity collected received delivery departure arrival'.split(
    ' ',
  ),
)

/** Whether the cells are labels beside their values, and not headings. */
function isFormRow(headings: readonly Passage[], next: CellRow | undefined): boolean {
  const isBesideDate = headings.some((heading, index) => {
    const headingBefore = headings[index - 1]
    return (
      headingBefore !== undefined &&
      findDates(heading.text).length > 0 &&
      toMeaningTokens(headingBefore.text).some(({ keys }) =>
        keys.some((key) => dateConcepts.has(key)),
      )
    )
  })
  if (isBesideDate) return true
  const [first] = next?.cells ?? []
  const [heading] = headings
  const isLabel = first !== undefined && !/\d/.test(first.text) && namesColumn(first)
  if (!isLabel || !heading || !overlaps(heading.box, first.box)) return false
  const valuesAfterLabels = headings.filter((one, index) => {
    const headingBefore = headings[index - 1]
    return headingBefore !== undefined && namesColumn(headingBefore) && !namesColumn(one)
  })
  // A column with a word that no vocabulary has is not yet a value: `Test | Result | Units | Flag`.
  return valuesAfterLabels.length > 0 && valuesAfterLabels.length >= Math.floor(headings.length / 2)
}

const maxHeadingLength = 45
/** A year, a date or the number of a group: `2024`, `Person 2`. */
const numberInHeading =
  /^(?:(?:\p{L}[\p{L}. ]{0,30} )\d{1,2}|(?:\p{L}[\p{L}. ]{0,30} )?(?:19|20)\d{2}(?:[/-]\d{2,4})?)$/u

function isHeadingCell({ text }: Passage): boolean {
  if (text.length > maxHeadingLength || /[:：]$|^[:：]|(?<!\d)[:：]\s|@/u.test(text)) return false
  return !/\d/.test(text.replace(/\([^()]*\)|[³²]|m[23]\b/gu, '')) || isPeriod(text)
}

const isPeriod = (text: string): boolean => numberInHeading.test(text) || findDates(text).length > 0

const nameableGroups: ReadonlySet<string> = new Set([
  'things',
  'modifiers',
  'roles',
  'contexts',
  'generic',
  'forms',
])

/** Words that ask for what a column has: `Who | What | By`. */
const questionWords: ReadonlySet<string> = new Set(
  'who what which wer was qui quoi quien que chi cosa wie wat kto co vem vad hvem hvad hva kuka mika'.split(
    ' ',
  ),
)

const namesColumn = ({ text }: Passage): boolean =>
  isPeriod(text) ||
  questionWords.has(fold(text)) ||
  toMeaningTokens(text).some(({ group }) => nameableGroups.has(group))

/** Minimum share of the cells of a heading row whose words a vocabulary has. */
const minNamedShare = 0.6

function isHeadRow({ cells }: CellRow, next: CellRow | undefined): boolean {
  if (cells.length < 2 || !cells.every(isHeadingCell)) return false
  if (next && cells.some((cell) => isDay(cell) && next.cells.some((one) => isDayBelow(one, cell))))
    return false
  const headingCells = cells.filter(({ text }) => /\p{L}/u.test(text) || isPeriod(text))
  return (
    headingCells.length * 2 >= cells.length &&
    cells.filter(namesColumn).length >= minNamedShare * cells.length
  )
}

const isDay = ({ text }: Passage): boolean => findDates(text).length > 0

/** A day over another one is a value of the same column. */
const isDayBelow = (cell: Passage, upper: Passage): boolean =>
  isDay(cell) && overlaps(cell.box, upper.box)

const overlaps = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2]

/** A row can have cells without a heading, such as units, but not many: lines of forms have two labels and two values. */
const maxCellsWithoutHeading = 1

/** Whether one of the next rows has two cells below these headings, and a digit. */
function isAboveBody(rows: readonly CellRow[], index: number): boolean {
  const head = rows[index]
  if (!head) return false
  return rows
    .slice(index + 1, index + 1 + maxRowsToBody)
    .some(
      ({ page, cells }) =>
        page === head.page &&
        cells.length <= head.cells.length + maxCellsWithoutHeading &&
        cells.some(({ text }) => /\d/.test(text)) &&
        cells.filter((cell) => head.cells.some(({ box }) => overlaps(box, cell.box))).length > 1,
    )
}

const isNear = (upper: Box | undefined, lower: Box | undefined, pitch: number): boolean =>
  upper !== undefined &&
  lower !== undefined &&
  middle(lower) - middle(upper) < pitch * Math.max(getHeight(upper), getHeight(lower))

/** Joins the headings with those of the line above, which several columns can share. */
function stackHeadings(
  document: PreparedDocument['document'],
  rows: readonly CellRow[],
  index: number,
): readonly Passage[] {
  const head = rows[index]
  const upperRow = rows[index - 1]
  if (!head) return []
  const upper = upperRow && canBeOverHeadings(upperRow, head) ? upperRow.cells : []
  const joinedHeadings = head.cells.map((cell) => {
    const headingsOver = upper.filter(({ box }) => overlaps(box, cell.box))
    return toPassage(document, head.page, [
      ...headingsOver.flatMap(({ words }) => words),
      ...cell.words,
    ])
  })
  const lonelyHeadings = upper.filter(
    ({ box }) => !head.cells.some((cell) => overlaps(box, cell.box)),
  )
  return [...joinedHeadings, ...lonelyHeadings].toSorted((a, b) => a.box[0] - b.box[0])
}

function canBeOverHeadings(upperRow: CellRow, head: CellRow): boolean {
  const isOver = ({ box }: Passage) => head.cells.some((cell) => overlaps(box, cell.box))
  return (
    upperRow.page === head.page &&
    isNear(upperRow.cells[0]?.box, head.cells[0]?.box, maxHeadingPitch) &&
    upperRow.cells.every(
      (cell) => isHeadingCell(cell) && (namesColumn(cell) || /-$/.test(cell.text)),
    ) &&
    upperRow.cells.some(isOver) &&
    (upperRow.cells.length > 1 || head.cells.length < 3)
  )
}

type Start = { readonly index: number; readonly headings: readonly Passage[] }

function readRows(
  document: PreparedDocument['document'],
  rows: readonly CellRow[],
  { index, headings }: Start,
): { readonly tableRows: readonly HeadedRow[]; readonly end: number } {
  const tableRows: OpenRow[] = []
  let end = index + 1
  for (; end < rows.length && tableRows.length < maxRowsOfTable; end++) {
    const row = rows[end]
    if (!row || !continuesTable(rows, end, headings)) break
    if (tableRows.length > 0 && isHeadRow(row, rows[end + 1]) && isAboveBody(rows, end)) break
    const cells = row.cells
      .flatMap((cell) => splitCell(document, cell, headings))
      .map((cell) => ({ cell, heading: findHeading(cell, headings) }))
    addRow(tableRows, cells)
  }
  return { tableRows, end }
}

function continuesTable(
  rows: readonly CellRow[],
  index: number,
  headings: readonly Passage[],
): boolean {
  const row = rows[index]
  const last = rows[index - 1]
  return (
    row !== undefined &&
    row.page === last?.page &&
    isNear(last.cells[0]?.box, row.cells[0]?.box, maxRowPitch) &&
    !endsTable(row, headings) &&
    !isApart(rows, index, headings)
  )
}

const minGapOfParts = 1.6

/** Whether a gap that is wider than the one before separates a row with fewer cells, such as those of sums. */
function isApart(rows: readonly CellRow[], index: number, headings: readonly Passage[]): boolean {
  const [secondLast, last, row] = rows.slice(index - 2, index + 1).map(({ cells }) => cells)
  if (!secondLast?.[0] || !last?.[0] || !row?.[0] || 2 * row.length > headings.length + 1)
    return false
  const gap = middle(row[0].box) - middle(last[0].box)
  const gapBefore = middle(last[0].box) - middle(secondLast[0].box)
  return gapBefore > 0 && gap > minGapOfParts * gapBefore
}

type OpenRow = { readonly cells: HeadedCell[]; readonly continuations: Passage[] }

/** Adds a row, or continues the last one with a line of words only or of values only. */
function addRow(tableRows: OpenRow[], cells: HeadedCell[]): void {
  const open = tableRows.at(-1)
  const isIndented =
    open !== undefined && (cells[0]?.cell.box[0] ?? 0) > (open.cells[0]?.cell.box[0] ?? 0) + 1
  if (open && cells.length === 1 && cells.every(({ cell }) => !isValue(cell))) {
    open.continuations.push(...cells.map(({ cell }) => cell))
    return
  }
  if (open && isIndented && cells.every(({ cell }) => isValue(cell))) open.cells.push(...cells)
  else tableRows.push({ cells, continuations: [] })
}

const maxLettersOfValue = 3

/** Whether a cell has a number, a date or a time and few letters. */
export function isValue({ text }: Pick<Passage, 'text'>): boolean {
  if (!/\d/.test(text)) return false
  return (text.match(/\p{L}/gu)?.length ?? 0) <= maxLettersOfValue || findDates(text).length > 0
}

const minTextWords = 8

/** A line of running text, or of a form, ends a table. */
function endsTable({ cells }: CellRow, headings: readonly Passage[]): boolean {
  const [first, ...otherCells] = cells
  if (!first) return true
  if (cells.some(({ text }) => /\p{L}[:：](?:\s|$)/u.test(text))) return true
  const headingsAbove = headings.filter(({ box }) => overlaps(box, first.box))
  return otherCells.length === 0 && first.words.length >= minTextWords && headingsAbove.length > 1
}

/** Splits a cell that two columns share at the word where the second begins. */
function splitCell(
  document: PreparedDocument['document'],
  cell: Passage,
  headings: readonly Passage[],
): readonly Passage[] {
  const headingsOver = headings.filter(({ box }) => overlaps(box, cell.box))
  if (headingsOver.length < 2 || cell.words.length < 2) return [cell]
  const page = document.pages[cell.page]
  const groups: { heading: Passage | undefined; words: number[] }[] = []
  for (const word of cell.words) {
    const box = page?.words[word]?.box
    const heading = box && headingsOver.find((one) => overlaps(one.box, box))
    const open = groups.at(-1)
    if (open && (heading === undefined || heading === open.heading || open.heading === undefined)) {
      open.words.push(word)
      open.heading ??= heading
    } else groups.push({ heading, words: [word] })
  }
  const parts = groups.map(({ words }) => toPassage(document, cell.page, words))
  return parts.some(isValue) ? parts : [cell]
}

const maxHeadingDistance = 4

/** The heading above a cell, or the nearest one at its side. */
function findHeading({ box }: Passage, headings: readonly Passage[]): Passage | undefined {
  const distance = (heading: Passage) => {
    const [left, , right] = heading.box
    const edges = [left - box[0], right - box[2], (left + right - box[0] - box[2]) / 2]
    const nearest = Math.min(...edges.map(Math.abs))
    return overlaps(heading.box, box) ? nearest / 10 : nearest
  }
  const [best] = headings.toSorted((a, b) => distance(a) - distance(b))
  return best && distance(best) < maxHeadingDistance * getHeight(box) ? best : undefined
}
