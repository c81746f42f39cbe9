import { omitUndefined } from '@recto/omit-undefined'
import type { Passage } from '../../align/passage.ts'
import { findNumbers } from '../../values/parse-number.ts'
import { toMeaningTokens } from '../concepts/meaning-tokens.ts'
import { hasKey } from '../concepts/meant-question.ts'
import type { FoundRows, PageRange } from '../found-rows.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type BlockColumn, divideColumns } from './block-columns.ts'
import { type ColumnMeaning, interpretColumn, scoreColumnMeaning } from './column-meaning.ts'
import { amountKinds, hasTypedKind, hasTypedMainWord, scoreContent } from './content-scores.ts'
import type { Headings } from './headed-column.ts'
import type { ListMeaning, RequestedColumn } from './list-request.ts'
import { isGeneralName } from './match-columns.ts'
import { isSameNoun } from './same-noun.ts'
import { isRelated } from './table-support.ts'
import { findTextBlocks, type RowBlock } from './text-blocks.ts'

/** Columns of a block, and the one that was chosen for each requested column. */
type Candidate = {
  readonly block: RowBlock
  readonly columns: readonly BlockColumn[]
  readonly places: readonly (number | undefined)[]
  readonly requestedColumns: readonly RequestedColumn[]
  readonly score: number
}

/**
 * Finds rows without headings below a title or a sentence that names the things in the list. What a column contains
 * shows which requested column it is.
 */
export function findTitledRows(
  preparedDocument: PreparedDocument,
  list: ListMeaning,
  tables: readonly Headings[],
  range: PageRange,
): FoundRows | undefined {
  if (list.columns.length === 0 || (list.columns.length < 2 && !list.canNameSubject))
    return undefined
  const candidates = findTextBlocks(preparedDocument, tables, range).flatMap((block) =>
    toCandidate(preparedDocument, block, list),
  )
  const [best] = candidates.toSorted((a, b) => b.score - a.score)
  if (!best) return undefined
  const { places, columns, block, requestedColumns } = best
  return {
    columns: requestedColumns.map(({ name }, index) => ({
      name,
      isKnown: true,
      ...omitUndefined({
        isMissing: places[index] === undefined || undefined,
        isOfDays: columns[places[index] ?? -1]?.content === 'date' || undefined,
      }),
    })),
    rows: (columns[0]?.cells ?? []).map((_, row) =>
      places.map((place) => {
        const cell = place === undefined ? undefined : columns[place]?.cells[row]
        return cell ? [cell] : []
      }),
    ),
    totals: block.sum ? findAmounts(preparedDocument, block.sum.cells) : [],
  }
}

function toCandidate(
  preparedDocument: PreparedDocument,
  block: RowBlock,
  list: ListMeaning,
): readonly Candidate[] {
  const columns = divideColumns(preparedDocument, block.rows)
  if (!columns) return []
  const requestedColumns = addSubjectColumn(list, columns)
  const isNamed = namesSubject(block, columns, list)
  const places = matchContents(requestedColumns, columns)
  if (!isNamed && !isBill(list, { block, columns, requestedColumns, places })) return []
  const match = { block, columns, requestedColumns, places }
  const isWhole = !isNamed || requestedColumns.length > list.columns.length
  if (!isSupportedByContent(match, list, isWhole)) return []
  const isConfirmed = addsUp(preparedDocument, block, columns)
  if (!isNamed && !isConfirmed) return []
  const matchScore = 4 * countMatches(places) + block.rows.length / 100
  return [{ ...match, score: matchScore + (isNamed ? 4 : 0) + (isConfirmed ? 1 : 0) }]
}

/** Whether enough of the requested columns are there, and something other than plain texts shows it. */
function isSupportedByContent(
  { block, columns, requestedColumns, places }: Omit<Candidate, 'score'>,
  list: ListMeaning,
  isWhole: boolean,
): boolean {
  const count = requestedColumns.length
  const minCount = isWhole ? count : Math.max(2, count - 1)
  if (countMatches(places) < minCount || lacksContent(requestedColumns, places)) return false
  return isShownByColumns(requestedColumns, columns, places) || namesSubjectExactly(block, list)
}

const countMatches = (places: Candidate['places']): number =>
  places.filter((place) => place !== undefined).length

/** Minimum number of items in a bill that no title names; two can be anything. */
const minItems = 3

/** Whether texts with amounts that add up are the items that a question asks for, although no title names them. */
const isBill = (
  list: ListMeaning,
  { block, columns, requestedColumns, places }: Omit<Candidate, 'score'>,
): boolean =>
  list.isOfItems &&
  block.rows.length >= minItems &&
  requestedColumns === list.columns &&
  places.some((place) => columns[place ?? -1]?.content === 'text') &&
  asksForAmount(list)

/** `Languages with level and certificate` also asks for the languages, which the first texts of the rows name. */
function addSubjectColumn(
  { columns: requestedColumns, canNameSubject, nouns }: ListMeaning,
  columns: readonly BlockColumn[],
): readonly RequestedColumn[] {
  const [noun] = nouns
  const hasName = requestedColumns.some(
    ({ meaning }) =>
      isGeneralName(meaning) ||
      meaning.words.some((word) => nouns.some((one) => isSameNoun(one, word))),
  )
  const hasSpareText =
    columns.length > requestedColumns.length && columns.some(({ content }) => content === 'text')
  if (!canNameSubject || noun === undefined || hasName || !hasSpareText) return requestedColumns
  return [{ name: noun, meaning: interpretColumn(noun) }, ...requestedColumns]
}

const namingGroups: ReadonlySet<string> = new Set(['things', 'roles', 'contexts', 'word'])

/** Whether the texts above a block, or its sum, say what the question asks for. */
function namesSubject(
  { titles, sum }: RowBlock,
  columns: readonly BlockColumn[],
  { subject }: ListMeaning,
): boolean {
  const headings = columns.flatMap(({ heading }) => heading ?? [])
  const texts = [...titles, ...headings, sum?.cells[0]?.text ?? '']
  const tokens = texts.flatMap((text) => toMeaningTokens(text))
  const words = texts.flatMap((text) => interpretColumn(text).phrase)
  return subject.some(
    (noun) =>
      words.some((word) => isRelated(noun, word)) ||
      toMeaningTokens(noun).some((token) => namingGroups.has(token.group) && hasKey(tokens, token)),
  )
}

/** Whether something other than plain texts shows that a column is a requested one: its name, an amount or a day. */
const isShownByColumns = (
  requestedColumns: readonly RequestedColumn[],
  columns: readonly BlockColumn[],
  places: readonly (number | undefined)[],
): boolean =>
  requestedColumns.some(({ meaning }, index) => {
    const column = columns[places[index] ?? -1]
    if (!column) return false
    const name = column.heading ?? column.label
    if (name !== '' && scoreColumnMeaning(meaning, interpretColumn(name)) > 0) return true
    return column.content !== 'text' && hasTypedKind(meaning)
  })

/** Whether the title directly above has a noun of the question itself, and not only a related one. */
const namesSubjectExactly = (
  { titles: [title = ''] }: RowBlock,
  { subject }: ListMeaning,
): boolean =>
  interpretColumn(title).phrase.some((word) => subject.some((noun) => isSameNoun(noun, word)))

const minSummedRows = 2
const maxRounding = 0.005

/** Whether the amounts of a block add up to a number that the document states elsewhere. */
function addsUp(
  preparedDocument: PreparedDocument,
  { rows }: RowBlock,
  columns: readonly BlockColumn[],
): boolean {
  const column = columns.findLast(({ content }) => content === 'money')
  if (!column || rows.length < minSummedRows) return false
  const amounts = column.cells.map((cell) =>
    cell ? (findAmounts(preparedDocument, [cell])[0] ?? 0) : 0,
  )
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return getNumbers(preparedDocument).some((value) => Math.abs(value - sum) < maxRounding)
}

const numbersByDocument = new WeakMap<PreparedDocument, readonly number[]>()

/** The numbers in the text of a document, which many blocks are compared with. */
function getNumbers(preparedDocument: PreparedDocument): readonly number[] {
  const cachedNumbers = numbersByDocument.get(preparedDocument)
  if (cachedNumbers) return cachedNumbers
  const { text, decimalMark } = preparedDocument
  const numbers = findNumbers(text, decimalMark).map(({ value }) => value)
  numbersByDocument.set(preparedDocument, numbers)
  return numbers
}

const findAmounts = (
  { decimalMark }: PreparedDocument,
  cells: readonly Pick<Passage, 'text'>[],
): readonly number[] =>
  cells.flatMap(({ text }) => findNumbers(text, decimalMark).map(({ value }) => value))

const asksForAmount = ({ columns }: ListMeaning): boolean =>
  columns.some(({ meaning }) => meaning.kinds.some((kind) => amountKinds.includes(kind)))

/** Whether nothing in a block is of the kind of a requested amount, count or day. */
const lacksContent = (
  requestedColumns: readonly RequestedColumn[],
  places: readonly (number | undefined)[],
): boolean =>
  requestedColumns.some(
    ({ meaning }, index) =>
      places[index] === undefined && (hasTypedKind(meaning) || hasTypedMainWord(meaning)),
  )

const labelWeight = 2
/** A name that is this similar counts whatever is in the column. */
const minSureName = 0.85
/** A column with another heading is less likely. */
const otherHeadingScore = 0.4

function scoreColumn(meaning: ColumnMeaning, { content, label, heading }: BlockColumn): number {
  const name = heading ?? label
  const contentScore = scoreContent(meaning, content)
  if (name === '') return contentScore
  const nameScore = scoreColumnMeaning(meaning, interpretColumn(name))
  if (contentScore === 0 && nameScore < minSureName) return 0
  if (nameScore > 0) return contentScore + labelWeight * nameScore
  return content === 'text' || contentScore >= 1 ? otherHeadingScore * contentScore : 0
}

/** The column for each requested one; equally good columns are taken in their order. */
function matchContents(
  requestedColumns: readonly RequestedColumn[],
  columns: readonly BlockColumn[],
): readonly (number | undefined)[] {
  const pairs = requestedColumns
    .flatMap(({ meaning }, requestedIndex) =>
      columns.map((column, columnIndex) => ({
        requestedIndex,
        column: columnIndex,
        score: scoreColumn(meaning, column),
      })),
    )
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) => b.score - a.score || a.requestedIndex - b.requestedIndex || a.column - b.column,
    )
  const places: (number | undefined)[] = requestedColumns.map(() => undefined)
  const usedColumns = new Set<number>()
  for (const { requestedIndex, column } of pairs) {
    if (places[requestedIndex] !== undefined || usedColumns.has(column)) continue
    places[requestedIndex] = column
    usedColumns.add(column)
  }
  return placeRowNames(requestedColumns, columns, places)
}

/** Where two amounts are requested and there is one, the first means what each row is about: `charge, amount`. */
function placeRowNames(
  requestedColumns: readonly RequestedColumn[],
  columns: readonly BlockColumn[],
  places: readonly (number | undefined)[],
): readonly (number | undefined)[] {
  const isAmount = ({ meaning }: RequestedColumn) =>
    meaning.kinds.some((kind) => amountKinds.includes(kind))
  const [first] = requestedColumns
  const free = columns.findIndex(
    ({ content }, index) => content === 'text' && !places.includes(index),
  )
  const amountCount = requestedColumns.filter(isAmount).length
  const isAmbiguous = first !== undefined && isAmount(first) && amountCount > 1 && free !== -1
  const firstAmount =
    places[0] ?? places.find((place) => place !== undefined && columns[place]?.content === 'money')
  if (!isAmbiguous || columns.filter(({ content }) => content === 'money').length !== 1)
    return places
  const second = requestedColumns.findIndex((column, index) => index > 0 && isAmount(column))
  return places.map((place, index) => (index === 0 ? free : index === second ? firstAmount : place))
}
