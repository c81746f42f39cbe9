import type { Box } from '@recto/document-text/model'
import type { BinaryPicture } from './binary-picture.ts'
import type { CodeSuspect } from './code-suspect.ts'
import type { EdgeLines } from './edge-lines.ts'
import { findOutlines, type Point } from './find-outlines.ts'

/** Pixels: the smallest Data Matrix code is eight modules high. */
const minSide = 8
/** Ratio of the sides of the longest rectangular code, 8 by 32, seen in perspective. */
const maxSideRatio = 5
/** Share of dark samples along a solid border. */
const minSolid = 0.88
/** Tone changes along a border of alternating modules: the smallest code has eight modules. */
const minChanges = 7
/** The longest run of an alternating border, as a multiple of the mean. */
const maxRunOfMean = 2.4
/** Ratio of the modules along both alternating borders. */
const maxModuleRatio = 1.8
/** In pixels, how far inside the border its modules are sampled. */
const insets = [0.5, 1, 1.5, 2, 3, 4, 5.5]

/**
 * Finds the two solid borders of Data Matrix codes (ISO/IEC 16022) that meet in a corner and face
 * two borders of alternating modules, at any angle and in perspective. The solid borders hang
 * together with other dark modules, and the hull of this shape has the corners of the code. Light codes on dark are found too.
 */
export function findCorners(picture: BinaryPicture, rows: EdgeLines): CodeSuspect[] {
  return [1, 0].flatMap((tone) =>
    findOutlines(rows, tone)
      .map((outline) => toSuspect({ ...picture, tone }, outline))
      .filter((suspect) => suspect !== undefined),
  )
}

type TonedPicture = BinaryPicture & {
  /** Tone of the modules that hang together: 1 where the code is dark on light. */
  readonly tone: number
}

function toSuspect(picture: TonedPicture, ends: readonly Point[]): CodeSuspect | undefined {
  const corners = findHullCorners(ends)
  if (!corners) return undefined
  const [a, b, c, d] = corners
  // Each corner may be where the solid borders meet, and the corner opposite may be missing in the
  // shape: then the other three tell where it is.
  const quads = [
    [a, c, b],
    [a, d, b],
    [c, a, d],
    [c, b, d],
  ] as const
  for (const [first, corner, last] of quads) {
    const moduleSize = examineCode(picture, { first, corner, last })
    if (moduleSize === undefined) continue
    return { pattern: 'data-matrix', box: enclose({ first, corner, last }, moduleSize), moduleSize }
  }
  return undefined
}

/**
 * Returns the two points of a shape that are farthest from each other, and the farthest points on
 * both sides of the line between them: the corners of a quadrilateral, opposite ones first.
 */
function findHullCorners(
  points: readonly Point[],
): readonly [Point, Point, Point, Point] | undefined {
  const from = points[0]
  if (!from) return undefined
  const start = pickByMeasure(points, (point) => distance(point, from))
  const a = pickByMeasure(points, (point) => distance(point, start))
  const b = pickByMeasure(points, (point) => distance(point, a))
  const side = (point: Point) =>
    (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
  const c = pickByMeasure(points, side)
  const d = pickByMeasure(points, (point) => -side(point))
  return [a, b, c, d]
}

function pickByMeasure(points: readonly Point[], measure: (point: Point) => number): Point {
  let best = points[0]!
  let maxValue = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const value = measure(point)
    if (value <= maxValue) continue
    best = point
    maxValue = value
  }
  return best
}

function distance([x0, y0]: Point, [x1, y1]: Point): number {
  return Math.hypot(x1 - x0, y1 - y0)
}

type CodeCorner = { readonly first: Point; readonly corner: Point; readonly last: Point }

/** Returns the size of a module in pixels; `undefined` if the borders are not those of a code. */
function examineCode(picture: TonedPicture, code: CodeCorner): number | undefined {
  const { first, corner, last } = code
  const firstSide = distance(first, corner)
  const lastSide = distance(last, corner)
  const ratio = Math.max(firstSide, lastSide) / Math.min(firstSide, lastSide)
  if (!(ratio <= maxSideRatio) || Math.min(firstSide, lastSide) < minSide) return undefined
  const opposite: Point = [first[0] + last[0] - corner[0], first[1] + last[1] - corner[1]]
  const middle: Point = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]
  const isSolid = (from: Point, to: Point) =>
    insets.slice(0, 3).some((inset) => {
      const { dark } = sampleBorder(picture, { from, to, middle, inset })
      return dark >= minSolid
    })
  if (!isSolid(first, corner) || !isSolid(corner, last)) return undefined
  // The lines of a grid alternate just inside a solid border.
  if (isSolid(first, opposite) || isSolid(opposite, last)) return undefined
  const firstTiming = findTiming(picture, { from: first, to: opposite, middle })
  const lastTiming = findTiming(picture, { from: opposite, to: last, middle })
  if (firstTiming === undefined || lastTiming === undefined) return undefined
  const isSquare =
    Math.max(firstTiming, lastTiming) <= maxModuleRatio * Math.min(firstTiming, lastTiming)
  return isSquare ? Math.min(firstTiming, lastTiming) : undefined
}

type Border = { readonly from: Point; readonly to: Point; readonly middle: Point }

/** Returns the size of the alternating modules along a border. */
function findTiming(picture: TonedPicture, border: Border): number | undefined {
  for (const inset of insets) {
    const { changes, maxRun, length } = sampleBorder(picture, { ...border, inset })
    const mean = length / (changes + 1)
    if (changes >= minChanges && maxRun <= maxRunOfMean * mean) return mean
  }
  return undefined
}

type BorderSamples = {
  /** Share of samples of the tone. */
  readonly dark: number
  readonly changes: number
  /** The longest run and the whole border, in pixels. */
  readonly maxRun: number
  readonly length: number
}

/** Reads the tones along a border, `inset` pixels towards the middle of the code. */
function sampleBorder(
  { width, height, bits, tone }: TonedPicture,
  { from, to, middle, inset }: Border & { readonly inset: number },
): BorderSamples {
  const length = distance(from, to)
  const center: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
  const depth = inset / Math.max(1, distance(center, middle))
  const shift: Point = [(middle[0] - center[0]) * depth, (middle[1] - center[1]) * depth]
  const count = Math.max(2, Math.ceil(length * 2))
  const margin = Math.min(0.1, inset / Math.max(1, length))
  let dark = 0
  let changes = 0
  let maxRun = 0
  let run = 0
  let previous = -1
  for (let i = 0; i < count; i++) {
    const t = margin + ((1 - 2 * margin) * (i + 0.5)) / count
    const x = Math.floor(from[0] + (to[0] - from[0]) * t + shift[0])
    const y = Math.floor(from[1] + (to[1] - from[1]) * t + shift[1])
    const isWithin = x >= 0 && y >= 0 && x < width && y < height
    const bit = isWithin && bits[y * width + x] === tone ? 1 : 0
    dark += bit
    run = bit === previous ? run + 1 : 1
    if (bit !== previous && previous >= 0) changes++
    maxRun = Math.max(maxRun, run)
    previous = bit
  }
  return { dark: dark / count, changes, maxRun: maxRun / 2, length }
}

function enclose({ first, corner, last }: CodeCorner, moduleSize: number): Box {
  const xs = [first[0], corner[0], last[0], first[0] + last[0] - corner[0]]
  const ys = [first[1], corner[1], last[1], first[1] + last[1] - corner[1]]
  const margin = 3 * moduleSize + 0.1 * distance(first, last)
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ]
}
