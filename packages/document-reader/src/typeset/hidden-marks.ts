import type { HiddenReason } from '@recto/document-text/model'

/**
 * Words that their file sets so that nobody sees them, or strikes out, carry a sign before and after them on their way to the page. Unicode
 * promises that no text has these code points (noncharacters).
 */
const signs: Readonly<Record<string, HiddenReason>> = {
  '\ufdd0': 'no-contrast',
  '\ufdd1': 'transparent',
  '\ufdd2': 'tiny',
  '\ufdd3': 'outside',
  '\ufdd4': 'covered',
  '\ufdd5': 'layer',
  '\ufdd6': 'description',
}
const end = '\ufdd7'
const struckSign = '\ufdd8'
const starts = new Map(Object.entries(signs).map(([sign, reason]) => [reason, sign]))
const anyMark = /[\ufdd0-\ufdd8]/
const all = /[\ufdd0-\ufdd8]/g
const start = /[\ufdd0-\ufdd6\ufdd8]/g

/** Marks every word of a text. */
export function markHidden(text: string, reason: HiddenReason): string {
  const sign = starts.get(reason)
  return sign === undefined ? text : text.replace(/\S+/g, (word) => `${sign}${word}${end}`)
}

/** Marks every word of a text that is struck out. */
export function markStruckText(text: string): string {
  return text.replace(/\S+/g, (word) => `${struckSign}${word}${end}`)
}

export const hasMarks = (text: string): boolean => anyMark.test(text)

/** The same text, where a word that is seen and one that is not do not touch. */
export const partMarked = (line: string): string =>
  line.replace(start, ' $&').replaceAll(end, `${end} `)

export type UnmarkedText = {
  readonly text: string
  readonly hidden?: HiddenReason
  readonly isStruck?: true
}

/** A word without its marks, and what they say of it: why nobody sees it, or that it is struck out. */
export function unmark(word: string): UnmarkedText {
  const code = word.charCodeAt(0)
  const hidden = code >= 0xfdd0 && code <= 0xfdd6 ? signs[word[0]!] : undefined
  if (hidden) return { text: word.replace(all, ''), hidden }
  if (word[0] === struckSign) return { text: word.replace(all, ''), isStruck: true }
  return { text: word }
}

export const withoutMarks = (text: string): string => text.replace(all, '')
