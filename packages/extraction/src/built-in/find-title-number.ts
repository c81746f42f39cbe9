import type { DocumentText } from '@recto/document-text/model'
import type { FieldType } from '@recto/provider-spec/answer'
import { type Passage, slicePassage, toPassage } from '../align/passage.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { namedWordsInAllLanguages, wordsInAllLanguages } from '../vocabulary/languages.ts'
import { addReasons } from './explanations.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

/** Folded titles of the documents that have an invoice number. */
const titles: readonly (readonly string[])[] = namedWordsInAllLanguages(
  'weakLabels',
  'invoice-number',
).map(wordsOf)
const minCompoundEnding = 6
/** Titles that are also the ends of compounds: `Handelsrechnung`. */
const compoundEndings = titles.flatMap((words) =>
  words.length === 1 && (words[0]?.length ?? 0) >= minCompoundEnding ? words : [],
)

/** Index of the last word of the title in a row, or -1. */
function findTitleEnd(words: readonly string[]): number {
  return words.findIndex((word, index) => {
    const isWhole = titles.some((title) =>
      title.every((one, i) => words[index - title.length + 1 + i] === one),
    )
    return isWhole || compoundEndings.some((ending) => word.endsWith(ending))
  })
}

const numberWords: ReadonlySet<string> = new Set(wordsInAllLanguages('numberWords').map(fold))
const isNumberWord = (text: string): boolean =>
  text === '#' || /^n[°º.]?$/iu.test(text) || numberWords.has(wordsOf(text)[0] ?? '')

/** Maximum number of words before a title, and between it and the word for the number. */
const maxWordsBetween = 3
const maxHeight = 0.6

type TitleRow = {
  /** The title up to the word for its number. */
  readonly label: string
  readonly number: Passage
  /** The words after the number. */
  readonly rest: Passage | undefined
}

/**
 * Finds the number in the title of a document, in whatever cells the title is set: `Commercial
 * invoice (380)   No. 471113   of   13/06/2018`. Finds none when two titles have different numbers.
 */
export function findTitleNumber(preparedDocument: PreparedDocument): Finding | undefined {
  const titles = findTitleRows(preparedDocument)
  const [first] = titles
  if (!first || new Set(titles.map(({ number }) => number.text)).size > 1) return undefined
  const { label, number } = first
  const reason = { kind: 'label', label, page: number.page, relation: 'inline' } as const
  return addReasons(toFinding(number, number.text, number.text), reason)
}

const datedWords: ReadonlySet<string> = new Set(wordsInAllLanguages('datedWords').map(fold))

/** Finds the date after the number in the title of a document: `Invoice no. 471113 of 13/06/2018`. */
export function findTitleRowDate(
  preparedDocument: PreparedDocument,
  type: FieldType,
): Finding | undefined {
  const titles = findTitleRows(preparedDocument)
  const [{ label, rest } = {}] = titles
  if (titles.length !== 1 || !rest || label === undefined) return undefined
  const dates = findDates(rest.text, preparedDocument.dateOrder)
  const [date] = dates
  const isDated = wordsOf(rest.text.slice(0, date?.start ?? 0)).some((word) => datedWords.has(word))
  const place =
    date && isDated && dates.length === 1
      ? slicePassage(preparedDocument.document, rest, date.start, date.end)
      : undefined
  if (!place || !date) return undefined
  const value = type === 'date' ? date.iso : place.text
  const reason = { kind: 'label', label, page: place.page, relation: 'inline' } as const
  return addReasons(toFinding(place, value, value), reason)
}

function findTitleRows({ document, rows }: PreparedDocument): readonly TitleRow[] {
  const height = document.pages[0]?.height ?? 0
  return rows
    .filter(({ page, cells }) => page === 0 && (cells[0]?.box[1] ?? 0) < maxHeight * height)
    .map(({ page, cells }) => {
      const words = cells.flatMap((cell) => cell.words)
      return readTitle(document, toPassage(document, page, words))
    })
    .filter((title) => title !== undefined)
}

function readTitle(document: DocumentText, row: Passage): TitleRow | undefined {
  const words = [...row.text.matchAll(/\S+/gu)]
  const titleIndex = findTitleEnd(words.map(([word]) => wordsOf(word).join('')))
  const numberIndex = findNumberWord(words, titleIndex)
  const value = words[numberIndex + 1]
  if (titleIndex < 0 || titleIndex > maxWordsBetween || numberIndex < 0 || !value) return undefined
  const text = value[0].replace(/[,;.]$/u, '')
  const number = slicePassage(document, row, value.index, value.index + text.length)
  if (!number || !/\d/.test(text) || /^\d{1,2}[./]\d{1,2}[./]/.test(text)) return undefined
  return {
    label: words
      .slice(titleIndex, numberIndex + 1)
      .map(([word]) => word)
      .join(' '),
    number,
    rest: slicePassage(document, row, value.index + value[0].length),
  }
}

/** Index of the word for the number after a title; only signs and brackets can stand between. */
function findNumberWord(words: readonly RegExpExecArray[], titleIndex: number): number {
  const index = words.findIndex(
    ([word], i) => i > titleIndex && isNumberWord(word.replace(/[:：]$/u, '')),
  )
  const wordsBetween = words.slice(titleIndex + 1, index)
  const isNear = wordsBetween.length <= maxWordsBetween
  return isNear && wordsBetween.every(([word]) => !/^\p{L}{2}/u.test(word)) ? index : -1
}
