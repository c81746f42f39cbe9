import { type Passage, passageOf, slicePassage } from '../align/passage.ts'
import { legalFormIn, withFormMended } from './legal-forms.ts'
import { endOf, isName, isOfRegister, startOf } from './letterhead-lines.ts'
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
 * addresses or its thanks confirm; or the one with the number of a register behind it or under it; or the first.
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
  const mended = withFormMended(line.text)
  const [start, end] = [startOf(mended), endOf(mended)]
  const passage = slicePassage(document, line, start, end)
  return passage && { passage, value: mended.slice(start, end).trim() }
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
  return Math.max(0, registered < 0 && isLast ? last : registered)
}

/** From the first to behind the last line of a name that is set on several. */
function extended(
  names: readonly HeadName[],
  at: number,
  next: Passage | undefined,
): readonly [number, number] {
  const text = (i: number) => names[i]?.value ?? ''
  const isRest = /^\(/.test(text(at)) || isOnlyForm(text(at)) || isLastWord(text(at))
  const from = at > 0 && (isRest || isSetAlike(names, at - 1, next)) ? at - 1 : at
  const isOpen = /[&+,-]$/.test(text(at))
  const isInBrackets = /^\([^()]{2,40}\) ?\S/.test(text(at + 1)) && hasForm(text(at + 1))
  const isFormNext = isOnlyForm(text(at + 1))
  const isLonger = isOpen || isInBrackets || isFormNext || isSetAlike(names, at, next)
  return [from, isLonger ? at + 2 : at + 1]
}

const hasForm = (text: string): boolean => legalFormIn(text) !== undefined

/** One word under other words goes on from them. */
const isLastWord = (text: string): boolean => /^\p{Lu}+$/u.test(text)

/** Nothing but a legal form stands on the line. */
const isOnlyForm = (text: string): boolean => {
  const before = 'A '
  const form = text === '' ? undefined : legalFormIn(before + text)
  return form?.index === before.length && form[0].length === text.length
}

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
