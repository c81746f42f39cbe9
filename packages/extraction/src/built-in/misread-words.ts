import type { Beginnings } from './beginnings.ts'

/** Each letter as the one that stands for all that engines take it for. */
const classes = ['OQD0', 'IL1|!T', 'S5', 'B8', 'GC6', 'Z2', 'EF', 'MN', 'UVY', 'RA']
const standing: ReadonlyMap<string, string> = new Map(
  classes.flatMap((letters) => [...letters].map((letter) => [letter, letters.charAt(0)] as const)),
)

const isSign = (character: string): boolean => !/[\p{L}\p{N}|]/u.test(character)

type Shape = {
  readonly letters: string
  /** Behind which character of the text each of them stands. */
  readonly ends: readonly number[]
}

/** Blanks and signs are lost and added by engines, so that only letters and digits count. */
function shapeOf(text: string): Shape {
  let letters = ''
  const ends: number[] = []
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (isSign(character)) continue
    const capital = character.toUpperCase()
    letters += standing.get(capital) ?? capital
    ends.push(i + 1)
  }
  return { letters, ends }
}

/** Shorter words are like too many others. */
const fewestLetters = 3

/** The words of a list by their shapes, those of one first letter together and the longest first. */
export function shapesOf(words: Beginnings, fewest = fewestLetters): Beginnings {
  const shapes = [...words.values()].flat().map((word) => shapeOf(word).letters)
  const long = [...new Set(shapes)].filter(({ length }) => length >= fewest)
  return Map.groupBy(
    long.toSorted((a, b) => b.length - a.length),
    (shape) => shape.charAt(0),
  )
}

/** Whether an engine may have read the one for the other. */
export const sameShape = (one: string, other: string): boolean =>
  shapeOf(one).letters === shapeOf(other).letters

const longest = 40

/**
 * How many characters of a text are the first of these words, letters that look alike taken for each other and one letter of a
 * long word for any other.
 */
export function lengthOfLike(text: string, shapes: Beginnings): number {
  const { letters, ends } = shapeOf(text.slice(0, longest))
  const isWhole = (shape: string) => {
    const end = ends[shape.length - 1]
    if (end === undefined || /\p{L}/u.test(text.charAt(end))) return false
    // A number is no word, whatever its digits are like.
    const written = text.slice(0, end).match(/\p{L}/gu)?.length ?? 0
    return 2 * written > shape.length
  }
  const found =
    shapes.get(letters.charAt(0))?.find((shape) => letters.startsWith(shape) && isWhole(shape)) ??
    [...shapes.values()].flat().find((shape) => isNear(letters, shape) && isWhole(shape))
  return found === undefined ? 0 : (ends[found.length - 1] ?? 0)
}

/** Shorter words with another letter are other words. */
const fewestOfNear = 7

function isNear(letters: string, shape: string): boolean {
  if (shape.length < fewestOfNear || letters.length < shape.length) return false
  let others = 0
  for (let i = 0; i < shape.length && others < 2; i++) if (shape[i] !== letters[i]) others += 1
  return others < 2
}

const meant: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '|': 'I', '5': 'S', '8': 'B' }

/** A word in capitals with one such sign inside, and letters enough around it to be a word. */
const signInside =
  /(?<![\p{L}\d|/])(\p{Lu}{2,20}|\p{Lu}(?=[015|8]\p{Lu}{3}))([015|8])(\p{Lu}{2,20})(?![\p{L}\d|/])/gu

/** A text with the digits inside its words as the letters that they were taken for: `SUNR1SE` is `SUNRISE`. */
export const withLettersMended = (text: string): string =>
  text.replace(
    signInside,
    (_, before: string, sign: string, after: string) => before + (meant[sign] ?? sign) + after,
  )
