import type { FoundAnchor } from './find-anchor.ts'
import { type LaidPage, type LaidWord, segmentsOf, type WordRow } from './laid-page.ts'
import type { Relation } from './layout.ts'

/** Lines of words from top to bottom; none of them is empty. */
export type LocatedPassage = readonly (readonly LaidWord[])[]

/**
 * Maximum distances from line to line of a column, and from its head to its first line, in page
 * widths.
 */
const farthestBelow = 0.055
const farthestFirst = 0.11
const alignedWithin = 0.015

const located = new WeakMap<FoundAnchor, Map<Relation, LocatedPassage | 'none'>>()

/** Returns the words at the relation to an anchor; the result is cached per anchor. */
export function locate(
  found: FoundAnchor,
  relation: Relation,
  statics: ReadonlySet<number>,
): LocatedPassage | undefined {
  const known = located.get(found) ?? new Map<Relation, LocatedPassage | 'none'>()
  located.set(found, known)
  const passage = known.get(relation) ?? seek(found, relation, statics) ?? 'none'
  known.set(relation, passage)
  return passage === 'none' ? undefined : passage
}

function seek(
  { page, row, from, to }: FoundAnchor,
  relation: Relation,
  statics: ReadonlySet<number>,
): LocatedPassage | undefined {
  const laidRow = page.rows[row]
  if (!laidRow) return undefined
  const anchor = laidRow.words.slice(from, to)
  switch (relation.kind) {
    case 'right':
      return oneLine(rightOf(laidRow, to, relation.until === 'static' ? statics : undefined))
    case 'row-end': {
      const segment = segmentsOf({ ...laidRow, words: laidRow.words.slice(to) }).at(-1) ?? []
      return oneLine(trimmed(segment))
    }
    case 'left': {
      const segment = segmentsOf({ ...laidRow, words: laidRow.words.slice(0, from) }).at(-1) ?? []
      return oneLine(trimmed(segment))
    }
    case 'below': {
      const column = columnOf({ page, row, anchor, step: 1, count: relation.to })
      return column.length < relation.to ? undefined : column.slice(relation.from - 1)
    }
    case 'above': {
      const column = columnOf({ page, row, anchor, step: -1, count: relation.to })
      return column.length < relation.to ? undefined : column.slice(relation.from - 1).toReversed()
    }
  }
}

const oneLine = (words: readonly LaidWord[]): LocatedPassage | undefined =>
  words.length > 0 ? [words] : undefined

const isFilling = ({ text }: LaidWord) => !/[\p{L}\p{N}\p{Sc}]/u.test(text)

/** Removes leading and trailing filler, such as a colon or dot leaders. */
function trimmed(words: readonly LaidWord[]): readonly LaidWord[] {
  const first = words.findIndex((word) => !isFilling(word))
  const last = words.findLastIndex((word) => !isFilling(word))
  return first < 0 ? [] : words.slice(first, last + 1)
}

function rightOf(
  row: WordRow,
  to: number,
  statics: ReadonlySet<number> | undefined,
): readonly LaidWord[] {
  const rest = row.words.slice(to)
  const first = rest.findIndex((word) => !isFilling(word))
  const [segment = []] = first < 0 ? [] : segmentsOf({ ...row, words: rest.slice(first) })
  if (!statics) return trimmed(segment)
  const stop = segment.findIndex(({ at: index }) => statics.has(index))
  return trimmed(stop < 0 ? segment : segment.slice(0, stop))
}

type Column = {
  readonly page: LaidPage
  /** Index of the row that contains the anchor's words. */
  readonly row: number
  readonly anchor: readonly LaidWord[]
  readonly step: 1 | -1
  readonly count: number
}

/**
 * Returns up to `count` lines of the column above or below the anchor, each as the segment inside
 * the column.
 */
function columnOf({ page: { rows }, row, anchor, step, count }: Column): LocatedPassage {
  const x0 = anchor[0]?.x0 ?? 0
  const x1 = anchor.at(-1)?.x1 ?? 0
  const lines: (readonly LaidWord[])[] = []
  let before = rows[row]?.y ?? 0
  for (let index = row + step; lines.length < count; index += step) {
    const next = rows[index]
    if (!next || isTooFar(Math.abs(next.y - before), lines.length === 0)) break
    const segment = inColumn(next, x0, x1)
    if (!segment) continue
    lines.push(segment)
    before = next.y
  }
  return lines
}

const isTooFar = (way: number, isFirst: boolean) => way > (isFirst ? farthestFirst : farthestBelow)

function inColumn(row: WordRow, x0: number, x1: number): readonly LaidWord[] | undefined {
  const [best] = segmentsOf(row)
    .map(trimmed)
    .map((words) => {
      const left = words[0]?.x0
      const right = words.at(-1)?.x1
      if (left === undefined || right === undefined) return undefined
      const isAligned =
        Math.abs(left - x0) <= alignedWithin || Math.abs(right - x1) <= alignedWithin
      const overlap = Math.min(right, x1) - Math.max(left, x0)
      return isAligned || overlap > 0
        ? { words, rank: isAligned ? 1 + overlap : overlap }
        : undefined
    })
    .filter((value) => value !== undefined)
    .toSorted((a, b) => b.rank - a.rank)
  return best?.words
}
