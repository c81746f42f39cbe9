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
 * What speaks for the second reading's letter where both differ, each multiplied by the power of ten of the odds or of
 * the probability. Weights of logistic regressions over the letters of photographed receipts in which the
 * readings differed, rounded.
 */
const replacing = { always: 1.6, first: -0.6, second: 0.45, considered: 1.8, fitting: 1.2 }
const inserting = { always: 0.8, second: 0.9, considered: 1.2 }
const minConsidered = 1e-3

/** For a letter that the first reader cannot write. */
const minForUnknown = 0.5
/** For a letter with an accent where the first reader wrote it without. */
const minForAccent = 0.6
/** Of the letters of a word that are paired, how many must agree before it says what the first reader cannot write. */
const minAgreement = 0.5
/** For a word in a place where the first reader saw nothing. */
const minForMissedWord = 0.8

const letter = /\p{L}/u
const digit = /\d/
const money = /\p{Sc}/u
/** What signs of money are taken for. */
const likeMoney = /[€EeCcGf6t£LI∈$S(<]/u
/** What letters that have no plain form are taken for. */
const likeLetters: Readonly<Record<string, string>> = {
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

/** How sure the second reading's letter is when it is to stand in for the first's; nothing when it is not. */
export function judgeReplacement(
  line: PairedReadings,
  at: number,
  ours: Character,
  theirs: SecondCharacter,
): number | undefined {
  if (ours.text === theirs.text) return undefined
  // The network writes the letter between a number and a price as the sign.
  if (ours.text === '×' && /[xX]/.test(theirs.text)) return ours.confidence
  if (!line.alphabet.has(theirs.text))
    return isCompletion(line, at, ours, theirs) ? theirs.confidence : undefined
  if (isAccented(ours.text, theirs.text) && theirs.confidence >= minForAccent)
    return theirs.confidence
  const considered = ours.considered?.get(theirs.text) ?? 0
  const sum =
    replacing.always +
    replacing.first * odds(ours.confidence) +
    replacing.second * odds(theirs.confidence) +
    replacing.considered * Math.log10(Math.max(minConsidered, considered)) +
    replacing.fitting * fit(line, at, ours.text, theirs.text)
  return sum > 0 ? Math.max(considered, theirs.confidence * considered) : undefined
}

function odds(confidence: number): number {
  const share = Math.min(0.995, Math.max(0.01, confidence))
  return Math.log10(share / (1 - share))
}

/** The same letter, and the second reader has an accent on it. */
function isAccented(ours: string, theirs: string): boolean {
  return theirs > '\x7f' && letter.test(theirs) && plain(ours) === plain(theirs)
}

/** A letter that the first reader cannot write, where it wrote one that looks like it, in a word on which both agree. */
function isCompletion(
  line: PairedReadings,
  at: number,
  ours: Character,
  theirs: SecondCharacter,
): boolean {
  if (theirs.confidence < minForUnknown) return false
  if (money.test(theirs.text)) return likeMoney.test(ours.text) && isBesideNumber(line, at)
  if (!letter.test(theirs.text)) return false
  const looksLike =
    plain(ours.text) === plain(theirs.text) || (likeLetters[theirs.text] ?? '').includes(ours.text)
  return looksLike && agreement(line, at) >= minAgreement
}

/** An amount begins or ends beside a sign of money, in its word or in the one next to it. */
function isBesideNumber({ pairs, second }: PairedReadings, at: number): boolean {
  const place = pairs[at]!.second
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
function agreement({ pairs, first, second }: PairedReadings, at: number): number {
  const around = wordAround(pairs, second, at)
  if (around.length === 0) return 1
  const same = around.filter((pair) => {
    if (pair.first === undefined || pair.second === undefined) return false
    return plain(first[pair.first]!.text) === plain(second[pair.second]!.text)
  })
  return same.length / around.length
}

/** The other pairs of the second reading's word. */
function wordAround(
  pairs: readonly LetterPair[],
  second: readonly SecondCharacter[],
  at: number,
): readonly LetterPair[] {
  const isFirst = (pair: LetterPair) =>
    pair.second !== undefined && second[pair.second]!.isFirstOfWord
  let start = at
  while (start > 0 && !isFirst(pairs[start]!)) start--
  let end = at + 1
  while (end < pairs.length && !isFirst(pairs[end]!)) end++
  return [...pairs.slice(start, at), ...pairs.slice(at + 1, end)].filter(
    ({ second: place }) => place !== undefined,
  )
}

/**
 * How much better theirs fits than ours, from -1 to 1, where one is a letter and the other a digit: by the letters and
 * digits that stand around it without a gap.
 */
function fit({ pairs, first }: PairedReadings, at: number, ours: string, theirs: string): number {
  if (kindOf(ours) === 'sign' || kindOf(theirs) === 'sign' || kindOf(ours) === kindOf(theirs))
    return 0
  const place = pairs[at]!.first!
  const around = [...neighbours(first, place, -1), ...neighbours(first, place, 1)]
  const digits = around.filter((one) => one === 'digit').length
  const letters = around.length - digits
  const lean = (digits - letters) / (1 + around.length)
  return kindOf(theirs) === 'digit' ? lean : -lean
}

const surelySpace = 0.3

function neighbours(first: readonly Character[], place: number, step: 1 | -1): Kind[] {
  const found: Kind[] = []
  for (let i = place + step; i >= 0 && i < first.length; i += step) {
    const kind = kindOf(first[i]!.text)
    const gap = first[step > 0 ? i : i + 1]!.spaceBefore
    if (kind === 'sign' || gap > surelySpace) break
    found.push(kind)
  }
  return found
}

type Kind = 'letter' | 'digit' | 'sign'

function kindOf(text: string): Kind {
  if (digit.test(text)) return 'digit'
  return letter.test(text) ? 'letter' : 'sign'
}

/** Whether a letter that only the second reader saw is there. */
export function judgeMissed(line: PairedReadings, at: number, theirs: SecondCharacter): boolean {
  const around = wordAround(line.pairs, line.second, at)
  if (around.every(({ first }) => first === undefined))
    return isWordMissed(line, at, theirs, around)
  if (!line.alphabet.has(theirs.text)) {
    if (theirs.confidence < minForUnknown) return false
    if (money.test(theirs.text)) return isBesideNumber(line, at)
    return letter.test(theirs.text) && agreement(line, at) >= minAgreement
  }
  const sum =
    inserting.always +
    inserting.second * odds(theirs.confidence) +
    inserting.considered * Math.log10(Math.max(minConsidered, passedOver(line, at, theirs.text)))
  return sum > 0
}

/** A whole word that the first reader has nothing of. A sign of money may stand by itself. */
function isWordMissed(
  line: PairedReadings,
  at: number,
  theirs: SecondCharacter,
  around: readonly LetterPair[],
): boolean {
  if (around.length === 0) return money.test(theirs.text) && isBesideNumber(line, at)
  const text = around.map(({ second }) => line.second[second!]!.text).join('') + theirs.text
  return theirs.confidence >= minForMissedWord && /[\p{L}\p{N}]{2}/u.test(text)
}

function passedOver({ pairs, first }: PairedReadings, at: number, text: string): number {
  const next = pairs.slice(at + 1).find((pair) => pair.first !== undefined)?.first
  return next === undefined ? 0 : (first[next]?.passedOver?.get(text) ?? 0)
}
