import type { PrefixIndex } from './prefix-index.ts'

/** Groups of characters that OCR engines confuse; the first of each represents the group. */
const lookalikeGroups = ['OQD0', 'IL1|!T', 'S5', 'B8', 'GC6', 'Z2', 'EF', 'MN', 'UVY', 'RA']
const representative: ReadonlyMap<string, string> = new Map(
  lookalikeGroups.flatMap((letters) =>
    [...letters].map((letter) => [letter, letters.charAt(0)] as const),
  ),
)

const isPunctuation = (character: string): boolean => !/[\p{L}\p{N}|]/u.test(character)

type TextShape = {
  readonly letters: string
  /** End offset of each letter's character in the text. */
  readonly ends: readonly number[]
}

/** OCR engines lose and add spaces and punctuation, so only letters and digits count. */
function toShape(text: string): TextShape {
  let letters = ''
  const ends: number[] = []
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (isPunctuation(character)) continue
    const capital = character.toUpperCase()
    letters += representative.get(capital) ?? capital
    ends.push(i + 1)
  }
  return { letters, ends }
}

/** Shorter words resemble too many others. */
const defaultMinLetters = 3

/** The words of a list by shape, grouped by first letter, longer ones first. */
export function toShapeIndex(words: PrefixIndex, minLetters = defaultMinLetters): PrefixIndex {
  const shapes = [...words.values()].flat().map((word) => toShape(word).letters)
  const long = [...new Set(shapes)].filter(({ length }) => length >= minLetters)
  return Map.groupBy(
    long.toSorted((a, b) => b.length - a.length),
    (shape) => shape.charAt(0),
  )
}

/** Whether an OCR engine can confuse two words. */
export const hasSameShape = (first: string, second: string): boolean =>
  toShape(first).letters === toShape(second).letters

const maxPrefixLength = 40

/**
 * Number of characters at the beginning of a text that match one of the words, allowing for
 * confused letters and for one wrong letter in a long word; 0 for none.
 */
export function matchSimilarPrefixLength(text: string, shapes: PrefixIndex): number {
  const { letters, ends } = toShape(text.slice(0, maxPrefixLength))
  const isWhole = (shape: string) => {
    const end = ends[shape.length - 1]
    if (end === undefined || /\p{L}/u.test(text.charAt(end))) return false
    // A number is not a word, whatever its digits resemble.
    const letterCount = text.slice(0, end).match(/\p{L}/gu)?.length ?? 0
    return 2 * letterCount > shape.length
  }
  const matchedShape =
    shapes.get(letters.charAt(0))?.find((shape) => letters.startsWith(shape) && isWhole(shape)) ??
    [...shapes.values()]
      .flat()
      .find((shape) => differsByOneLetter(letters, shape) && isWhole(shape))
  return matchedShape === undefined ? 0 : (ends[matchedShape.length - 1] ?? 0)
}

/** Shorter words with one other letter are different words. */
const minSimilarLength = 7

function differsByOneLetter(letters: string, shape: string): boolean {
  if (shape.length < minSimilarLength || letters.length < shape.length) return false
  let differences = 0
  for (let i = 0; i < shape.length && differences < 2; i++)
    if (shape[i] !== letters[i]) differences += 1
  return differences < 2
}

const letterOfSign: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '|': 'I',
  '5': 'S',
  '8': 'B',
}

/** A word in capitals with one such character inside, and enough letters around it. */
const wordWithSign =
  /(?<![\p{L}\d|/])(\p{Lu}{2,20}|\p{Lu}(?=[015|8]\p{Lu}{3}))([015|8])(\p{Lu}{2,20})(?![\p{L}\d|/])/gu

/**
 * Replaces digits inside words by the letters they were mistaken for: `SUNR1SE` becomes `SUNRISE`.
 */
export const correctMisreadLetters = (text: string): string =>
  text.replace(
    wordWithSign,
    (_, textBefore: string, sign: string, textAfter: string) =>
      textBefore + (letterOfSign[sign] ?? sign) + textAfter,
  )
