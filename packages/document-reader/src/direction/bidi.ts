import { hasRightToLeft } from '@recto/document-text/text-direction'
import openBidi from 'bidi-js'

/**
 * The Unicode bidirectional algorithm (UAX #9), for all readers: what orders the words of a line asks here, and
 * nothing else knows the library.
 */
const bidi = openBidi()

/** The direction of a paragraph: where its first word stands. */
export type BaseDirection = 'ltr' | 'rtl'

/** Kinds of characters that the algorithm tells apart. `neutral` includes the signs that belong to numbers. */
export type CharacterKind = 'left' | 'right' | 'arabic' | 'digit' | 'neutral'

const kinds: Readonly<Record<string, CharacterKind>> = {
  L: 'left',
  R: 'right',
  AL: 'arabic',
  EN: 'digit',
}

export function getCharacterKind(character: string): CharacterKind {
  if (character.length > 1) return getAstralKind(character)
  return kinds[bidi.getBidiCharTypeName(character)] ?? 'neutral'
}

/** The library knows the characters of the first plane. */
function getAstralKind(character: string): CharacterKind {
  if (hasRightToLeft(character)) return 'right'
  return /\p{L}/u.test(character) ? 'left' : 'neutral'
}

const standIns: Readonly<Record<CharacterKind, string>> = {
  left: 'a',
  right: '\u05d0',
  arabic: '\u0627',
  digit: '1',
  neutral: '*',
}
/** Kinds of ends of paragraphs and of controls of direction, of which one line has none. */
const kindsNotInLine: ReadonlySet<string> = new Set([
  'B',
  'LRE',
  'LRO',
  'RLE',
  'RLO',
  'PDF',
  'LRI',
  'RLI',
  'FSI',
  'PDI',
])

/** One UTF-16 unit for a character, which is all that the algorithm needs to know of it. */
export function getStandIn(character: string): string {
  if (character.length > 1) return standIns[getAstralKind(character)]
  const isInLine = !kindsNotInLine.has(bidi.getBidiCharTypeName(character))
  return isInLine ? character : standIns.neutral
}

/**
 * The places of the characters of one line from left to right as they are seen, or, because the reordering is its own inverse
 * run by run, from what is seen to what is read.
 */
export function reorder(text: string, base: BaseDirection): readonly number[] {
  return bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text, base))
}

export function mirror(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character
}

/** The direction of a paragraph by its first letter that has one. */
export function getBaseDirection(text: string): BaseDirection | undefined {
  for (const character of text) {
    const kind = getCharacterKind(character)
    if (kind === 'left') return 'ltr'
    if (kind === 'right' || kind === 'arabic') return 'rtl'
  }
  return undefined
}
