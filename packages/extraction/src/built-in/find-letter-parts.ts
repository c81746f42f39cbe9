import { getHeight, middle } from '../align/boxes.ts'
import { type Passage, slicePassage } from '../align/passage.ts'
import { fold } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { getGreetingLength } from './addressee.ts'
import { toMeantQuestion } from './concepts/meant-question.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import { hasPostcode } from './has-postcode.ts'
import { findLegalForm } from './legal-forms.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const toBeginning = (words: readonly string[]): RegExp =>
  new RegExp(
    String.raw`^(?:${words.map((word) => fold(word).replace(/\./g, '\\.')).join('|')})(?!\p{L})`,
    'u',
  )
const closingWords = toBeginning(wordsInAllLanguages('closings'))
const openingWords = toBeginning(wordsInAllLanguages('openings'))

/** Finds who signed a letter, or its subject line, by what stands around them. */
export function findLetterPart(
  preparedDocument: PreparedDocument,
  { question, field }: FieldQuestion,
): Finding | undefined {
  if (question.type !== 'text' || field) return undefined
  const { concepts, asksName, tokens } = toMeantQuestion(question, preparedDocument.dateOrder)
  if (concepts.has('signature') && asksName) return findSignatory(preparedDocument)
  return concepts.has('subject') && tokens.every(({ group }) => group !== 'word')
    ? findSubject(preparedDocument)
    : undefined
}

const minWordsOfName = 2
const maxWordsOfName = 6

/** Whether a line can be a name: a few words with capitals, with particles between them. */
function isName(text: string): boolean {
  const words = text.split(' ')
  return (
    words.length >= minWordsOfName &&
    words.length <= maxWordsOfName &&
    /^\p{Lu}/u.test(words.at(-1) ?? '') &&
    words.every((word, i) =>
      (i === 0 ? /^\p{Lu}[\p{L}'’.-]*$/u : /^(?:\p{Ll}{1,4}|\p{Lu}[\p{L}'’.-]*)$/u).test(word),
    )
  )
}

const maxLinesToName = 3

/** The first line below the closing words that is a name; the sender's company can stand between. */
function findSignatory(preparedDocument: PreparedDocument): Finding | undefined {
  const lines = getLines(preparedDocument)
  const index = lines.findLastIndex(({ text }) => closingWords.test(fold(text)))
  const closingLine = lines[index]
  if (!closingLine) return undefined
  const names = lines
    .slice(index + 1, index + 1 + maxLinesToName)
    .filter((line) => line.page === closingLine.page && isName(line.text))
  const name = names.find(({ text }) => !findLegalForm(text))
  const start = name ? getGreetingLength(name.text) : 0
  const part = name && slicePassage(preparedDocument.document, name, start)
  return (
    part &&
    addReasons(toFinding(part, part.text, part.text), {
      kind: 'label',
      label: closingLine.text,
      page: part.page,
      relation: 'below',
    })
  )
}

const maxSubjectWords = 16
const maxNameWords = 3
/** Maximum distance between the subject and the words that address the reader, in line heights. */
const maxDistance = 4.5

/** The line of its own before the reader is addressed, or right after it. */
function findSubject(preparedDocument: PreparedDocument): Finding | undefined {
  const lines = getLines(preparedDocument)
  const index = lines.findIndex(({ text }) => openingWords.test(fold(text)))
  const address = lines[index]
  if (!address) return undefined
  const [line] = [lines[index - 1], lines[index + 1]].filter(
    (one) => one !== undefined && isNear(one, address) && isSubject(one),
  )
  return (
    line &&
    addReasons(toFinding(line, line.text, line.text), {
      kind: 'beside',
      what: `“${address.text}”`,
      page: line.page,
    })
  )
}

const isNear = (line: Passage, { box, page }: Passage): boolean =>
  line.page === page &&
  Math.abs(middle(line.box) - middle(box)) <
    maxDistance * Math.max(getHeight(box), getHeight(line.box))

/** Whether a line is neither running text nor a part of an address, a date or a label. */
const isSubject = ({ text, words }: Passage): boolean =>
  words.length > 1 &&
  words.length <= maxSubjectWords &&
  /^[\p{Lu}\p{N}]/u.test(text) &&
  !/[.,;:]$|@/u.test(text) &&
  !hasPostcode(text) &&
  (words.length > maxNameWords || !isName(text)) &&
  findDates(text).every(({ start, end }) => end - start < text.length / 2)

/** The rows of a document that have a single cell. */
const getLines = ({ rows }: PreparedDocument): readonly Passage[] =>
  rows.flatMap(({ cells }) => (cells.length === 1 ? cells : []))
