import { fold } from '../../values/fold.ts'
import { findLegalForm } from '../legal-forms.ts'
import { findConceptsOfWord, functionWords } from './concept-vocabulary.ts'
import { titles } from './trim-value.ts'

type Name = { readonly start: number; readonly end: number; readonly value: string }

/** Small words inside of a name: `Piet van den Berg`, `Rowe & Sons`. */
const particles: ReadonlySet<string> = new Set(
  'de del della van der den von und y e & da di du la le het ter ten af'.split(' '),
)
const minNameWords = 2
const maxNameWords = 7

type Word = { readonly text: string; readonly start: number; readonly end: number }

/**
 * Finds the names of people and companies in running text: two words with capitals that are no common words, or words
 * with capitals after a form of address or before a legal form.
 */
export function findNames(text: string): readonly Name[] {
  const words = [...text.matchAll(/[^\s,;:()<>"“”„«»]+/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }))
  const names: Name[] = []
  for (let index = 0; index < words.length; ) {
    const length = countNameWords(text, words, index)
    const name = length > 0 ? toName(text, words.slice(index, index + length)) : undefined
    if (name) names.push(name)
    index += Math.max(1, length)
  }
  return names
}

const isCapitalized = ({ text }: Word): boolean => /^\p{Lu}/u.test(text)

/** Number of words from here on that can belong to one name. */
function countNameWords(text: string, words: readonly Word[], from: number): number {
  const first = words[from]
  if (!first || !isCapitalized(first)) return 0
  let length = 1
  while (length < maxNameWords && continuesName(text, words, from + length)) length += 1
  return length
}

/** Whether a word belongs to the same name as the one before it. */
function continuesName(text: string, words: readonly Word[], index: number): boolean {
  const previous = words[index - 1]
  const word = words[index]
  const next = words[index + 1]
  if (!previous || !word || endsSentence(previous)) return false
  if (text.slice(previous.end, word.start) !== ' ') return false
  if (isCapitalized(word)) return !functionWords.has(fold(word.text))
  return particles.has(word.text) && next !== undefined && isCapitalized(next)
}

/** A full stop after a word ends a name; after an initial or a title it does not. */
const endsSentence = ({ text }: Word): boolean => /\p{Ll}{3}\.$/u.test(text)

/** `M.` is an initial as well as a form of address. */
const isTitle = ({ text }: Word): boolean =>
  text.length > 2 && titles.has(fold(text).replace(/\.$/, ''))

function toName(text: string, words: readonly Word[]): Name | undefined {
  const first = words.findIndex((word) => !isTitle(word))
  const hasTitle = first > 0
  const nameWords = words.slice(Math.max(0, first))
  const start = nameWords[0]?.start
  const last = nameWords.at(-1)
  if (first < 0 || start === undefined || !last) return undefined
  const value = text
    .slice(start, last.end)
    .replace(/[.]$/, (dot) => (findLegalForm(text.slice(start, last.end)) ? dot : ''))
  const isNamed =
    hasTitle ||
    findLegalForm(value) !== undefined ||
    (nameWords.length >= minNameWords && nameWords.every(isProperWord))
  return isNamed && !/\d/.test(value) ? { start, end: start + value.length, value } : undefined
}

/** Whether a word names no concept of a vocabulary. */
function isProperWord({ text }: Word): boolean {
  const word = fold(text).replace(/[.’']$/, '')
  return particles.has(text) || (!functionWords.has(word) && findConceptsOfWord(word).length === 0)
}
