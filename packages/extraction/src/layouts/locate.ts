import type { FoundAnchor } from './find-anchor.ts'
import { type LaidPage, type LaidWord, segmentsOf, type WordRow } from './laid-page.ts'
import type { Relation } from './layout.ts'

/** Lines of words, from the top; none of them is empty. */
export type LocatedPassage = readonly (readonly LaidWord[])[]

/** From line to line of a column, and from its head to the first of them, in widths of the page. */
const farthestBelow = 0.055
const farthestFirst = 0.11
const alignedWithin = 0.015

const located = new WeakMap<FoundAnchor, Map<Relation, LocatedPassage | 'none'>>()

/** The words that stand so to an anchor, sought once for each. */
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

/** Without signs such as a colon, or dots that lead to the value. */
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
  const stop = segment.findIndex(({ at }) => statics.has(at))
  return trimmed(stop < 0 ? segment : segment.slice(0, stop))
}

type Column = {
  readonly page: LaidPage
  /** The row of the words that the column stands over or under. */
  readonly row: number
  readonly anchor: readonly LaidWord[]
  readonly step: 1 | -1
  readonly count: number
}

/** So many lines of the column over or under words, each the segment that stands in it; fewer where it ends. */
function columnOf({ page: { rows }, row, anchor, step, count }: Column): LocatedPassage {
  const [x0, x1] = [anchor[0]?.x0 ?? 0, anchor.at(-1)?.x1 ?? 0]
  const lines: (readonly LaidWord[])[] = []
  let before = rows[row]?.y ?? 0
  for (let at = row + step; lines.length < count; at += step) {
    const next = rows[at]
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
    .flatMap((words) => {
      const left = words[0]?.x0
      const right = words.at(-1)?.x1
      if (left === undefined || right === undefined) return []
      const isAligned =
        Math.abs(left - x0) <= alignedWithin || Math.abs(right - x1) <= alignedWithin
      const overlap = Math.min(right, x1) - Math.max(left, x0)
      return isAligned || overlap > 0 ? [{ words, rank: isAligned ? 1 + overlap : overlap }] : []
    })
    .toSorted((a, b) => b.rank - a.rank)
  return best?.words
}
