import type { Character } from './decode-ctc.ts'
import type { Gap } from './find-gaps.ts'
import type { InkProfile } from './ink-profile.ts'

/**
 * The network suppresses most spaces, because the lines that it was trained on often lack them. What it still thinks of a
 * space is the best sign; how far two characters stand apart and how much paper is between them, both
 * against what is usual in their line, decide where it hesitates. Where there is a second reading, its spaces count
 * too. The weights are those of logistic regressions over the letter pairs of photographed receipts and of
 * drawn text in several fonts, rounded.
 */
const alone = {
  always: 2,
  /** For every power of ten of the network's probability. */
  thought: 2.75,
  /** For every height of a letter beyond the line's median. */
  distance: 4,
  paper: 8,
}
const seconded = { always: 1.8, thought: 2, distance: 2.4, paper: 2.4 }
const weights = {
  /** For how sure the second reading is of a space, and of none. */
  parting: 2,
  joining: 1.2,
  /** Points, colons and strokes hold numbers together; commas also part the items of a list. */
  inNumber: -6,
  afterCommaInNumber: -2,
}
const maxPaper = 0.5
const minThought = 1e-4

/** Chinese and Japanese is written without spaces: only a gap that could hold a character parts it. */
const gapOfIdeograph = 0.8
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const digit = /\d/

/** For every gap of a line whether it is a space. */
export function findSpaces(
  characters: readonly Character[],
  gaps: readonly Gap[],
  ink: InkProfile,
): boolean[] {
  const height = ink.bottom - ink.top
  const usualDistance = median(gaps.map(({ distance }) => distance))
  const usualPaper = median(gaps.map(widthOf))
  return gaps.map((gap, i) => {
    const [before, after] = [characters[i]!, characters[i + 1]!]
    if (ideograph.test(before.text) && ideograph.test(after.text))
      return widthOf(gap) > gapOfIdeograph * height
    const by = after.parting === undefined ? alone : seconded
    const sum =
      by.always +
      by.thought * Math.log10(Math.max(minThought, after.spaceBefore)) +
      by.distance * Math.max(0, (gap.distance - usualDistance) / height) +
      by.paper * Math.min(maxPaper, (widthOf(gap) - usualPaper) / height) +
      partingWeight(after.parting) +
      numberWeight(characters, i)
    return sum > 0
  })
}

function partingWeight(parting = 0): number {
  return parting * (parting > 0 ? weights.parting : weights.joining)
}

function widthOf({ start, end }: Gap): number {
  return end - start
}

/** Of the gap after a character, where it is beside the only mark between two digits. */
function numberWeight(characters: readonly Character[], i: number): number {
  const at = (index: number) => characters[index]?.text ?? ''
  const isBetweenDigits = (index: number) => digit.test(at(index - 1)) && digit.test(at(index + 1))
  const isHolding = (index: number) => /^[.:/]$/.test(at(index)) && isBetweenDigits(index)
  if (isHolding(i) || isHolding(i + 1)) return weights.inNumber
  if (at(i + 1) === ',' && isBetweenDigits(i + 1)) return weights.inNumber
  return at(i) === ',' && isBetweenDigits(i) ? weights.afterCommaInNumber : 0
}

export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
