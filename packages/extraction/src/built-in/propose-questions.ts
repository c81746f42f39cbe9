import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Question } from '@recto/provider-spec/answer'
import type { Passage } from '../align/passage.ts'
import { wordsOf } from '../values/fold.ts'
import { findDates, parseDate } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findEmails } from '../values/shapes.ts'
import { layUpright } from './lay-upright.ts'
import { type Pair, type PreparedDocument, prepareDocument } from './prepare-document.ts'
import { findRows } from './rows/find-rows.ts'

const maxQuestions = 20
const maxLabelWords = 5
const maxLabelLength = 40
const maxValueLength = 60

/**
 * Questions that a document itself suggests: one for each label with a value, in reading order,
 * at most twenty. Keys are in snake case and unique; types are read from the values. What stands in
 * the rows of a list is no label, nor is what only a blank parts from a number, such as the name of a street,
 * unless its words are those of a label.
 */
export function proposeQuestions(document: DocumentText): readonly Question[] {
  const prepared = prepareDocument(layUpright(document), [])
  const isListed = listedWords(prepared)
  const proposed = new Map<string, Question>()
  const begun = new Set<string>()
  for (const pair of prepared.pairs) {
    if (!isTelling(pair) || isListed(pair.label) || isListed(pair.value)) continue
    const label = pair.label.text.replace(/(?<![\s:：.#*])[\s:：.#*]+$/u, '')
    const key = wordsOf(label).join('_')
    // The same words with more of what follows are no other label.
    const beginning = `${pair.label.page}:${pair.label.words[0]}`
    if (proposed.has(key) || begun.has(beginning)) continue
    begun.add(beginning)
    proposed.set(key, { key, prompt: label, type: typeOfValue(pair.value.text) })
  }
  return [...proposed.values()].slice(0, maxQuestions)
}

/** Tells what stands in the rows of the document's list of items, if it has one. */
function listedWords(prepared: PreparedDocument): (passage: Passage) => boolean {
  const question = { key: 'items', prompt: 'items' }
  const pages = { startPage: 0, endPage: 0 }
  const found = findRows(prepared, { question, headers: [], isOfItems: true, ...pages })
  const listed = new Set(
    (found?.rows.flat(2) ?? []).flatMap(({ page, words }) =>
      words.map((word) => `${page}:${word}`),
    ),
  )
  return ({ page, words }) => words.some((word) => listed.has(`${page}:${word}`))
}

/** Short labels beside their values; what stands below may as well be the next row of a table. */
function isTelling(pair: Pair): boolean {
  const { label, value, relation, phrase } = pair
  const isShort = label.words.length <= maxLabelWords && label.text.length <= maxLabelLength
  const isName = /^\p{Lu}/u.test(label.text) && !/\d/.test(label.text)
  const isWorded = wordsOf(label.text).some((word) => word.length > 2)
  if (pageWords.has(phrase.join(' '))) return false
  if (!isShort || !isName || !isWorded || value.text.length > maxValueLength) return false
  if (relation === 'after-colon') return !isSentence(value.text)
  if (relation !== 'inline' && relation !== 'right') return false
  return /\d/.test(value.text) && !isOneDate(pair) && isLabelWithoutColon(pair)
}

/** What numbers pages and says nothing of the document. */
const pageWords = new Set('page seite pagina página pag blatt'.split(' '))

/** Names a business field or a number; in a column of its own beside a value that is no amount, any short text does. */
function isLabelWithoutColon({ known, phrase, label, value, relation }: Pair): boolean {
  if (known >= 0.7 || phrase.at(-1) === 'number') return true
  const isAmount = findNumbers(value.text).some(
    ({ hasDecimals, currency }) => hasDecimals || currency !== undefined,
  )
  const isOneValue = !/\s\p{L}/u.test(value.text) && /^[\d+(#-]|^\S+$/u.test(value.text)
  const isFew = label.words.length <= 3 && !/[.,;]$/u.test(label.text)
  return relation === 'right' && isFew && isOneValue && !isAmount
}

/** The label ends in what the value goes on with: `due on August` and `3, 2014`. */
function isOneDate({ label, value }: Pair): boolean {
  const text = `${label.text} ${value.text}`
  return findDates(text).some(({ start, end }) => {
    return start < label.text.length && end > label.text.length + 1
  })
}

/** Many words and no figure. */
function isSentence(value: string): boolean {
  return !/\d/.test(value) && value.split(/\s+/u).length > 7
}

/** What a value is by how it is written. */
export function typeOfValue(value: string): FieldType {
  if (isWhole(value, findDates(value)) && parseDate(value)) return 'date'
  if (isWhole(value, findEmails(value))) return 'email'
  const [number] = findNumbers(value)
  const isAmount = number && (number.hasDecimals || number.currency !== undefined)
  if (isIdentifier.test(value)) return 'text'
  return isAmount && isWhole(value, [number]) ? 'number' : 'text'
}

/** Letters and figures that nothing parts, such as the VAT number `ATU12345678`, are no currency and its amount. */
const isIdentifier = /^\p{L}{2,}\d+$/u

function isWhole(value: string, found: readonly { start: number; end: number }[]): boolean {
  return found.length === 1 && found[0]?.start === 0 && found[0].end === value.trimEnd().length
}
