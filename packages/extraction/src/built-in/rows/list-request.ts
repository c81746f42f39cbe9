import { toQuestionPhrase } from '../../labels/phrases.ts'
import { fold, foldKeepingOffsets, keyToWords, wordsOf } from '../../values/fold.ts'
import { type WordListName, wordsInAllLanguages } from '../../vocabulary/languages.ts'
import { foldedWords, ignoredWords, imperativeWords, titleWords } from '../question-words.ts'
import { type ColumnMeaning, interpretColumn } from './column-meaning.ts'
import { isSameNoun } from './same-noun.ts'

/** A column that the question asks for. */
export type RequestedColumn = { readonly name: string; readonly meaning: ColumnMeaning }

/** A question about a list, in parts. */
export type ListMeaning = {
  readonly columns: readonly RequestedColumn[]
  /** The words for the things in the list, without those that fit any list. */
  readonly subject: readonly string[]
  /** All nouns of the words for the things in the list. */
  readonly nouns: readonly string[]
  readonly isOfItems: boolean
  readonly isOfTransactions: boolean
  /** Whether only some of the rows are asked for, which takes more than reading a table. */
  readonly isRestricted: boolean
  /** Whether the words of the question separate its columns from its subject. */
  readonly canNameSubject: boolean
}

/** Whether a document has a heading with exactly these words. */
export type HeadingTest = (text: string) => boolean

const maxPromptLength = 2000
const maxColumns = 40
const maxWords = 6
/** Maximum number of words in a name with a conjunction: `product and lot`. */
const maxJoinedWords = 3

const foldedPhrases = (list: WordListName) =>
  wordsInAllLanguages(list).map((words) => wordsOf(words).join(' '))

const toPattern = (phrases: readonly string[]) =>
  phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phrase.replaceAll(' ', '\\s'))
    .join('|')

const withPattern = new RegExp(`\\s(?:${toPattern(foldedPhrases('withWords'))})\\s`, 'u')
const columnPattern = new RegExp(
  `(?<![\\p{L}\\d])(?:${toPattern(foldedPhrases('columnWords'))})\\s?[:：]`,
  'u',
)
const onlyWords = new Set(foldedPhrases('onlyWords'))
const toSingleWords = (phrases: readonly string[]) =>
  new Set(phrases.filter((phrase) => !phrase.includes(' ')))
const itemWords = toSingleWords(foldedPhrases('itemWords'))
const transactionWords = toSingleWords(foldedPhrases('transactionWords'))
const listWords = new Set(foldedPhrases('listWords'))

const hasNoun = (nouns: ReadonlySet<string>, word: string): boolean =>
  nouns.has(word) || [...nouns].some((noun) => isSameNoun(noun, word))

const isItemWord = (word: string): boolean => hasNoun(itemWords, word)

/** Words of a question that fit any list. */
const neutralWords: ReadonlySet<string> = new Set([
  ...listWords,
  ...onlyWords,
  ...foldedPhrases('withWords'),
  ...foldedPhrases('columnWords'),
  ...ignoredWords,
  ...imperativeWords,
  ...titleWords,
  ...foldedWords('fillers'),
  ...foldedWords('prepositions'),
  ...`their its his her them field value show display including complete of individual data details the key array json
   objects object`.split(/\s+/u),
])

/** `as a JSON array` says how to write the rows, and not what is in them. */
const asJson = /\s(?:as|in|into|als|im|en|au|como)\s(?:\p{L}{1,8}\s){0,2}json(?:\s\p{L}{1,8})?/iu

/** Interprets a question about a list; configured headers count before those in its words. */
export function interpretListQuestion(
  { prompt, key }: { readonly prompt: string; readonly key: string },
  headers: readonly string[],
  isHeading: HeadingTest,
): ListMeaning {
  const text = prompt.slice(0, maxPromptLength).trimEnd().replace(asJson, '')
  const { subjectText, names, isExplicit, hasSubject } = splitPrompt(text, isHeading)
  const columnNames = headers.length > 0 ? headers : names
  const columns = dropRepeated(columnNames).slice(0, maxColumns).map(toRequestedColumn)
  const subjectWords = toQuestionPhrase(
    headers.length > 0 && !isExplicit ? cutAtWith(text) : subjectText,
  )
  const words = subjectWords.length > 0 ? subjectWords : toQuestionPhrase(keyToWords(key))
  const isOfItems = words.some(isItemWord)
  const isOfTransactions = words.some((word) => hasNoun(transactionWords, word))
  const columnWords = new Set(columns.flatMap(({ meaning }) => meaning.words))
  return {
    columns,
    subject: words.filter(
      (word) => !neutralWords.has(word) && !isItemWord(word) && !/\d/.test(word) && word.length > 2,
    ),
    nouns: words.filter((word) => !neutralWords.has(word) && word.length > 2),
    isOfItems,
    isOfTransactions,
    isRestricted: isRestricted(subjectText, columnWords),
    canNameSubject: headers.length === 0 && hasSubject === true && columns.length > 0,
  }
}

/** Whether a question asks for the rows of a list, and not for one thing. */
export function asksForList({ prompt }: { readonly prompt: string }): boolean {
  const words = wordsOf(prompt.slice(0, maxPromptLength))
  return words.some(
    (word) => listWords.has(word) || isItemWord(word) || hasNoun(transactionWords, word),
  )
}

/** Whether the subject is introduced by a word such as `only`. */
function isRestricted(subjectText: string, columnWords: ReadonlySet<string>): boolean {
  const words = wordsOf(subjectText)
  const index = words.findIndex((word) => onlyWords.has(word))
  if (index === -1) return false
  return words
    .slice(index + 1)
    .some((word) => !neutralWords.has(word) && !columnWords.has(word) && !isItemWord(word))
}

function toRequestedColumn(name: string): RequestedColumn {
  const isKey = /_|^\p{Ll}{2,}\p{Lu}\p{Ll}/u.test(name)
  return { name, meaning: interpretColumn(isKey ? keyToWords(name) : name) }
}

const dropRepeated = (names: readonly string[]) => [
  ...new Map(names.map((name) => [fold(name), name])).values(),
]

type SplitPrompt = {
  readonly subjectText: string
  readonly names: readonly string[]
  /** Whether the prompt announces a list of all columns. */
  readonly isExplicit: boolean
  /** Whether the columns are details of the things: `the courses with date and hours`. */
  readonly hasSubject?: true
}

/**
 * Splits a prompt into the things that it asks for and the columns that it names: after `columns:`,
 * a colon, in brackets, after `with`, or listed before the things themselves.
 */
function splitPrompt(text: string, isHeading: HeadingTest): SplitPrompt {
  const foldedText = foldKeepingOffsets(text)
  const announcement = columnPattern.exec(foldedText)
  if (announcement) {
    const names = splitColumnList(
      text.slice(announcement.index + announcement[0].length),
      isHeading,
      keepName,
    )
    if (names.length > 0)
      return { subjectText: cutAtWith(text.slice(0, announcement.index)), names, isExplicit: true }
  }
  return (
    splitAtColon(text, isHeading) ??
    splitAtBrackets(text, isHeading) ??
    splitAtWith(text, isHeading) ??
    splitBeforeSubject(text, isHeading) ?? { subjectText: text, names: [], isExplicit: false }
  )
}

function splitAtColon(text: string, isHeading: HeadingTest): SplitPrompt | undefined {
  const colon = text.search(/[:：](?:\s|$)/u)
  if (colon === -1) return undefined
  const names = splitColumnList(text.slice(colon + 1), isHeading)
  if (names.length < 2) return undefined
  return { subjectText: cutAtWith(text.slice(0, colon)), names, isExplicit: false }
}

function splitAtBrackets(text: string, isHeading: HeadingTest): SplitPrompt | undefined {
  const open = text.indexOf('(')
  const close = text.indexOf(')', open)
  if (open === -1 || close === -1 || !text.slice(open, close).includes(',')) return undefined
  const names = splitColumnList(text.slice(open + 1, close), isHeading)
  return names.length < 2
    ? undefined
    : { subjectText: cutAtWith(text.slice(0, open)), names, isExplicit: false }
}

function splitAtWith(text: string, isHeading: HeadingTest): SplitPrompt | undefined {
  const match = withPattern.exec(foldKeepingOffsets(text))
  if (!match) return undefined
  const names = splitColumnList(text.slice(match.index + match[0].length), isHeading)
  return names.length === 0
    ? undefined
    : { subjectText: text.slice(0, match.index), names, isExplicit: false, hasSubject: true }
}

function cutAtWith(text: string): string {
  const match = withPattern.exec(foldKeepingOffsets(text))
  return match ? text.slice(0, match.index) : text
}

/** Words between columns and the things that have them: `of each transaction`, `jeder Position`. */
const ofEach =
  /\s(?:(?:of|for|from) (?:each|every|all|the)|per|pro|je|jeder|jedes|aller|de chaque|par|por cada|de cada|di ogni|per ogni|per elke|van elke)\s/u

/** `Date, description and amount of each transaction`, `All deductions and their amounts`. */
function splitBeforeSubject(text: string, isHeading: HeadingTest): SplitPrompt | undefined {
  const [sentence = ''] = text.split(/[.?!](?:\s|$)/u, 1)
  const possessive =
    /\s(?:and|und|et|y|e|en)\s(?:their|deren|ihre|ihren|leurs?|sus?|le loro|hun)\s/iu.exec(sentence)
  if (possessive) {
    return {
      subjectText: sentence.slice(0, possessive.index),
      names: splitColumnList(sentence.slice(possessive.index + possessive[0].length), isHeading),
      isExplicit: false,
      hasSubject: true,
    }
  }
  const eachMatch = ofEach.exec(foldKeepingOffsets(sentence))
  const columnsPart = eachMatch ? sentence.slice(0, eachMatch.index) : sentence
  const names = splitColumnList(dropLeadingWords(columnsPart), isHeading)
  const knownCount = names.filter(
    (name) => interpretColumn(name).kinds.length > 0 || isHeading(name),
  )
  if (names.length < 2 || knownCount.length < 2) return undefined
  return { subjectText: eachMatch ? sentence.slice(eachMatch.index) : '', names, isExplicit: false }
}

/** Drops imperatives, articles and words for a list from the beginning of a text. */
function dropLeadingWords(text: string): string {
  const words = text.trim().split(/\s+/u)
  const first = words.findIndex((word) => !isLeadingWord(word))
  return words.slice(Math.max(first, 0)).join(' ')
}

const isLeadingWord = (word: string): boolean => {
  const foldedText = wordsOf(word).join(' ')
  return neutralWords.has(foldedText) && !word.includes(',')
}

const conjunction =
  /(?:^|\s)(?:and|with|as well as|und|mit|sowie|et|avec|y|e|con|en|met|i|oraz|och|og|ja|a)\s/iu

const articles = new Set(
  'the a an its their each whether der die das den dem ihre le la les l un une leur el los las il lo gli i de het een for to'.split(
    ' ',
  ),
)

/** In a list that commas divide, a conjunction joins two words of one name, other than before the last. */
const isOneName = (part: string): boolean =>
  !/^\s*(?:and|und|et|y|e|en)\s/iu.test(part) && wordsOf(part).length <= maxJoinedWords

/** Splits a list of names; a conjunction inside of a printed heading does not separate two names. */
function splitColumnList(
  text: string,
  isHeading: HeadingTest,
  toName: (name: string) => string = cleanName,
): readonly string[] {
  const [list = ''] = text.split(/\.(?:\s|$)|[?!]/u, 1)
  const parts = list.replace(/\([^()]{0,80}\)/gu, ' ').split(/[,;:|\n"“”„«»]/u)
  const lastPart = parts.length - 1
  return parts
    .flatMap((part, index) =>
      isHeading(trimMarks(part)) || (isOneName(part) && index < lastPart)
        ? [part]
        : part.split(conjunction),
    )
    .map((part) => toName(trimMarks(part)))
    .filter((name) => name !== '' && name.split(/\s+/u).length <= maxWords)
}

/** A list after `Columns:` consists of names that stay as they are. */
const keepName = (name: string): string => name

/** Drops words before a name that do not belong to it: `the`, `whether`. */
function cleanName(name: string): string {
  const words = name.split(/\s+/u)
  const first = words.findIndex((word) => !articles.has(fold(word)))
  return words.slice(Math.max(first, 0)).join(' ')
}

/** Splits a prompt where a list of columns can be separated. */
export const splitColumnNames = (prompt: string): readonly string[] =>
  prompt
    .split(/[,;:\n()[\]{}"]|\.\s|\s(?:and|with|und|mit|et|avec|en|met|y|con|e)\s/iu)
    .map(trimMarks)
    .filter((part) => part !== '')

/** Removes bullets and punctuation around the parts of a list or sentence. */
function trimMarks(part: string): string {
  let from = 0
  let to = part.length
  while (from < to && ' -*•\t'.includes(part.charAt(from))) from += 1
  while (to > from && ' .?!\t'.includes(part.charAt(to - 1))) to -= 1
  return part.slice(from, to).trim()
}
