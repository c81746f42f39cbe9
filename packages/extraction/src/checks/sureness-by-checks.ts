import type { Confidence, ConfidenceTree, SureWordsTree } from '@recto/provider-spec/answer'
import { shifted, shiftOf } from '../confidence/sureness.ts'
import type { JudgedCheck } from './judge-checks.ts'

/**
 * Estimated, not measured: probability that a document with correct values breaks a check of its
 * project.
 */
const brokenByRight = 0.02

/**
 * Estimated, not measured: probability that wrong values satisfy a check by chance; low for two
 * equal sums, high for an order of two dates.
 */
const heldByWrong = { equation: 0.02, other: 0.6 }

/**
 * Updates confidences after checks have been judged, by Bayes' rule. A contradicted check means
 * that at least one of its values is wrong, most likely the least confident; a confirmed check
 * supports all of them. The values of a check are assumed to be wrong independently of each other.
 * `sureness` is 0 to 1, by key; a field without a value is left out, and its checks change nothing.
 */
export function surenessByChecks(
  sureness: ReadonlyMap<string, number>,
  outcomes: readonly JudgedCheck[],
): ReadonlyMap<string, number> {
  const moved = new Map(sureness)
  for (const outcome of outcomes) move(moved, outcome)
  return moved
}

function move(sureness: Map<string, number>, { fields, outcome, isEquation }: JudgedCheck): void {
  const before = fields.flatMap((key) => sureness.get(key) ?? [])
  if (outcome === 'not_judged' || before.length < fields.length) return
  const allRight = before.reduce((product, one) => product * one, 1)
  const chance = isEquation ? heldByWrong.equation : heldByWrong.other
  const [ofRight, ofWrong] =
    outcome === 'confirmed' ? [1 - brokenByRight, chance] : [brokenByRight, 1 - chance]
  const evidence = allRight * ofRight + (1 - allRight) * ofWrong
  fields.forEach((key, place) => {
    const rightAmongWrong = (before[place] ?? 0) - allRight
    sureness.set(key, (allRight * ofRight + rightAmongWrong * ofWrong) / evidence)
  })
}

/**
 * Returns a confidence with a new whole: its parts shift by the same amount, and no word is more
 * confident than its value.
 */
export function confidenceMoved(confidence: Confidence, whole: number): Confidence {
  const shift = shiftOf(confidence.whole, whole)
  const parts = mapTree(confidence.parts, (part) => shifted(part, shift))
  const isFallen = whole < confidence.whole
  const most = shifted(confidence.whole, shift)
  return { whole: most, parts, words: isFallen ? capped(confidence.words, most) : confidence.words }
}

function mapTree(tree: ConfidenceTree, map: (part: number) => number): ConfidenceTree {
  if (tree === null) return null
  if (typeof tree === 'number') return map(tree)
  if (Array.isArray(tree))
    return (tree as readonly ConfidenceTree[]).map((one) => mapTree(one, map))
  return Object.fromEntries(Object.entries(tree).map(([key, part]) => [key, mapTree(part, map)]))
}

function capped(tree: SureWordsTree, most: number): SureWordsTree {
  if (tree === null) return null
  if (Array.isArray(tree)) {
    return (tree as readonly (SureWordsTree | Word)[]).map((one) =>
      isWord(one)
        ? { ...one, confidence: Math.min(Number(one.confidence), most).toFixed(2) }
        : capped(one, most),
    ) as SureWordsTree
  }
  return Object.fromEntries(
    Object.entries(tree).map(([key, part]) => [key, capped(part, most)]),
  ) as SureWordsTree
}

type Word = { readonly confidence: string; readonly text: string }

const isWord = (one: unknown): one is Word =>
  typeof one === 'object' &&
  one !== null &&
  'text' in one &&
  'confidence' in one &&
  typeof one.text === 'string' &&
  typeof one.confidence === 'string'
