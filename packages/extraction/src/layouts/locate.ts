import type { AnchorMatch } from './find-anchor.ts'
import type { Relation } from './layout.ts'
import { type PageRows, type PositionedWord, splitAtGaps, type WordRow } from './positioned-page.ts'

/** Lines of words from top to bottom; none of them is empty. */
export type LocatedPassage = readonly (readonly PositionedWord[])[]

/**
 * Maximum distances from line to line of a column, and from its head to its first line, in page
 * widths.
 */
const maxLineDistance = 0.055
const maxHeadDistance = 0.11
const alignmentTolerance = 0.015

const passageCache = new WeakMap<AnchorMatch, Map<Relation, LocatedPassage | 'none'>>()

/** Returns the words at a position relative to an anchor; the result is cached per anchor. */
export function locate(
  anchorMatch: AnchorMatch,
  relation: Relation,
  staticIndices: ReadonlySet<number>,
): LocatedPassage | undefined {
  const passagesByRelation =
    passageCache.get(anchorMatch) ?? new Map<Relation, LocatedPassage | 'none'>()
  passageCache.set(anchorMatch, passagesByRelation)
  const passage =
    passagesByRelation.get(relation) ?? findPassage(anchorMatch, relation, staticIndices) ?? 'none'
  passagesByRelation.set(relation, passage)
  return passage === 'none' ? undefined : passage
}

function findPassage(
  { page, row, from, to }: AnchorMatch,
  relation: Relation,
  staticIndices: ReadonlySet<number>,
): LocatedPassage | undefined {
  const wordRow = page.rows[row]
  if (!wordRow) return undefined
  const anchor = wordRow.words.slice(from, to)
  switch (relation.kind) {
    case 'right':
      return toPassage(
        takeRightOf(wordRow, to, relation.until === 'static' ? staticIndices : undefined),
      )
    case 'row-end': {
      const segment = splitAtGaps({ ...wordRow, words: wordRow.words.slice(to) }).at(-1) ?? []
      return toPassage(trimFillers(segment))
    }
    case 'left': {
      const segment = splitAtGaps({ ...wordRow, words: wordRow.words.slice(0, from) }).at(-1) ?? []
      return toPassage(trimFillers(segment))
    }
    case 'below': {
      const column = findColumnLines({ page, row, anchor, step: 1, count: relation.to })
      return column.length < relation.to ? undefined : column.slice(relation.from - 1)
    }
    case 'above': {
      const column = findColumnLines({ page, row, anchor, step: -1, count: relation.to })
      return column.length < relation.to ? undefined : column.slice(relation.from - 1).toReversed()
    }
  }
}

const toPassage = (words: readonly PositionedWord[]): LocatedPassage | undefined =>
  words.length > 0 ? [words] : undefined

const isFiller = ({ text }: PositionedWord) => !/[\p{L}\p{N}\p{Sc}]/u.test(text)

/** Removes leading and trailing filler, such as a colon or dot leaders. */
function trimFillers(words: readonly PositionedWord[]): readonly PositionedWord[] {
  const first = words.findIndex((word) => !isFiller(word))
  const last = words.findLastIndex((word) => !isFiller(word))
  return first < 0 ? [] : words.slice(first, last + 1)
}

function takeRightOf(
  row: WordRow,
  to: number,
  staticIndices: ReadonlySet<number> | undefined,
): readonly PositionedWord[] {
  const rest = row.words.slice(to)
  const first = rest.findIndex((word) => !isFiller(word))
  const [segment = []] = first < 0 ? [] : splitAtGaps({ ...row, words: rest.slice(first) })
  if (!staticIndices) return trimFillers(segment)
  const stop = segment.findIndex(({ index }) => staticIndices.has(index))
  return trimFillers(stop < 0 ? segment : segment.slice(0, stop))
}

type Column = {
  readonly page: PageRows
  /** Index of the row that contains the anchor's words. */
  readonly row: number
  readonly anchor: readonly PositionedWord[]
  readonly step: 1 | -1
  readonly count: number
}

/**
 * Returns up to `count` lines of the column above or below the anchor, each as the segment inside
 * the column.
 */
function findColumnLines({ page: { rows }, row, anchor, step, count }: Column): LocatedPassage {
  const x0 = anchor[0]?.x0 ?? 0
  const x1 = anchor.at(-1)?.x1 ?? 0
  const lines: (readonly PositionedWord[])[] = []
  let previousY = rows[row]?.y ?? 0
  for (let index = row + step; lines.length < count; index += step) {
    const next = rows[index]
    if (!next || isTooFar(Math.abs(next.y - previousY), lines.length === 0)) break
    const segment = findSegmentInColumn(next, x0, x1)
    if (!segment) continue
    lines.push(segment)
    previousY = next.y
  }
  return lines
}

const isTooFar = (distance: number, isFirst: boolean) =>
  distance > (isFirst ? maxHeadDistance : maxLineDistance)

function findSegmentInColumn(
  row: WordRow,
  x0: number,
  x1: number,
): readonly PositionedWord[] | undefined {
  const [best] = splitAtGaps(row)
    .map(trimFillers)
    .map((words) => {
      const left = words[0]?.x0
      const right = words.at(-1)?.x1
      if (left === undefined || right === undefined) return undefined
      const isAligned =
        Math.abs(left - x0) <= alignmentTolerance || Math.abs(right - x1) <= alignmentTolerance
      const overlap = Math.min(right, x1) - Math.max(left, x0)
      return isAligned || overlap > 0
        ? { words, rank: isAligned ? 1 + overlap : overlap }
        : undefined
    })
    .filter((value) => value !== undefined)
    .toSorted((a, b) => b.rank - a.rank)
  return best?.words
}
