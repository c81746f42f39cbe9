import type { Character } from '../decode-ctc.ts'
import { alignLetters, type LetterPair } from './align-letters.ts'
import { judgeMissed, judgeReplacement } from './judge-letters.ts'
import type { SecondCharacter } from './second-reading.ts'

/** A line as it was read twice. */
export type TwoReadings = {
  readonly first: readonly Character[]
  readonly second: readonly SecondCharacter[]
  /** Characters that the first reader can write. */
  readonly alphabet: ReadonlySet<string>
  /** Confidence of the first reader over the whole line. */
  readonly steps: number
}

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** A second reading with low word confidence still provides some evidence of word boundaries. */
const minPartingWeight = 0.3

/**
 * One reading out of two of the same line. Letters on which both agree stay; elsewhere how sure each is, what the first had
 * considered besides and the letters around decide. What only the first saw stays; letters that it does not know come from the second.
 * Chinese and Japanese stay as they are.
 */
export function fuseLine(readings: TwoReadings): readonly Character[] {
  const { second } = readings
  if (second.length === 0 || readings.first.some(({ text }) => ideograph.test(text)))
    return readings.first
  const first = readings.first.map((one) => ({ ...one, text: one.text.normalize('NFKC') }))
  const pairs = alignLetters(
    first.map(({ text }) => text),
    second.map(({ text }) => text),
  )
  const line = { ...readings, first, pairs }
  const settledPairs = pairs
    .map((pair, index) => {
      const character = settle(line, pair, index)
      const isAdded = pair.first === undefined
      return character ? { character, second: pair.second, isAdded } : undefined
    })
    .filter((value) => value !== undefined)
  return settledPairs.map(({ character, second: place, isAdded }, i) => {
    const previous = settledPairs[i - 1]
    const partingProbability = partingAt(second, previous?.second, place)
    if (partingProbability === undefined) return character
    // Next to a letter that the first reader missed, it cannot have seen a space.
    if (isAdded || previous?.isAdded)
      return { ...character, spaceBefore: partingProbability > 0 ? 1 : 0 }
    return { ...character, parting: partingProbability }
  })
}

type PairedLine = TwoReadings & { readonly pairs: readonly LetterPair[] }

function settle(
  line: PairedLine,
  { first, second }: LetterPair,
  index: number,
): Character | undefined {
  const firstCharacter = first === undefined ? undefined : line.first[first]
  const secondCharacter = second === undefined ? undefined : line.second[second]
  if (firstCharacter && secondCharacter) {
    const confidence = judgeReplacement(line, index, firstCharacter, secondCharacter)
    return confidence === undefined
      ? firstCharacter
      : replace(firstCharacter, secondCharacter, confidence)
  }
  if (firstCharacter) return firstCharacter
  if (!secondCharacter || !judgeMissed(line, index, secondCharacter)) return undefined
  const step = placeBetween(line, index, secondCharacter)
  const { text, confidence } = secondCharacter
  return { text, confidence, firstStep: step, lastStep: step, spaceBefore: 0 }
}

function replace(
  firstCharacter: Character,
  { text }: SecondCharacter,
  confidence: number,
): Character {
  const { lookalike: _lookalike, ...rest } = firstCharacter
  return { ...rest, text, confidence }
}

/** Where the second reading saw a letter, in steps of the first and between the letters that stand there. */
function placeBetween(line: PairedLine, index: number, { place }: SecondCharacter): number {
  const previousIndex = line.pairs
    .slice(0, index)
    .findLast(({ first }) => first !== undefined)?.first
  const next = previousIndex === undefined ? 0 : previousIndex + 1
  const low = previousIndex === undefined ? 0 : line.first[previousIndex]!.lastStep + 0.5
  const high = (line.first[next]?.firstStep ?? line.steps) - 0.5
  return Math.max(low, Math.min(high, place * line.steps))
}

/** Whether the second reading begins a word with a letter, when it also saw the letter before. */
function partingAt(
  second: readonly SecondCharacter[],
  previousIndex: number | undefined,
  place: number | undefined,
): number | undefined {
  if (previousIndex === undefined || place !== previousIndex + 1) return undefined
  const last = second[previousIndex]!
  const next = second[place]!
  const weight = minPartingWeight + Math.min(last.confidence, next.confidence)
  return next.isFirstOfWord ? weight : -weight
}
