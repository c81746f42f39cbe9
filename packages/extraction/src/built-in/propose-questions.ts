import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Question } from '@recto/provider-spec/answer'
import type { Passage } from '../align/passage.ts'
import { wordsOf } from '../values/fold.ts'
import { findDates, parseDate } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findEmails } from '../values/shapes.ts'
import { type LabelPair, type PreparedDocument, prepareDocument } from './prepare-document.ts'
import { findRows } from './rows/find-rows.ts'
import { straightenPages } from './straighten-pages.ts'

const maxQuestions = 20
const maxLabelWords = 5
const maxLabelLength = 40
const maxValueLength = 60

/**
 * Proposes questions for a document: one for each label with a value, in reading order, at most
 * twenty. Keys are unique and in snake case; types follow from the values. Rows of a list are not
 * labels, nor is text that only a space separates from a number, such as a street name, unless its
 * words are those of a label.
 */
export function proposeQuestions(document: DocumentText): readonly Question[] {
  const preparedDocument = prepareDocument(straightenPages(document), [])
  const isListed = createListTest(preparedDocument)
  const questions = new Map<string, Question>()
  const seenLabels = new Set<string>()
  for (const pair of preparedDocument.pairs) {
    if (!isUsefulPair(pair) || isListed(pair.label) || isListed(pair.value)) continue
    const label = pair.label.text.replace(/(?<![\s:：.#*])[\s:：.#*]+$/u, '')
    const key = wordsOf(label).join('_')
    // The same beginning with more of the following words is not a new label.
    const beginning = `${pair.label.page}:${pair.label.words[0]}`
    if (questions.has(key) || seenLabels.has(beginning)) continue
    seenLabels.add(beginning)
    questions.set(key, { key, prompt: label, type: guessType(pair.value.text) })
  }
  return [...questions.values()].slice(0, maxQuestions)
}

/** Creates a test for passages in the rows of the document's list of items. */
function createListTest(preparedDocument: PreparedDocument): (passage: Passage) => boolean {
  const question = { key: 'items', prompt: 'items' }
  const pages = { startPage: 0, endPage: 0 }
  const search = findRows(preparedDocument, { question, headers: [], isOfItems: true, ...pages })
  const listedWords = new Set(
    ('rows' in search ? [...search.rows.rows.flat(2), ...(search.rows.details ?? [])] : []).flatMap(
      ({ page, words }) => words.map((word) => `${page}:${word}`),
    ),
  )
  return ({ page, words }) => words.some((word) => listedWords.has(`${page}:${word}`))
}

/** Words for page numbers, which say nothing about the document. */
const pageWords = new Set('page seite pagina página pag blatt'.split(' '))

/** Accepts short labels beside their values; a value below can be the next row of a table. */
function isUsefulPair(pair: LabelPair): boolean {
  const { label, value, relation, phrase } = pair
  const isShort = label.words.length <= maxLabelWords && label.text.length <= maxLabelLength
  const isName = /^\p{Lu}/u.test(label.text) && !/\d/.test(label.text)
  const isWorded = wordsOf(label.text).some((word) => word.length > 2)
  if (pageWords.has(phrase.join(' '))) return false
  if (!isShort || !isName || !isWorded || value.text.length > maxValueLength) return false
  if (relation === 'after-colon') return !isSentence(value.text)
  if (relation !== 'inline' && relation !== 'right') return false
  return /\d/.test(value.text) && !isSplitDate(pair) && isLabelWithoutColon(pair)
}

/**
 * Whether a label names a business field or a number. In a column of its own beside a value that is
 * not an amount, any short text counts as a label.
 */
function isLabelWithoutColon({
  bestFieldScore,
  phrase,
  label,
  value,
  relation,
}: LabelPair): boolean {
  if (bestFieldScore >= 0.7 || phrase.at(-1) === 'number') return true
  const isAmount = findNumbers(value.text).some(
    ({ hasDecimals, currency }) => hasDecimals || currency !== undefined,
  )
  const isOneValue = !/\s\p{L}/u.test(value.text) && /^[\d+(#-]|^\S+$/u.test(value.text)
  const isFew = label.words.length <= 3 && !/[.,;]$/u.test(label.text)
  return relation === 'right' && isFew && isOneValue && !isAmount
}

/** Whether the value continues a date that begins in the label: `due on August` and `3, 2014`. */
function isSplitDate({ label, value }: LabelPair): boolean {
  const text = `${label.text} ${value.text}`
  return findDates(text).some(({ start, end }) => {
    return start < label.text.length && end > label.text.length + 1
  })
}

/** Whether a text has many words and no digits. */
function isSentence(value: string): boolean {
  return !/\d/.test(value) && value.split(/\s+/u).length > 7
}

/**
 * Letters and digits without a separator, such as the VAT number `ATU12345678`, are not an amount
 * with its currency.
 */
const identifierPattern = /^\p{L}{2,}\d+$/u

/** Guesses the type of a value from its notation. */
export function guessType(value: string): FieldType {
  if (isWholeValue(value, findDates(value)) && parseDate(value)) return 'date'
  if (isWholeValue(value, findEmails(value))) return 'email'
  const [number] = findNumbers(value)
  const isAmount = number && (number.hasDecimals || number.currency !== undefined)
  if (identifierPattern.test(value)) return 'text'
  return isAmount && isWholeValue(value, [number]) ? 'number' : 'text'
}

function isWholeValue(value: string, matches: readonly { start: number; end: number }[]): boolean {
  return (
    matches.length === 1 && matches[0]?.start === 0 && matches[0].end === value.trimEnd().length
  )
}
