import type { Box } from '@recto/document-text/model'
import { findComponents, lettersAmong, medianSize, runsOf } from '../picture/find-components.ts'
import { type InkMask, transpose } from '../picture/find-ink.ts'

/** In letter sizes: a shorter line may be a dash, a thicker one a bar. */
const minLineLength = 4
const maxRulingThickness = 0.5
/** Minimum letter size in pixels, for a picture with hardly any letters. */
const minLetter = 10
/** Maximum gap in pixels between two pieces of a ruling. */
const maxBreak = 4
/** Share of a ruling's length that its pieces must cover. */
const minCover = 0.8
/** Minimum number of lines, closer together than a letter, that form a bar code. */
const minBars = 5

/**
 * Returns ruling lines as thin boxes, in pixels: long straight runs of ink, row by row, chained
 * from row to row where a line climbs, so that a slightly skewed page keeps its rulings. A run
 * counts only where it is thin: the strokes of large letters, bars and solid areas are not rulings.
 */
export function findRulings(ink: InkMask): Box[] {
  const letter = Math.max(minLetter, medianSize(lettersAmong(findComponents(ink), ink)))
  const horizontal = findHorizontal(ink, letter)
  const vertical = findHorizontal(transpose(ink), letter)
  return [...horizontal, ...vertical.map(([y0, x0, y1, x1]): Box => [x0, y0, x1, y1])]
}

/** A ruling under construction; `right` and `bottom` are exclusive. */
type Chain = {
  left: number
  right: number
  top: number
  bottom: number
  /** Number of columns with ink, and number of ink pixels. */
  columns: number
  area: number
}

function findHorizontal(ink: InkMask, letter: number): Box[] {
  const minPieceLength = letter * 1.2
  const maxThickness = Math.max(3, Math.round(letter * maxRulingThickness))
  const done: Chain[] = []
  let open: Chain[] = []
  for (let y = 0; y < ink.height; y++) {
    for (const [start, end] of runsOf(ink, y))
      if (end - start >= minPieceLength && isThin(ink, y, [start, end], maxThickness))
        addRun(open, y, [start, end])
    done.push(...open.filter(({ bottom }) => bottom < y))
    open = open.filter(({ bottom }) => bottom >= y)
  }
  const lines = joinPieces([...done, ...open], letter).filter(
    (chain) =>
      chain.right - chain.left >= minLineLength * letter &&
      chain.columns >= (chain.right - chain.left) * minCover,
  )
  return withoutHatching(lines, letter).map(toBox)
}

/** Whether ink reaches only a little above and below most of a run. */
function isThin(
  ink: InkMask,
  y: number,
  [start, end]: [number, number],
  maxThickness: number,
): boolean {
  const step = Math.max(1, (end - start) >> 5)
  let thick = 0
  let checkedColumns = 0
  for (let x = start; x < end; x += step) {
    checkedColumns++
    if (thicknessAt(ink, x, y, maxThickness) > maxThickness) thick++
  }
  return thick <= checkedColumns * 0.3
}

function thicknessAt(
  { width, height, pixels }: InkMask,
  x: number,
  y: number,
  maxThickness: number,
): number {
  let top = y
  while (top > 0 && y - top <= maxThickness && pixels[(top - 1) * width + x]) top--
  let bottom = y
  while (bottom + 1 < height && bottom - y <= maxThickness && pixels[(bottom + 1) * width + x])
    bottom++
  return bottom - top + 1
}

function addRun(open: Chain[], y: number, [start, end]: [number, number]): void {
  const chain = open.find(({ left, right }) => start <= right + maxBreak && end >= left - maxBreak)
  if (!chain) {
    const columns = end - start
    open.push({ left: start, right: end, top: y, bottom: y + 1, columns, area: columns })
    return
  }
  chain.columns += Math.max(0, chain.left - start) + Math.max(0, end - chain.right)
  chain.columns = Math.min(chain.columns, Math.max(chain.right, end) - Math.min(chain.left, start))
  chain.area += end - start
  chain.left = Math.min(chain.left, start)
  chain.right = Math.max(chain.right, end)
  chain.bottom = y + 1
}

/** Pieces of one rule lie on one height, or where its slope leads to. */
function joinPieces(chains: readonly Chain[], letter: number): Chain[] {
  const joinedChains: Chain[] = []
  for (const chain of chains.toSorted((a, b) => a.left - b.left)) {
    const previous = joinedChains.findLast(
      (candidate) =>
        chain.left - candidate.right <= letter &&
        chain.left > candidate.left &&
        chain.top <= candidate.bottom + 2 &&
        chain.bottom >= candidate.top - 2,
    )
    if (!previous) joinedChains.push({ ...chain })
    else {
      previous.columns += Math.min(chain.columns, Math.max(0, chain.right - previous.right))
      previous.area += chain.area
      previous.right = Math.max(previous.right, chain.right)
      previous.top = Math.min(previous.top, chain.top)
      previous.bottom = Math.max(previous.bottom, chain.bottom)
    }
  }
  return joinedChains
}

/** Bar codes and hatched areas are many lines side by side, closer than lines of text could be. */
function withoutHatching(rules: readonly Chain[], letter: number): Chain[] {
  const groups: Chain[][] = []
  for (const rule of rules.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const group = groups.findLast((candidates) => {
      const last = candidates.at(-1)!
      const shared = Math.min(rule.right, last.right) - Math.max(rule.left, last.left)
      return middleOf(rule) - middleOf(last) < letter && shared > (rule.right - rule.left) / 2
    })
    if (group) group.push(rule)
    else groups.push([rule])
  }
  return groups.filter((group) => group.length < minBars).flat()
}

function middleOf({ top, bottom }: Chain): number {
  return (top + bottom) / 2
}

/** A rule that climbs is given at its middle height, as thick as it is. */
function toBox({ left, right, top, bottom, area }: Chain): Box {
  const thickness = Math.min(bottom - top, Math.max(1, Math.round(area / (right - left))))
  const middle = (top + bottom) / 2
  return [left, middle - thickness / 2, right, middle + thickness / 2]
}
