import type { Character } from './decode-ctc.ts'
import type { Gap } from './find-gaps.ts'
import type { InkProfile } from './ink-profile.ts'

/**
 * The network suppresses most spaces, because the lines that it was trained on often lack them. Its
 * remaining probability of a space is the best signal; the distance of two characters and the paper
 * between them, both relative to the usual values of their line, decide the doubtful cases. If
 * there is a second reading, its spaces count too. The weights are those of logistic regressions
 * over the letter pairs of photographed receipts and of rendered text in several fonts, rounded.
 */
const singleReadingWeights = {
  always: 2,
  /** Per power of ten of the network's probability. */
  thought: 2.75,
  /** Per letter height above the line's median. */
  distance: 4,
  paper: 8,
}
const secondReadingWeights = { always: 1.8, thought: 2, distance: 2.4, paper: 2.4 }
const weights = {
  /** Weights of the second reading's confidence in a space, and in no space. */
  parting: 2,
  joining: 1.2,
  /** Points, colons and strokes hold numbers together; commas also part the items of a list. */
  inNumber: -6,
  afterCommaInNumber: -2,
}
const maxPaper = 0.5
const minThought = 1e-4

/**
 * Chinese and Japanese are written without spaces: only a gap that could hold a character separates
 * words.
 */
const gapOfIdeograph = 0.8
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const digit = /\d/

/** Decides for every gap of a line whether it is a space. */
export function findSpaces(
  characters: readonly Character[],
  gaps: readonly Gap[],
  ink: InkProfile,
): boolean[] {
  const height = ink.bottom - ink.top
  const usualDistance = median(gaps.map(({ distance }) => distance))
  const usualPaper = median(gaps.map(widthOf))
  return gaps.map((gap, i) => {
    const previous = characters[i]!
    const next = characters[i + 1]!
    if (ideograph.test(previous.text) && ideograph.test(next.text))
      return widthOf(gap) > gapOfIdeograph * height
    const readingWeights = next.parting === undefined ? singleReadingWeights : secondReadingWeights
    const sum =
      readingWeights.always +
      readingWeights.thought * Math.log10(Math.max(minThought, next.spaceBefore)) +
      readingWeights.distance * Math.max(0, (gap.distance - usualDistance) / height) +
      readingWeights.paper * Math.min(maxPaper, (widthOf(gap) - usualPaper) / height) +
      getPartingWeight(next.parting) +
      numberWeight(characters, i)
    return sum > 0
  })
}

function getPartingWeight(probability = 0): number {
  return probability * (probability > 0 ? weights.parting : weights.joining)
}

function widthOf({ start, end }: Gap): number {
  return end - start
}

/**
 * Weight of the gap after a character, if it adjoins the only punctuation mark between two digits.
 */
function numberWeight(characters: readonly Character[], i: number): number {
  const getText = (index: number) => characters[index]?.text ?? ''
  const isBetweenDigits = (index: number) =>
    digit.test(getText(index - 1)) && digit.test(getText(index + 1))
  const isHolding = (index: number) => /^[.:/]$/.test(getText(index)) && isBetweenDigits(index)
  if (isHolding(i) || isHolding(i + 1)) return weights.inNumber
  if (getText(i + 1) === ',' && isBetweenDigits(i + 1)) return weights.inNumber
  return getText(i) === ',' && isBetweenDigits(i) ? weights.afterCommaInNumber : 0
}

export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
