import { isRead, type Passage, passageOf, slicePassage } from '../align/passage.ts'
import { wordsOf } from '../values/fold.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { isLegalForm, legalFormIn, withFormMended } from './legal-forms.ts'
import { endOf, isName, isOfRegister, startOf } from './letterhead-lines.ts'
import { withLettersMended } from './misread-words.ts'
import type { PreparedDocument } from './prepare-document.ts'

type Document = PreparedDocument['document']

/** A name where it stands; `value` differs from its text where letters of a legal form were read wrong. */
export type HeadName = { readonly passage: Passage; readonly value: string }

type Head = {
  /** The lines before the address and the numbers. */
  readonly lines: readonly Passage[]
  /** The line after them. */
  readonly next: Passage | undefined
  /** Whether something else in the document bears such a name. */
  readonly isConfirmed: (name: string) => boolean
}

/**
 * What the head of a paper calls the issuer: the line with a legal form; or the one that the document's own
 * addresses or its thanks confirm; or the one with the number of a register behind it; or the one that names a trade; or the
 * one with such a number under it; or the first.
 */
export function headName(document: Document, head: Head): HeadName | undefined {
  const { lines } = head
  const plain = lines.flatMap((line) => nameIn(document, line) ?? [])
  const formal = plain.findIndex(({ value }) => legalFormIn(value) !== undefined)
  const at = formal >= 0 ? formal : firstOf(plain, head)
  const [from, to] = extended(plain, at, head.next)
  const whole = joined(document, lines.slice(from, to))
  const name = whole && nameIn(document, whole)
  return name && isName(name.value) ? name : undefined
}

/** Without what says that a name comes, and without the number behind it. */
function nameIn(document: Document, line: Passage): HeadName | undefined {
  const isOfEngine = isRead(document, line)
  const mended = withFormMended(isOfEngine ? withLettersMended(line.text) : line.text)
  const [start, end] = [startOf(mended), endOf(mended)]
  const passage = slicePassage(document, line, start, end)
  const name = withoutComma(mended.slice(start, end).trim())
  return passage && { passage, value: isOfEngine ? withoutSpecks(name) : name }
}

const beginsName = /[\p{L}\p{N}("“]/u
const endsName = /[\p{L}\p{N})."”!&+]/u

/** Engines read signs where a paper is dirty. */
function withoutSpecks(name: string): string {
  const letters = [...name]
  const start = letters.findIndex((letter) => beginsName.test(letter))
  const end = letters.findLastIndex((letter) => endsName.test(letter))
  return start < 0 ? '' : letters.slice(start, end + 1).join('')
}

/** Behind a legal form a comma is a full stop that was read wrong, or parts the name from what follows. */
function withoutComma(name: string): string {
  const form = name.endsWith(',') ? legalFormIn(name) : undefined
  if (!form) return name
  return name.slice(0, -1) + (form[0].includes('.') ? '.' : '')
}

function firstOf(names: readonly HeadName[], { lines, next, isConfirmed }: Head): number {
  const confirmed = names.findIndex(({ value }) => isName(value) && isConfirmed(value))
  if (confirmed >= 0) return confirmed
  const registered = names.findIndex(
    ({ value, passage }, i) =>
      isName(value) && passage.words.length < (lines[i]?.words.length ?? 0),
  )
  const last = names.length - 1
  const isLast = next !== undefined && isOfRegister(next.text) && isName(names[last]?.value ?? '')
  if (registered >= 0) return registered
  const isLoud = isInCapitals(names[0]?.value ?? '')
  const ofTrade = names.findIndex(
    ({ value }) => isName(value) && namesTrade(value) && (!isLoud || isInCapitals(value)),
  )
  return ofTrade < 0 && isLast ? last : Math.max(0, ofTrade)
}

/** From the first to behind the last line of a name that is set on several. */
function extended(
  names: readonly HeadName[],
  at: number,
  next: Passage | undefined,
): readonly [number, number] {
  const text = (i: number) => names[i]?.value ?? ''
  const isRest = /^\(/.test(text(at)) || isLegalForm(text(at)) || isLastWord(text(at))
  const isJoined = /[&+]$/.test(text(at - 1)) && !hasForm(text(at - 1))
  const from = at > 0 && (isRest || isJoined || isSetAlike(names, at - 1, next)) ? at - 1 : at
  const isOpen = /[&+,-]$/.test(text(at)) && !hasForm(text(at))
  const isInBrackets = /^\([^()]{2,40}\) ?\S/.test(text(at + 1)) && hasForm(text(at + 1))
  const isFormNext = isLegalForm(text(at + 1))
  const isLonger =
    isOpen ||
    (isLastWord(text(at)) && isOnlyTrade(text(at + 1))) ||
    isInBrackets ||
    isFormNext ||
    isSetAlike(names, at, next)
  return [from, isLonger ? at + 2 : at + 1]
}

const trades: ReadonlySet<string> = new Set(wordsInAll('trades').flatMap(wordsOf))

/** Under a name in capitals a line in small letters is about the shop: `Neighborhood Grocer`. */
const isInCapitals = (text: string): boolean => !/\p{Ll}/u.test(text)

/** What a shop sells or is stands in its name with other words: `Hill Restaurant`, `Lee Hardware`. */
function namesTrade(text: string): boolean {
  const words = wordsOf(text)
  return words.some((word) => trades.has(word)) && !words.every((word) => trades.has(word))
}

/** What a shop sells goes on from a name of one word: `Hardware & Feed`. */
const isOnlyTrade = (text: string): boolean => {
  const words = wordsOf(text).filter((word) => !joining.has(word))
  return words.length > 0 && !/\d/.test(text) && words.every((word) => trades.has(word))
}
const joining: ReadonlySet<string> = new Set(wordsInAll('joining').flatMap(wordsOf))

const hasForm = (text: string): boolean => legalFormIn(text) !== undefined

/** One word under other words goes on from them. */
const isLastWord = (text: string): boolean => /^\p{Lu}+$/u.test(text)

/** Of heights: how much two lines of one name differ at most, and how much larger than what follows they are at least. */
const sameSize = 1.1
const larger = 1.25

/** Two lines in letters of one size, larger than those of the line after them. */
function isSetAlike(names: readonly HeadName[], at: number, next: Passage | undefined): boolean {
  const [first, second] = [names[at], names[at + 1]]
  const after = names[at + 2]?.passage ?? next
  if (!first || !second || !after || names.length > 2) return false
  const [a, b, c] = [first.passage, second.passage, after].map(sizeOf)
  if (a === undefined || b === undefined || c === undefined) return false
  return Math.max(a, b) <= sameSize * Math.min(a, b) && Math.min(a, b) >= larger * c
}

/** The height of the line for each of its letters to be compared by. */
const sizeOf = ({ box }: Passage): number => box[3] - box[1]

export function joined(document: Document, lines: readonly Passage[]): Passage | undefined {
  const [first] = lines
  const words = lines.flatMap((line) => line.words)
  return first && passageOf(document, first.page, words)
}
