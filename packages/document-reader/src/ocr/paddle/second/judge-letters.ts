import type { Character } from '../decode-ctc.ts'
import { type LetterPair, plain } from './align-letters.ts'
import type { SecondCharacter } from './second-reading.ts'

type PairedReadings = {
  readonly first: readonly Character[]
  readonly second: readonly SecondCharacter[]
  readonly pairs: readonly LetterPair[]
  readonly alphabet: ReadonlySet<string>
}

/**
 * Evidence for the second reading's letter where both differ, each weighted per power of ten of the
 * odds or probability. Weights of logistic regressions over the letters of photographed receipts in
 * which the readings differed, rounded.
 */
const replacementWeights = { always: 1.6, first: -0.6, second: 0.45, considered: 1.8, fitting: 1.2 }
const insertionWeights = { always: 0.8, second: 0.9, considered: 1.2 }
const minConsidered = 1e-3

/** Minimum confidence for a letter that the first reader cannot write. */
const minForUnknown = 0.5
/** Minimum confidence for an accented letter that the first reader wrote without its accent. */
const minForAccent = 0.6
/**
 * Share of the paired letters of a word that must agree before its second reading may add a letter
 * that the first reader cannot write.
 */
const minAgreement = 0.5
/** Minimum confidence for a word where the first reader saw nothing. */
const minForMissedWord = 0.8

const letter = /\p{L}/u
const digit = /\d/
const currencySign = /\p{Sc}/u
/** Characters that currency signs are mistaken for. */
const currencyLookalikes = /[€EeCcGf6t£LI∈$S(<]/u
/** Characters that letters without a plain form are mistaken for. */
const letterLookalikes: Readonly<Record<string, string>> = {
  ß: 'B8bs6G',
  æ: 'aex',
  œ: 'oec',
  ø: 'o0',
  Ø: 'O0Q',
  ł: 'lt1',
  Ł: 'L',
  đ: 'd',
  ı: 'i1l',
}

/**
 * Returns the confidence with which the second reading's letter replaces the first's; undefined if
 * it does not.
 */
export function judgeReplacement(
  line: PairedReadings,
  index: number,
  firstCharacter: Character,
  secondCharacter: SecondCharacter,
): number | undefined {
  if (firstCharacter.text === secondCharacter.text) return undefined
  // The network writes the letter between a number and a price as the sign.
  if (firstCharacter.text === '×' && /[xX]/.test(secondCharacter.text))
    return firstCharacter.confidence
  if (!line.alphabet.has(secondCharacter.text))
    return isCompletion(line, index, firstCharacter, secondCharacter)
      ? secondCharacter.confidence
      : undefined
  if (
    isAccented(firstCharacter.text, secondCharacter.text) &&
    secondCharacter.confidence >= minForAccent
  )
    return secondCharacter.confidence
  const probability = firstCharacter.considered?.get(secondCharacter.text) ?? 0
  const sum =
    replacementWeights.always +
    replacementWeights.first * logOdds(firstCharacter.confidence) +
    replacementWeights.second * logOdds(secondCharacter.confidence) +
    replacementWeights.considered * Math.log10(Math.max(minConsidered, probability)) +
    replacementWeights.fitting * measureFit(line, index, firstCharacter.text, secondCharacter.text)
  return sum > 0 ? Math.max(probability, secondCharacter.confidence * probability) : undefined
}

function logOdds(confidence: number): number {
  const share = Math.min(0.995, Math.max(0.01, confidence))
  return Math.log10(share / (1 - share))
}

/** The same letter, and the second reader has an accent on it. */
function isAccented(firstText: string, secondText: string): boolean {
  return secondText > '\x7f' && letter.test(secondText) && plain(firstText) === plain(secondText)
}

/** A letter that the first reader cannot write, where it wrote one that looks like it, in a word on which both agree. */
function isCompletion(
  line: PairedReadings,
  index: number,
  firstCharacter: Character,
  secondCharacter: SecondCharacter,
): boolean {
  if (secondCharacter.confidence < minForUnknown) return false
  if (currencySign.test(secondCharacter.text))
    return currencyLookalikes.test(firstCharacter.text) && isBesideNumber(line, index)
  if (!letter.test(secondCharacter.text)) return false
  const looksLike =
    plain(firstCharacter.text) === plain(secondCharacter.text) ||
    (letterLookalikes[secondCharacter.text] ?? '').includes(firstCharacter.text)
  return looksLike && agreement(line, index) >= minAgreement
}

/** An amount begins or ends beside a sign of money, in its word or in the one next to it. */
function isBesideNumber({ pairs, second }: PairedReadings, index: number): boolean {
  const place = pairs[index]!.second
  if (place === undefined) return false
  return (
    isNumberLike(second.slice(Math.max(0, place - 4), place)) ||
    isNumberLike(second.slice(place + 1, place + 5))
  )
}

/** Four characters of an amount: at least two digits, and nothing but what amounts are written with. */
function isNumberLike(characters: readonly SecondCharacter[]): boolean {
  const text = characters.map((one) => one.text).join('')
  return /^[\d.,'-]{2,}$/.test(text) && /\d.?\d/.test(text)
}

/** The share of the letters of the second reading's word that the first reading has too, the one at hand apart. */
function agreement({ pairs, first, second }: PairedReadings, index: number): number {
  const wordPairs = wordAround(pairs, second, index)
  if (wordPairs.length === 0) return 1
  const matchingPairs = wordPairs.filter((pair) => {
    if (pair.first === undefined || pair.second === undefined) return false
    return plain(first[pair.first]!.text) === plain(second[pair.second]!.text)
  })
  return matchingPairs.length / wordPairs.length
}

/** The other pairs of the second reading's word. */
function wordAround(
  pairs: readonly LetterPair[],
  second: readonly SecondCharacter[],
  index: number,
): readonly LetterPair[] {
  const isFirst = (pair: LetterPair) =>
    pair.second !== undefined && second[pair.second]!.isFirstOfWord
  let start = index
  while (start > 0 && !isFirst(pairs[start]!)) start--
  let end = index + 1
  while (end < pairs.length && !isFirst(pairs[end]!)) end++
  return [...pairs.slice(start, index), ...pairs.slice(index + 1, end)].filter(
    ({ second: place }) => place !== undefined,
  )
}

/**
 * How much better theirs fits than ours, from -1 to 1, where one is a letter and the other a digit: by the letters and
 * digits that stand around it without a gap.
 */
function measureFit(
  { pairs, first }: PairedReadings,
  index: number,
  firstText: string,
  secondText: string,
): number {
  if (
    kindOf(firstText) === 'sign' ||
    kindOf(secondText) === 'sign' ||
    kindOf(firstText) === kindOf(secondText)
  )
    return 0
  const place = pairs[index]!.first!
  const neighbourKinds = [...neighbours(first, place, -1), ...neighbours(first, place, 1)]
  const digits = neighbourKinds.filter((one) => one === 'digit').length
  const letters = neighbourKinds.length - digits
  const lean = (digits - letters) / (1 + neighbourKinds.length)
  return kindOf(secondText) === 'digit' ? lean : -lean
}

const surelySpace = 0.3

function neighbours(first: readonly Character[], place: number, step: 1 | -1): Kind[] {
  const kinds: Kind[] = []
  for (let i = place + step; i >= 0 && i < first.length; i += step) {
    const kind = kindOf(first[i]!.text)
    const gap = first[step > 0 ? i : i + 1]!.spaceBefore
    if (kind === 'sign' || gap > surelySpace) break
    kinds.push(kind)
  }
  return kinds
}

type Kind = 'letter' | 'digit' | 'sign'

function kindOf(text: string): Kind {
  if (digit.test(text)) return 'digit'
  return letter.test(text) ? 'letter' : 'sign'
}

/** Whether a letter that only the second reader saw is there. */
export function judgeMissed(
  line: PairedReadings,
  index: number,
  secondCharacter: SecondCharacter,
): boolean {
  const wordPairs = wordAround(line.pairs, line.second, index)
  if (wordPairs.every(({ first }) => first === undefined))
    return isWordMissed(line, index, secondCharacter, wordPairs)
  if (!line.alphabet.has(secondCharacter.text)) {
    if (secondCharacter.confidence < minForUnknown) return false
    if (currencySign.test(secondCharacter.text)) return isBesideNumber(line, index)
    return letter.test(secondCharacter.text) && agreement(line, index) >= minAgreement
  }
  const sum =
    insertionWeights.always +
    insertionWeights.second * logOdds(secondCharacter.confidence) +
    insertionWeights.considered *
      Math.log10(Math.max(minConsidered, passedOver(line, index, secondCharacter.text)))
  return sum > 0
}

/** A whole word that the first reader has nothing of. A sign of money may stand by itself. */
function isWordMissed(
  line: PairedReadings,
  index: number,
  secondCharacter: SecondCharacter,
  wordPairs: readonly LetterPair[],
): boolean {
  if (wordPairs.length === 0)
    return currencySign.test(secondCharacter.text) && isBesideNumber(line, index)
  const text =
    wordPairs.map(({ second }) => line.second[second!]!.text).join('') + secondCharacter.text
  return secondCharacter.confidence >= minForMissedWord && /[\p{L}\p{N}]{2}/u.test(text)
}

function passedOver({ pairs, first }: PairedReadings, index: number, text: string): number {
  const next = pairs.slice(index + 1).find((pair) => pair.first !== undefined)?.first
  return next === undefined ? 0 : (first[next]?.passedOver?.get(text) ?? 0)
}
