import { omitUndefined } from '@recto/omit-undefined'
import type { FieldType } from '@recto/provider-spec/answer'
import type { FieldExample } from './approved-document.ts'
import { isEqualFieldValue, isMisreading } from './compare-values.ts'
import { type AnchorMatch, findAnchor } from './find-anchor.ts'
import type { Anchor, Reading, Relation, Spot } from './layout.ts'
import { type LocatedPassage, locate } from './locate.ts'
import { buildPattern } from './pattern.ts'
import { listReadings, type PassageValue, readPassage } from './read-passage.ts'
import { comparisonKey, edgeOf, toPatternText } from './read-spot.ts'
import { minOccurrences, toRange } from './static-words.ts'

/** Position and reading that give the approved value on most examples. */
export type Candidate = {
  readonly anchor: Anchor
  readonly relation: Relation
  readonly reading: Reading
}

/** Simple relations come first: the first of several equally good candidates is taken. */
const relations: readonly Relation[] = [
  { kind: 'right', until: 'static' },
  { kind: 'right', until: 'gap' },
  { kind: 'row-end' },
  ...[1, 2, 3].map((line): Relation => ({ kind: 'below', from: line, to: line })),
  { kind: 'below', from: 1, to: 2 },
  { kind: 'below', from: 2, to: 3 },
  { kind: 'below', from: 3, to: 4 },
  { kind: 'below', from: 1, to: 3 },
  { kind: 'below', from: 2, to: 4 },
  { kind: 'below', from: 4, to: 4 },
  { kind: 'above', from: 1, to: 1 },
  { kind: 'above', from: 2, to: 2 },
  { kind: 'above', from: 1, to: 2 },
  { kind: 'above', from: 2, to: 3 },
  { kind: 'above', from: 3, to: 3 },
  { kind: 'left' },
]

/** Maximum number of candidates per field; the best ones are taken. */
const maxCandidates = 24

/**
 * Returns the positions and readings that give the approved value on nearly all examples, best
 * first. Candidates that read the approved words themselves, close to their anchor, rank highest.
 */
export function findCandidates(
  examples: readonly FieldExample[],
  anchors: readonly Anchor[],
  type: FieldType,
): readonly Candidate[] {
  const readings = [...listReadings(type), ...toCurrencyReadings(examples, type)]
  if (readings.length === 0) return []
  const rankedCandidates = anchors.flatMap((anchor) => {
    const anchorMatches = examples.map(({ document }) => findAnchor(document, anchor))
    return relations.flatMap((relation, simplicity) => {
      const passages = examples.map(({ document }, i) => {
        const match = anchorMatches[i]
        return match && locate(match, relation, document.staticIndices)
      })
      if (passages.filter(Boolean).length < minOccurrences(examples.length)) return []
      return readings
        .map((reading, order) => {
          const rank = rankCandidate({ examples, passages, reading, type })
          if (rank === undefined) return undefined
          const cost =
            simplicity * 0.02 + order * 0.01 + distanceToAnchor(examples, anchor, anchorMatches)
          return { anchor, relation, reading, rank: rank - cost }
        })
        .filter((value) => value !== undefined)
    })
  })
  return rankedCandidates
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, maxCandidates)
    .map(({ anchor, relation, reading }) => ({ anchor, relation, reading }))
}

/** Minimum share of examples whose value must be read without a wrong letter. */
const minRightShare = 0.5

type CandidateTrial = {
  readonly examples: readonly FieldExample[]
  readonly passages: readonly (LocatedPassage | undefined)[]
  readonly reading: Reading
  readonly type: FieldType
}

/**
 * Ranks a candidate by the number of examples that it reads right, and by how many of those it
 * reads from the approved words; `undefined` when these are too few. A value with a misread letter
 * still counts for the position.
 */
function rankCandidate({ examples, passages, reading, type }: CandidateTrial): number | undefined {
  const count = { right: 0, pointed: 0, misread: 0, wrong: 0 }
  const maxWrong = examples.length - minOccurrences(examples.length)
  for (const [i, example] of examples.entries()) {
    const passage = passages[i]
    const read = passage && readPassage(passage, reading)
    count[judgeCandidate(example, read, type)] += 1
    if (count.wrong > maxWrong) return undefined
  }
  const right = count.right + count.pointed
  if (right < examples.length * minRightShare) return undefined
  return (2 * right + count.misread + count.pointed) / examples.length
}

function judgeCandidate(
  example: FieldExample,
  read: PassageValue | undefined,
  type: FieldType,
): 'right' | 'pointed' | 'misread' | 'wrong' {
  if (!read) return 'wrong'
  if (isEqualFieldValue(type, read.value, example.value))
    return overlapsBoxes(example, read) ? 'pointed' : 'right'
  return isMisreading(type, read.value, example.value) ? 'misread' : 'wrong'
}

function overlapsBoxes({ boxes, document }: FieldExample, { words }: PassageValue): boolean {
  const width = document.pages.first.page.width
  return words.some(({ x0, x1, y0, y1 }) => {
    const x = ((x0 + x1) / 2) * width
    const y = ((y0 + y1) / 2) * width
    return boxes.some(
      (box) => x >= box[0] - 1 && x <= box[2] + 1 && y >= box[1] - 1 && y <= box[3] + 1,
    )
  })
}

/**
 * Returns the distance from the anchor to the value's words on the newest example: the nearer of
 * two anchors is more likely the label.
 */
function distanceToAnchor(
  examples: readonly FieldExample[],
  anchor: Anchor,
  anchorMatches: readonly (AnchorMatch | undefined)[],
): number {
  const lastMatch = anchorMatches.at(-1)
  const example = examples.at(-1)
  const word = lastMatch?.page.rows[lastMatch.row]?.words[lastMatch.to - 1]
  const box = example?.boxes[0]
  if (!word || !box || !example) return 0
  const width = example.document.pages[anchor.page].page.width
  return Math.hypot(box[0] / width - word.x1, box[1] / width - word.y0)
}

function toCurrencyReadings(
  examples: readonly FieldExample[],
  type: FieldType,
): readonly Reading[] {
  const [first] = examples
  const code = first?.value
  if (type !== 'text' || typeof code !== 'string' || !/^[A-Z]{3}$/.test(code)) return []
  return examples.every(({ value }) => value === code) ? [{ kind: 'currency', code }] : []
}

/** Builds the spot of a candidate from what all examples that it reads have in common. */
export function fitSpot(
  { anchor, relation, reading }: Candidate,
  examples: readonly FieldExample[],
  type: FieldType,
): Spot | undefined {
  const trials = examples
    .map((example) => {
      const { document, value } = example
      const anchorMatch = findAnchor(document, anchor)
      const passage = anchorMatch && locate(anchorMatch, relation, document.staticIndices)
      const read = passage && readPassage(passage, reading)
      if (!passage || !read) return undefined
      const isRight = isEqualFieldValue(type, read.value, value)
      return isRight || isMisreading(type, read.value, value)
        ? { document, passage, read, isRight }
        : undefined
    })
    .filter((value) => value !== undefined)
  // A misread value proves the position of the value, but not its pattern.
  const reads = trials.filter(({ isRight }) => isRight)
  if (
    trials.length < minOccurrences(examples.length) ||
    reads.length < examples.length * minRightShare
  )
    return undefined
  const edges = (['left', 'right'] as const).map((edge) => ({
    edge,
    x: toRange(reads.map(({ document, passage }) => edgeOf(document, passage, edge))),
  }))
  const [left, right] = edges
  if (!left || !right) return undefined
  const printedKeys = new Set(reads.map(({ read }) => comparisonKey(read.printedText)))
  const [constantKey] = printedKeys
  return {
    kind: 'read',
    anchor,
    relation,
    reading,
    column: right.x[1] - right.x[0] < left.x[1] - left.x[0] ? right : left,
    pattern: buildPattern(reads.map(({ read }) => toPatternText(read, reading))),
    beside: [...new Set(reads.map(({ read }) => read.restText))],
    ...omitUndefined({
      always: printedKeys.size === 1 && constantKey !== undefined ? constantKey : undefined,
    }),
  }
}
