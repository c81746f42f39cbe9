import { type Passage, slicePassage, toPassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import type { DateOrder } from '../../values/parse-date.ts'
import { getOptionGroups } from '../options/get-option-groups.ts'
import type { LabelPair, PreparedDocument } from '../prepare-document.ts'
import { type MeaningToken, toMeaningTokens } from './meaning-tokens.ts'
import { findTables, type HeadedRow, isValue } from './tables.ts'

/** The heading of the section of each row, by the first word of each cell. */
type Sections = ReadonlyMap<string, readonly MeaningToken[]>

const sectionsByDocument = new WeakMap<PreparedDocument, Sections>()

/** A passage that can hold a value, with the words that say what it is. */
export type Slot = {
  readonly value: Passage
  /** The pair of label and value, if it is one. */
  readonly pair?: LabelPair
  readonly label: Passage
  /** The meaning of the label. */
  readonly labelTokens: readonly MeaningToken[]
  /** The meaning of the heading of the column. */
  readonly headingTokens: readonly MeaningToken[]
  readonly heading?: Passage | undefined
  /** Whether other values follow in the row, so that the position says little. */
  readonly isFollowedByValue?: boolean
  /** Whether the value is the ticked one of several options. */
  readonly isTicked?: boolean
  /** The meaning of the rest of the row and of the heading of the section. */
  readonly surroundingTokens: readonly MeaningToken[]
}

const slotsByDocument = new WeakMap<PreparedDocument, readonly Slot[]>()

/** The slots of a document, computed once for all questions. */
export function getSlots(preparedDocument: PreparedDocument): readonly Slot[] {
  const cachedSlots = slotsByDocument.get(preparedDocument)
  if (cachedSlots) return cachedSlots
  const rows = preparedDocument.rows.map((row) => splitAtBars(preparedDocument, row))
  const sections = findSections(rows)
  sectionsByDocument.set(preparedDocument, sections)
  const tableSlots = findTableSlots(preparedDocument, rows, sections)
  const cellsOfTables = new Set(
    tableSlots.flatMap(({ value }) => value.words.map((word) => `${value.page}:${word}`)),
  )
  const context = { sections, cellsOfTables, followedValues: findFollowedValues(rows) }
  const slots = [
    ...tableSlots,
    ...findPairSlots(preparedDocument, context),
    ...findSlotsAtRight(preparedDocument, rows, context),
    ...findPartSlots(preparedDocument),
    ...findOptionSlots(preparedDocument, sections),
  ]
  const markedSlots = markYearToDate(rows, slots, preparedDocument.dateOrder)
  slotsByDocument.set(preparedDocument, markedSlots)
  return markedSlots
}

/** Adds to the labels of a row that its first cell says to be the sums of a year: `Cumulated   Gross 33,918   Net 22,270`. */
function markYearToDate(
  rows: readonly CellRow[],
  slots: readonly Slot[],
  order: DateOrder,
): readonly Slot[] {
  const tokenByWord = new Map<string, MeaningToken>()
  for (const { cells } of rows) {
    const token = toMeaningTokens(cells[0]?.text ?? '', order).find(({ keys }) =>
      keys.includes('ytd'),
    )
    if (!token) continue
    for (const { page, words } of cells)
      for (const word of words) tokenByWord.set(`${page}:${word}`, token)
  }
  return slots.map((slot) => {
    const token = tokenByWord.get(`${slot.value.page}:${slot.value.words[0]}`)
    const isMarked = !token || slot.labelTokens.some(({ keys }) => keys.includes('ytd'))
    return isMarked ? slot : { ...slot, labelTokens: [...slot.labelTokens, token] }
  })
}

/** Splits cells at the bars with which typewritten tables separate columns. */
function splitAtBars({ document }: PreparedDocument, row: CellRow): CellRow {
  if (!row.cells.some(({ text }) => /(?:^|\s)\|(?:\s|$)/.test(text))) return row
  const page = document.pages[row.page]
  const cells = row.cells.flatMap((cell) => {
    const groups: number[][] = [[]]
    for (const word of cell.words) {
      if (page?.words[word]?.text === '|') groups.push([])
      else groups.at(-1)?.push(word)
    }
    return groups
      .filter((words) => words.length > 0)
      .map((words) => toPassage(document, row.page, words))
  })
  return { page: row.page, cells }
}

const maxSectionWords = 8

/** Returns what the heading above a passage means. */
export function getSectionTokens(
  preparedDocument: PreparedDocument,
  { page, words }: Pick<Passage, 'page' | 'words'>,
): readonly MeaningToken[] {
  getSlots(preparedDocument)
  return sectionsByDocument.get(preparedDocument)?.get(`${page}:${words[0]}`) ?? []
}

const toKey = ({ page, words }: Pick<Passage, 'page' | 'words'>) => `${page}:${words[0]}`

function findSections(rows: readonly CellRow[]): Sections {
  const sections = new Map<string, readonly MeaningToken[]>()
  let open: readonly MeaningToken[] = []
  for (const { cells } of rows) {
    const onlyCell = cells.length === 1 ? cells[0] : undefined
    const heading = onlyCell && toSectionTokens(onlyCell)
    if (heading) open = heading
    else assignSection(sections, cells, open)
  }
  return sections
}

function assignSection(
  sections: Map<string, readonly MeaningToken[]>,
  cells: readonly Passage[],
  tokens: readonly MeaningToken[],
): void {
  for (const { page, words } of cells)
    for (const word of words) sections.set(`${page}:${word}`, tokens)
}

function toSectionTokens({ text, words }: Passage): readonly MeaningToken[] | undefined {
  if (words.length > maxSectionWords || /[.,;:：]$|@|[:：]\s/u.test(text)) return undefined
  if (!/\p{L}{3}/u.test(text) || /\d{3}/.test(text)) return undefined
  const tokens = toMeaningTokens(text)
  const names = tokens.some(({ group }) =>
    ['roles', 'contexts', 'things', 'modifiers'].includes(group),
  )
  return names ? tokens : undefined
}

const maxTableSlots = 6000

function findTableSlots(
  { document, dateOrder }: PreparedDocument,
  rows: readonly CellRow[],
  sections: Sections,
): readonly Slot[] {
  return findTables({ document, rows })
    .flatMap((table) => table.rows)
    .flatMap((row) => toRowSlots(row, sections, dateOrder))
    .slice(0, maxTableSlots)
}

function toRowSlots(
  { cells, continuations }: HeadedRow,
  sections: Sections,
  order: DateOrder,
): readonly Slot[] {
  return cells
    .map(({ cell, heading }, column): Slot | undefined => {
      const otherCells = cells.filter((one) => one.cell !== cell).map((one) => one.cell)
      if (otherCells.length === 0 || heading === undefined) return undefined
      const label = findRowLabel(cells.slice(0, column).map((one) => one.cell))
      return {
        value: cell,
        label: label ?? heading,
        labelTokens: label ? toMeaningTokens(label.text, order) : [],
        headingTokens: toMeaningTokens(heading.text, order),
        heading,
        surroundingTokens: [
          ...[...otherCells, ...continuations].flatMap(({ text }) => toMeaningTokens(text, order)),
          // `Meter reading | Previous | Current`
          ...(column > 0 && cells[0]?.heading ? toMeaningTokens(cells[0].heading.text, order) : []),
          ...(sections.get(toKey(cell)) ?? []),
        ],
      }
    })
    .filter((value) => value !== undefined)
}

/** The nearest cell at the left that has words and is no unit. */
const findRowLabel = (cells: readonly Passage[]): Passage | undefined =>
  cells.findLast(
    (cell) => /\p{L}{2}/u.test(cell.text) && !isValue(cell) && !isUnit(cell) && !isQuantity(cell),
  ) ?? cells[0]

/** A number with its unit: `29,40 ct/kWh`, `12 Monate`. */
const isQuantity = ({ text }: Passage): boolean =>
  /^[-−<>]? ?\d[\d.,'’]{0,15} ?[\p{L}\p{Sc}%/³²]{1,12}$/u.test(text)

const maxUnitLength = 6

const isUnit = ({ text }: Passage): boolean =>
  (text.length <= maxUnitLength &&
    !toMeaningTokens(text).some(({ group }) => group === 'things')) ||
  (text.includes('/') && !/\s/.test(text))

type SlotContext = {
  readonly sections: Sections
  readonly cellsOfTables: ReadonlySet<string>
  /** The first words of values that other values follow. */
  readonly followedValues: ReadonlySet<string>
}

function findFollowedValues(rows: readonly CellRow[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap(({ cells }) =>
      cells
        .filter((cell, index) => isValue(cell) && cells.slice(index + 1).some(isValue))
        .map((cell) => toKey(cell)),
    ),
  )
}

function findPairSlots(
  { pairs, dateOrder }: PreparedDocument,
  { sections, cellsOfTables, followedValues }: SlotContext,
): readonly Slot[] {
  return pairs
    .filter(
      ({ relation, value }) =>
        relation === 'after-colon' || relation === 'inline' || !cellsOfTables.has(toKey(value)),
    )
    .filter(
      ({ relation, label }) =>
        relation === 'after-colon' || !hasItsNumber(toMeaningTokens(label.text, dateOrder)),
    )
    .map((pair) => ({
      value: pair.value,
      pair,
      label: pair.label,
      labelTokens: toMeaningTokens(pair.label.text, dateOrder),
      headingTokens: [],
      isFollowedByValue: pair.relation === 'right' && followedValues.has(toKey(pair.value)),
      surroundingTokens: sections.get(toKey(pair.value)) ?? [],
    }))
}

const partSeparator = /\s?\/\s|\s\/\s?/

/** The parts of a value whose label has as many parts: `Model / serial no.: TX-200 / 5518832`. */
function findPartSlots({ document, rows, dateOrder }: PreparedDocument): readonly Slot[] {
  return rows.flatMap(({ cells }) =>
    cells.flatMap((label, index): readonly Slot[] => {
      const value = cells[index + 1]
      const labels = label.text.split(partSeparator)
      const values = value?.text.split(partSeparator) ?? []
      if (!value || labels.length < 2 || labels.length !== values.length) return []
      let start = 0
      return labels
        .map((text, part): Slot | undefined => {
          const valuePart = values[part] ?? ''
          const from = value.text.indexOf(valuePart, start)
          start = from + valuePart.length
          const passage = slicePassage(document, value, from, start)
          const labelTokens = toMeaningTokens(text, dateOrder)
          return passage && labelTokens.length > 0
            ? { value: passage, label, labelTokens, headingTokens: [], surroundingTokens: [] }
            : undefined
        })
        .filter((slot) => slot !== undefined)
    }),
  )
}

/** The ticked option of each group of options, or the section that has such a group. */
function findOptionSlots(preparedDocument: PreparedDocument, sections: Sections): readonly Slot[] {
  return getOptionGroups(preparedDocument)
    .map(({ heading: label, options, page, words }): Slot | undefined => {
      const sectionTokens = sections.get(`${page}:${words[0]}`) ?? []
      const tickedOptions = options.filter(({ isTicked }) => isTicked)
      const tickedOption = tickedOptions.length === 1 ? tickedOptions[0]?.label : undefined
      if (!tickedOption || options.length < 2) return undefined
      return {
        value: tickedOption,
        label: label ?? tickedOption,
        labelTokens: label ? toMeaningTokens(label.text) : sectionTokens,
        headingTokens: [],
        surroundingTokens: sectionTokens,
        isTicked: true,
      }
    })
    .filter((value) => value !== undefined)
}

const maxLabelWords = 8

/** The cells at the right of a label, also where the row looks like one of headings. */
function findSlotsAtRight(
  { dateOrder }: PreparedDocument,
  rows: readonly CellRow[],
  { sections, cellsOfTables, followedValues }: SlotContext,
): readonly Slot[] {
  return rows.flatMap(({ cells }) =>
    cells
      .map((label, index): Slot | undefined => {
        const value = cells[index + 1]
        if (!value || !isLabel(label) || isNamedOnly(value) || cellsOfTables.has(toKey(value)))
          return undefined
        const labelTokens = toMeaningTokens(label.text, dateOrder)
        if (labelTokens.length === 0 || hasItsNumber(labelTokens)) return undefined
        return {
          value,
          label,
          labelTokens,
          headingTokens: [],
          isFollowedByValue: followedValues.has(toKey(value)),
          surroundingTokens: sections.get(toKey(value)) ?? [],
        }
      })
      .filter((value) => value !== undefined),
  )
}

/** Whether a label has its number already: `Statement no. 7`. */
const hasItsNumber = (tokens: readonly MeaningToken[]): boolean =>
  tokens.some(({ keys }) => keys.includes('number')) && tokens.at(-1)?.group === 'number'

const isLabel = (cell: Passage): boolean =>
  cell.words.length <= maxLabelWords && !isValue(cell) && !/[:：]\s/u.test(cell.text)

const labelGroups: ReadonlySet<string> = new Set(['things', 'forms', 'roles', 'contexts'])

/** Whether a cell has only the words of labels. */
function isNamedOnly({ text }: Passage): boolean {
  const tokens = toMeaningTokens(text)
  return tokens.length > 0 && tokens.every(({ group }) => labelGroups.has(group))
}
