import { isFromOcr, type Passage, slicePassage, toPassage } from '../align/passage.ts'
import { wordsOf } from '../values/fold.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { correctLegalForm, findLegalForm, isLegalForm } from './legal-forms.ts'
import { findNameEnd, findNameStart, isPossibleName, isRegisterNumber } from './letterhead-lines.ts'
import { correctMisreadLetters } from './misread-words.ts'
import type { PreparedDocument } from './prepare-document.ts'

type Document = PreparedDocument['document']

/**
 * A name in a letterhead; `value` differs from the text of the passage when misread letters were
 * corrected.
 */
export type LetterheadName = { readonly passage: Passage; readonly value: string }

type LetterheadLines = {
  /** The lines before the address and the numbers. */
  readonly lines: readonly Passage[]
  /** The line after `lines`. */
  readonly next: Passage | undefined
  /** Whether other parts of the document confirm a name. */
  readonly isConfirmed: (name: string) => boolean
}

/**
 * Finds the issuer's name in a letterhead: the line with a legal form; or the one confirmed by the
 * document's own addresses or its thanks; or the one followed by a register number; or the one that
 * names a trade; or the one above a register number; or the first.
 */
export function findLetterheadName(
  document: Document,
  head: LetterheadLines,
): LetterheadName | undefined {
  const { lines } = head
  const names = lines.flatMap((line) => readName(document, line) ?? [])
  const formalIndex = names.findIndex(({ value }) => findLegalForm(value) !== undefined)
  const nameIndex = formalIndex >= 0 ? formalIndex : findNameIndex(names, head)
  const [from, to] = findNameRange(names, nameIndex, head.next)
  const nameLines = joinLines(document, lines.slice(from, to))
  const name = nameLines && readName(document, nameLines)
  return name && isPossibleName(name.value) ? name : undefined
}

/** Reads the name in a line without its introduction and without the register number after it. */
function readName(document: Document, line: Passage): LetterheadName | undefined {
  const wasReadByOcr = isFromOcr(document, line)
  const correctedText = correctLegalForm(
    wasReadByOcr ? correctMisreadLetters(line.text) : line.text,
  )
  const start = findNameStart(correctedText)
  const end = findNameEnd(correctedText)
  const passage = slicePassage(document, line, start, end)
  const name = replaceFinalComma(correctedText.slice(start, end).trim())
  return passage && { passage, value: wasReadByOcr ? trimSpecks(name) : name }
}

const beginsName = /[\p{L}\p{N}("“]/u
const endsName = /[\p{L}\p{N})."”!&+]/u

/** OCR engines read stray characters where paper is dirty. */
function trimSpecks(name: string): string {
  const letters = [...name]
  const start = letters.findIndex((letter) => beginsName.test(letter))
  const end = letters.findLastIndex((letter) => endsName.test(letter))
  return start < 0 ? '' : letters.slice(start, end + 1).join('')
}

/** A comma after a legal form is a misread full stop, or separates the name from what follows. */
function replaceFinalComma(name: string): string {
  const form = name.endsWith(',') ? findLegalForm(name) : undefined
  if (!form) return name
  return name.slice(0, -1) + (form[0].includes('.') ? '.' : '')
}

function findNameIndex(
  names: readonly LetterheadName[],
  { lines, next, isConfirmed }: LetterheadLines,
): number {
  const confirmedIndex = names.findIndex(({ value }) => isPossibleName(value) && isConfirmed(value))
  if (confirmedIndex >= 0) return confirmedIndex
  const registeredIndex = names.findIndex(
    ({ value, passage }, i) =>
      isPossibleName(value) && passage.words.length < (lines[i]?.words.length ?? 0),
  )
  const lastIndex = names.length - 1
  const isLastRegistered =
    next !== undefined &&
    isRegisterNumber(next.text) &&
    isPossibleName(names[lastIndex]?.value ?? '')
  if (registeredIndex >= 0) return registeredIndex
  const isFirstInCapitals = isInCapitals(names[0]?.value ?? '')
  const tradeIndex = names.findIndex(
    ({ value }) =>
      isPossibleName(value) && namesTrade(value) && (!isFirstInCapitals || isInCapitals(value)),
  )
  return tradeIndex < 0 && isLastRegistered ? lastIndex : Math.max(0, tradeIndex)
}

/** Start and end (exclusive) of a name that is set on several lines. */
function findNameRange(
  names: readonly LetterheadName[],
  index: number,
  next: Passage | undefined,
): readonly [number, number] {
  const text = (i: number) => names[i]?.value ?? ''
  const continuesPrevious =
    /^\(/.test(text(index)) || isLegalForm(text(index)) || isUpperCaseWord(text(index))
  const isJoinedToPrevious = /[&+]$/.test(text(index - 1)) && !hasLegalForm(text(index - 1))
  const from =
    index > 0 && (continuesPrevious || isJoinedToPrevious || isSameSize(names, index - 1, next))
      ? index - 1
      : index
  const endsOpen = /[&+,-]$/.test(text(index)) && !hasLegalForm(text(index))
  const isInBrackets = /^\([^()]{2,40}\) ?\S/.test(text(index + 1)) && hasLegalForm(text(index + 1))
  const isNextLegalForm = isLegalForm(text(index + 1))
  const includesNextLine =
    endsOpen ||
    (isUpperCaseWord(text(index)) && isOnlyTrade(text(index + 1))) ||
    isInBrackets ||
    isNextLegalForm ||
    isSameSize(names, index, next)
  return [from, includesNextLine ? index + 2 : index + 1]
}

const tradeWords: ReadonlySet<string> = new Set(wordsInAllLanguages('trades').flatMap(wordsOf))

/** Below a name in capitals, a line in lower case describes the shop: `Neighborhood Grocer`. */
const isInCapitals = (text: string): boolean => !/\p{Ll}/u.test(text)

/** A name can combine the trade of a shop with other words: `Hill Restaurant`, `Lee Hardware`. */
function namesTrade(text: string): boolean {
  const words = wordsOf(text)
  return words.some((word) => tradeWords.has(word)) && !words.every((word) => tradeWords.has(word))
}

const joiningWords: ReadonlySet<string> = new Set(wordsInAllLanguages('joining').flatMap(wordsOf))

/** A line with only trades continues a name of one word: `Hardware & Feed`. */
const isOnlyTrade = (text: string): boolean => {
  const words = wordsOf(text).filter((word) => !joiningWords.has(word))
  return words.length > 0 && !/\d/.test(text) && words.every((word) => tradeWords.has(word))
}

const hasLegalForm = (text: string): boolean => findLegalForm(text) !== undefined

/** A single word in capitals continues the line above. */
const isUpperCaseWord = (text: string): boolean => /^\p{Lu}+$/u.test(text)

/**
 * Maximum ratio of the heights of two lines of one name, and minimum ratio to the height of the
 * line after them.
 */
const maxSizeRatio = 1.1
const minSizeRatio = 1.25

/** Whether two lines have the same letter size, larger than that of the line after them. */
function isSameSize(
  names: readonly LetterheadName[],
  index: number,
  next: Passage | undefined,
): boolean {
  const first = names[index]
  const second = names[index + 1]
  const nextLine = names[index + 2]?.passage ?? next
  if (!first || !second || !nextLine || names.length > 2) return false
  const [a, b, c] = [first.passage, second.passage, nextLine].map(getSize)
  if (a === undefined || b === undefined || c === undefined) return false
  return Math.max(a, b) <= maxSizeRatio * Math.min(a, b) && Math.min(a, b) >= minSizeRatio * c
}

/** Height of a line. */
const getSize = ({ box }: Passage): number => box[3] - box[1]

export function joinLines(document: Document, lines: readonly Passage[]): Passage | undefined {
  const [first] = lines
  const words = lines.flatMap((line) => line.words)
  return first && toPassage(document, first.page, words)
}
