import type { Page } from '@recto/document-text/model'
import { wordsOf } from '../values/fold.ts'
import { findKind, firstKind, type KindName, kindOfLabel } from './document-kinds.ts'
import type { StatedNumber } from './own-numbers.ts'
import type { UprightLine } from './page-frame.ts'

type PageTitles = {
  readonly medianHeight: number
  readonly numbers: readonly StatedNumber[]
  readonly hasSalutation: boolean
}

/** How much each place of a kind's name counts. */
const places = {
  /** It is the whole text, but for numbers and a date. */
  alone: 2,
  /** The text begins with it. */
  first: 0.8,
  /** It stands somewhere in a short text. */
  short: 0.4,
  /** It is in a sentence or a label. */
  body: 0.1,
  /** The text is much higher than others. */
  large: 3,
  numberLabel: 1.7,
  salutation: 1,
} as const

const largeHeight = 1.2
const maxTitleWords = 7
const maxLargeTitleWords = 16
const upperPart = 0.6
/** A name in the upper third says more than one below it, and of two names the upper one. */
const topBonus = 1.4
const topPart = 0.34
const placeBonus = 0.5
/** Share of the weight of further places, and most that they add. */
const repeatShare = 0.15
const maxRepeats = 0.6
/** A text ends where a gap is this many times as wide as the line is high. */
const maxGap = 1.6
const maxLineWords = 60

/** Scores the kinds of document that a page may be by where it names them. */
export function scoreKinds(
  page: Page,
  lines: readonly UprightLine[],
  { medianHeight, numbers, hasSalutation }: PageTitles,
): ReadonlyMap<KindName, number> {
  const weightsByKind = new Map<KindName, number[]>()
  const add = (kind: KindName, weight: number) =>
    weightsByKind.set(kind, [...(weightsByKind.get(kind) ?? []), weight])
  for (const line of lines)
    for (const text of splitAtGaps(page, line)) {
      const mention = findMention(text)
      if (mention) add(mention.kind, weighMention(line, mention, medianHeight))
    }
  const scores = new Map([...weightsByKind].map(([kind, weights]) => [kind, join(weights)]))
  const addScore = (kind: KindName, score: number) =>
    scores.set(kind, (scores.get(kind) ?? 0) + score)
  const labelKinds = numbers.map(({ label, isOwn }) => (isOwn ? undefined : kindOfLabel(label)))
  const numberKind = firstKind(new Set(labelKinds.filter((kind) => kind !== undefined)))
  if (numberKind) addScore(numberKind, places.numberLabel)
  if (hasSalutation) addScore('letter', places.salutation)
  return scores
}

/** The best place counts in full: a list that names a kind in each row is not of that kind. */
function join(weights: readonly number[]): number {
  const best = Math.max(...weights)
  const rest = weights.reduce((sum, weight) => sum + weight, -best)
  return best + Math.min(maxRepeats, repeatShare * rest)
}

/** The texts of a line that stand beside each other. */
function splitAtGaps({ words }: Page, { line, text, height }: UprightLine): readonly string[] {
  const isLevel = line.angle === undefined
  if (!isLevel) return [text]
  const texts: string[] = []
  let start = line.start
  const end = Math.min(line.end, line.start + maxLineWords)
  for (let i = line.start + 1; i <= end; i++) {
    const gap = i < end ? words[i]!.box[0] - words[i - 1]!.box[2] : Number.POSITIVE_INFINITY
    if (gap < maxGap * height) continue
    texts.push(
      words
        .slice(start, i)
        .map((word) => word.text)
        .join(' '),
    )
    start = i
  }
  return texts
}

const minSpacedLetters = 5
/** These may stand beside a title without being part of it. */
const besideTitles: ReadonlySet<string> = new Set(
  'no nr n num number nummer numero numer original copy kopie duplicate the your ihre votre su vat'.split(
    ' ',
  ),
)

type KindMention = {
  readonly kind: KindName
  readonly isAlone: boolean
  readonly isFirst: boolean
  readonly isLabel: boolean
  readonly wordCount: number
}

function findMention(text: string): KindMention | undefined {
  const words = wordsOf(text)
  // Letters that are set apart are one word: “R E C H N U N G”.
  const isSpaced =
    words.length >= minSpacedLetters &&
    words.slice(0, minSpacedLetters).every((word) => word.length === 1)
  const titleWords = isSpaced
    ? [words.filter((word) => word.length === 1).join('')]
    : words.filter((word) => !/\d/.test(word) && !besideTitles.has(word))
  const mention = findKind(titleWords)
  if (!mention) return undefined
  const isLabel = text.endsWith(':')
  return {
    kind: mention.kind,
    isAlone: titleWords.length === mention.count,
    isFirst: mention.index === 0,
    isLabel,
    wordCount: titleWords.length,
  }
}

function weighMention(
  { place, height }: UprightLine,
  { isAlone, isFirst, isLabel, wordCount }: KindMention,
  medianHeight: number,
): number {
  const isLarge = height >= largeHeight * medianHeight
  const isTitle = wordCount <= (isLarge ? maxLargeTitleWords : maxTitleWords)
  if (place > upperPart || isLabel || !isTitle) return places.body
  const score = isAlone ? places.alone : isFirst ? places.first : places.short
  const factor = place < topPart ? topBonus : 1
  return factor * (score + (isLarge ? places.large : 0)) + placeBonus * (1 - place)
}
