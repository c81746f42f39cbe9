import type { Box } from '@recto/document-text/model'
import type { CodeSuspect } from './code-suspect.ts'
import { type EdgeLines, getEdges } from './edge-lines.ts'

/** Pixels between examined lines. */
export const barStep = 3
/**
 * In pixels: longer runs end a sequence of bars. Wider bars are examined in a smaller copy of the
 * picture.
 */
const maxRun = 16
/**
 * Minimum number of consecutive runs of a linear code. Code 128 of a single letter has 25, EAN-8
 * has 43; an askew row leaves a low code before its end.
 */
const minRuns = 20
/** Minimum height of bars: in pixels, and as a multiple of their median width and
 * of the length of the code. */
const minBarHeight = 9
const barHeightOfWidth = 4.5
const barHeightOfLength = 0.14
/**
 * Two rows show the same bars if the differences of their widths sum to less: a share of their
 * length, and pixels per bar for rounding, up to a larger share.
 */
const maxDifference = { share: 0.05, pixels: 0.45, maxShare: 0.28 }
/** Maximum number of bars by which an askew row is ahead of another. */
const maxOffset = 12
/** Pixels of white at both ends of a code, as a multiple of its narrowest bar. */
const quietZone = 12

type Sequence = {
  readonly y: number
  /** Positions of the edges, one more than runs. */
  readonly edges: Int32Array
}

type RowHit = { readonly left: number; readonly right: number; readonly y: number }

/**
 * Finds many parallel bars of different widths that cross the rows of a picture, which are the
 * linear codes, upright or up to 45 degrees askew. Letters have no twenty parallel strokes, and the
 * lines of tables and hatchings have even distances. The columns of a picture are the rows of its
 * transposed copy.
 */
export function findLinear(lines: EdgeLines): CodeSuspect[] {
  const rows = readSequences(lines)
  const boxes: Box[] = []
  for (const sequence of [...rows.values()].flat()) {
    const place = getPlace(sequence)
    if (boxes.some((box) => isInside(place, box)) || !hasDifferentBars(sequence)) continue
    const height = getMinHeight(sequence)
    if (isContinued(rows, sequence, height))
      addBox(boxes, [place.left, place.y, place.right, place.y + height])
  }
  return boxes.map((box) => ({ pattern: 'linear', box: widen(box), moduleSize: 1.5 }))
}

/** Whether all rows below a sequence show the same bars, down to a height. */
function isContinued(
  rows: ReadonlyMap<number, readonly Sequence[]>,
  sequence: Sequence,
  height: number,
): boolean {
  for (let y = sequence.y + barStep; y < sequence.y + height + barStep; y += barStep)
    if (!rows.get(y)?.some((nextSequence) => showsSameBars(sequence, nextSequence))) return false
  return true
}

/** Linear codes are far wider than their quiet zones, which are therefore taken from the width. */
function widen([left, top, right, bottom]: Box): Box {
  const margin = Math.max(quietZone, (right - left) * 0.15)
  return [left - margin, top - margin, right + margin, bottom + margin]
}

function readSequences(lines: EdgeLines): ReadonlyMap<number, readonly Sequence[]> {
  const rows = new Map<number, Sequence[]>()
  for (let y = 0; y < lines.count; y += barStep) {
    const edges = getEdges(lines, y)
    if (edges.length <= minRuns) continue
    const sequences = cutSequences(edges).map((part) => ({ y, edges: part }))
    if (sequences.length > 0) rows.set(y, sequences)
  }
  return rows
}

/** Returns the stretches of at least `minRuns` runs without a long one. */
function cutSequences(edges: Int32Array): Int32Array[] {
  const parts: Int32Array[] = []
  let first = 0
  for (let i = 1; i <= edges.length; i++) {
    if (i < edges.length && edges[i]! - edges[i - 1]! <= maxRun) continue
    if (i - 1 - first >= minRuns) parts.push(edges.subarray(first, i))
    first = i
  }
  return parts
}

function getPlace({ edges, y }: Sequence): RowHit {
  return { left: edges[0]!, right: edges.at(-1)!, y }
}

function isInside({ left, right, y }: RowHit, [x0, y0, x1, y1]: Box): boolean {
  return left >= x0 - 2 && right <= x1 + 2 && y >= y0 && y < y1
}

/** Mean difference from the median, as a share of it: of the widths of bars, and of their distances. */
const minVariety = { width: 0.2, pitch: 0.15 }

/**
 * Whether dark bars, light bars and the distances from dark bar to dark bar all differ in width, as
 * in a code. In a hatching, a bar chart or lines of text, at least one of them is even.
 */
function hasDifferentBars({ edges }: Sequence): boolean {
  return (
    isVarious(measureWidths(edges, 0, 1, 2), minVariety.pitch) &&
    isVarious(measureWidths(edges, 0, 2, 1), minVariety.width) &&
    isVarious(measureWidths(edges, 1, 2, 1), minVariety.width)
  )
}

/** In pixels, between the tenth and the ninetieth percentile: rounding alone makes one. */
const minSpread = 2

function isVarious(sorted: Int32Array, variety: number): boolean {
  const spread = sorted[Math.floor(sorted.length * 0.9)]! - sorted[Math.floor(sorted.length * 0.1)]!
  return spread >= minSpread && getVariety(sorted) >= variety
}

/** Returns the sorted distances from every `step`th edge to the edge `reach` places later. */
function measureWidths(edges: Int32Array, first: number, step: number, reach: number): Int32Array {
  const widths = new Int32Array(Math.ceil((edges.length - reach - first) / step))
  for (let i = first, place = 0; i + reach < edges.length; i += step)
    widths[place++] = edges[i + reach]! - edges[i]!
  return widths.sort()
}

function getVariety(sorted: Int32Array): number {
  const median = sorted[sorted.length >> 1]!
  return sorted.reduce((sum, width) => sum + Math.abs(width - median), 0) / (median * sorted.length)
}

function getMinHeight({ edges }: Sequence): number {
  const runs = measureWidths(edges, 0, 1, 1)
  return Math.max(
    minBarHeight,
    barHeightOfWidth * runs[runs.length >> 1]!,
    barHeightOfLength * (edges.at(-1)! - edges[0]!),
  )
}

/** Whether two rows cross the same bars, the one perhaps some bars ahead of the other. */
function showsSameBars(a: Sequence, b: Sequence): boolean {
  for (let offset = -maxOffset; offset <= maxOffset; offset++)
    if (isSmallDifference(a.edges, b.edges, offset)) return true
  return false
}

function isSmallDifference(a: Int32Array, b: Int32Array, offset: number): boolean {
  const first = Math.max(1, 1 - offset)
  const end = Math.min(a.length, b.length - offset)
  if (end - first < minRuns - 2) return false
  let difference = 0
  for (let i = first; i < end; i++)
    difference += Math.abs(a[i]! - a[i - 1]! - (b[i + offset]! - b[i + offset - 1]!))
  const length = a[end - 1]! - a[first - 1]!
  const { share, pixels, maxShare } = maxDifference
  return difference <= Math.min(maxShare * length, share * length + pixels * (end - first))
}

/** Runs of the start and the stop pattern of PDF417 (ISO/IEC 15438), in modules. */
const startPattern = [8, 1, 1, 1, 1, 1, 1, 3] as const
const stopPattern = [7, 1, 1, 3, 1, 1, 1, 2, 1] as const
const pdf417Patterns: readonly (readonly number[])[] = [
  startPattern,
  startPattern.toReversed(),
  stopPattern,
  stopPattern.toReversed(),
]
/** Rows that must show the pattern at about the same place. */
const minPatternRows = 3
/** Height in modules over which they show it: rows of the smallest codes are three modules high. */
const minPatternHeight = 4
const maxHits = 4000

type PatternHit = RowHit & {
  readonly moduleSize: number
  /** The extent of the code in this row. */
  readonly from: number
  readonly to: number
}

/** Finds the start or stop patterns of PDF417 that cross the rows of a picture. */
export function findPdf417(lines: EdgeLines): CodeSuspect[] {
  const hits: PatternHit[] = []
  for (let y = 0; y < lines.count && hits.length < maxHits; y += barStep) {
    const edges = getEdges(lines, y)
    for (let run = 0; run + 8 < edges.length; run++) {
      const hit = mayBePattern(edges, run) ? matchPattern(edges, run) : undefined
      if (hit) hits.push({ ...hit, y })
    }
  }
  return groupHits(hits)
}

/** All patterns begin or end with a bar that is far wider than the runs beside it. */
function mayBePattern(edges: Int32Array, run: number): boolean {
  const first = edges[run + 1]! - edges[run]!
  const second = edges[run + 2]! - edges[run + 1]!
  const seventh = edges[run + 7]! - edges[run + 6]!
  const eighth = edges[run + 8]! - edges[run + 7]!
  return first > 2 * second || eighth > 2 * seventh || second > 1.3 * first
}

function matchPattern(edges: Int32Array, run: number): Omit<PatternHit, 'y'> | undefined {
  for (const pattern of pdf417Patterns) {
    if (run + pattern.length >= edges.length) continue
    const moduleSize = matchRuns(edges, run, pattern)
    if (moduleSize === undefined) continue
    const end = run + pattern.length
    return { left: edges[run]!, right: edges[end]!, moduleSize, ...extend(edges, run, end) }
  }
  return undefined
}

/** Modules: no run of the code is longer. */
const maxRunModules = 10

/** Returns how far the code reaches on both sides of the runs of a pattern. */
function extend(edges: Int32Array, run: number, end: number): Pick<PatternHit, 'from' | 'to'> {
  const maxLength = (maxRunModules * (edges[end]! - edges[run]!)) / 17
  let first = run
  while (first > 0 && edges[first]! - edges[first - 1]! <= maxLength) first--
  let last = end
  while (last + 1 < edges.length && edges[last + 1]! - edges[last]! <= maxLength) last++
  return { from: edges[first]!, to: edges[last]! }
}

/** Returns the size of a module; `undefined` if the runs do not relate like the pattern. */
function matchRuns(edges: Int32Array, run: number, pattern: readonly number[]): number | undefined {
  const modules = pattern.reduce((sum, one) => sum + one, 0)
  const moduleSize = (edges[run + pattern.length]! - edges[run]!) / modules
  if (moduleSize < 0.9) return undefined
  for (let i = 0; i < pattern.length; i++) {
    const difference = edges[run + i + 1]! - edges[run + i]! - pattern[i]! * moduleSize
    if (Math.abs(difference) > 0.5 * moduleSize + 0.4) return undefined
  }
  return moduleSize
}

function groupHits(hits: readonly PatternHit[]): CodeSuspect[] {
  const groups: PatternHit[][] = []
  for (const hit of hits) {
    const group = groups.find((one) => continues(one.at(-1)!, hit))
    if (group) group.push(hit)
    else groups.push([hit])
  }
  return groups.filter(isTall).map((group) => {
    const moduleSize = Math.min(...group.map((hit) => hit.moduleSize))
    const margin = 8 * moduleSize
    const box: Box = [
      Math.min(...group.map(({ from }) => from)) - margin,
      group[0]!.y - margin,
      Math.max(...group.map(({ to }) => to)) + margin,
      group.at(-1)!.y + margin,
    ]
    return { pattern: 'pdf417', box, moduleSize }
  })
}

function isTall(group: readonly PatternHit[]): boolean {
  const { moduleSize, y } = group[0]!
  const height = group.at(-1)!.y - y
  return group.length >= minPatternRows && height >= minPatternHeight * moduleSize
}

function continues(previous: PatternHit, hit: PatternHit): boolean {
  const tolerance = 6 * hit.moduleSize
  return (
    hit.y > previous.y &&
    hit.y - previous.y <= 3 * tolerance &&
    Math.abs(hit.left - previous.left) <= tolerance &&
    Math.abs(hit.right - previous.right) <= tolerance
  )
}

/** Adds a box, joined with one that it touches. */
function addBox(boxes: Box[], box: Box): void {
  const touchedIndex = boxes.findIndex(
    ([x0, y0, x1, y1]) =>
      box[0] <= x1 && box[2] >= x0 && box[1] <= y1 + barStep && box[3] >= y0 - barStep,
  )
  if (touchedIndex < 0) {
    boxes.push(box)
    return
  }
  const [x0, y0, x1, y1] = boxes[touchedIndex]!
  boxes[touchedIndex] = [
    Math.min(x0, box[0]),
    Math.min(y0, box[1]),
    Math.max(x1, box[2]),
    Math.max(y1, box[3]),
  ]
}
