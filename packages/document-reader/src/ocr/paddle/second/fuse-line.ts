import type { Character } from '../decode-ctc.ts'
import { alignLetters, type LetterPair } from './align-letters.ts'
import { judgeMissed, judgeReplacement } from './judge-letters.ts'
import type { SecondCharacter } from './second-reading.ts'

/** A line as it was read twice. */
export type TwoReadings = {
  readonly first: readonly Character[]
  readonly second: readonly SecondCharacter[]
  /** What the first reader can write at all. */
  readonly alphabet: ReadonlySet<string>
  /** Of the first reader over the whole line. */
  readonly steps: number
}

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Even a second reading that doubts its word says something about where words begin. */
const leastPartingWeight = 0.3

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
  const settled = pairs.flatMap((pair, at) => {
    const character = settle(line, pair, at)
    const isAdded = pair.first === undefined
    return character ? [{ character, second: pair.second, isAdded }] : []
  })
  return settled.map(({ character, second: place, isAdded }, i) => {
    const before = settled[i - 1]
    const parting = partingAt(second, before?.second, place)
    if (parting === undefined) return character
    // Beside a letter that the first did not see, it cannot have seen a space.
    if (isAdded || before?.isAdded) return { ...character, spaceBefore: parting > 0 ? 1 : 0 }
    return { ...character, parting }
  })
}

type PairedLine = TwoReadings & { readonly pairs: readonly LetterPair[] }

function settle(
  line: PairedLine,
  { first, second }: LetterPair,
  at: number,
): Character | undefined {
  const ours = first === undefined ? undefined : line.first[first]
  const theirs = second === undefined ? undefined : line.second[second]
  if (ours && theirs) {
    const confidence = judgeReplacement(line, at, ours, theirs)
    return confidence === undefined ? ours : replace(ours, theirs, confidence)
  }
  if (ours) return ours
  if (!theirs || !judgeMissed(line, at, theirs)) return undefined
  const step = placeBetween(line, at, theirs)
  const { text, confidence } = theirs
  return { text, confidence, firstStep: step, lastStep: step, spaceBefore: 0 }
}

function replace(ours: Character, { text }: SecondCharacter, confidence: number): Character {
  const { lookalike: _settled, ...rest } = ours
  return { ...rest, text, confidence }
}

/** Where the second reading saw a letter, in steps of the first and between the letters that stand there. */
function placeBetween(line: PairedLine, at: number, { place }: SecondCharacter): number {
  const before = line.pairs.slice(0, at).findLast(({ first }) => first !== undefined)?.first
  const next = before === undefined ? 0 : before + 1
  const low = before === undefined ? 0 : line.first[before]!.lastStep + 0.5
  const high = (line.first[next]?.firstStep ?? line.steps) - 0.5
  return Math.max(low, Math.min(high, place * line.steps))
}

/** Whether the second reading begins a word with a letter, when it also saw the letter before. */
function partingAt(
  second: readonly SecondCharacter[],
  before: number | undefined,
  place: number | undefined,
): number | undefined {
  if (before === undefined || place !== before + 1) return undefined
  const [last, next] = [second[before]!, second[place]!]
  const weight = leastPartingWeight + Math.min(last.confidence, next.confidence)
  return next.isFirstOfWord ? weight : -weight
}
