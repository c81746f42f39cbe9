import type { Box } from '@recto/document-text/model'
import type { BinaryPicture } from './binary-picture.ts'
import type { CodeSuspect } from './code-suspect.ts'
import { type EdgeLines, getEdges } from './edge-lines.ts'

/** Modules, quiet zone included. The largest QR code is 177 modules wide. */
const maxQrModules = 180
/** Half the side of the largest Aztec code in modules, with its quiet zone. */
const maxAztecReach = 80
/** Modules around the centers of the finder patterns up to the edge of the quiet zone. */
const qrMargin = 8
/** A picture with more centers is a texture; the first ones are examined. */
const maxCenters = 60

/** More bull's eyes are a grid. */
const maxEyes = 6
/** Runs of the bull's eye that are one module long: the outermost ones may join other modules. */
const evenRuns = 7

/** Pixels by which a run may differ from its ideal length, besides half a module. */
const roundingError = 0.4

type Step = { readonly dx: number; readonly dy: number }

const downwards: Step = { dx: 0, dy: 1 }
const directions: readonly Step[] = [
  { dx: 1, dy: 0 },
  downwards,
  { dx: 1, dy: 1 },
  { dx: 1, dy: -1 },
]

type RingCenter = {
  readonly x: number
  readonly y: number
  readonly moduleSize: number
}

/**
 * Finds the concentric squares that QR codes have in three corners and Aztec codes in the middle.
 * Every line through their center crosses them in the same ratio, so rows suffice for codes at any
 * angle. Source: the finder pattern test of ZXing (`FinderPatternFinder`), here along four
 * directions.
 */
export function findRings(picture: BinaryPicture, rows: EdgeLines): CodeSuspect[] {
  const finders: RingCenter[] = []
  const eyes: RingCenter[] = []
  const finderTest = { picture, runs: new Int32Array(5), isWanted: isFinderRatio }
  const eyeTest = { picture, runs: new Int32Array(evenRuns), isWanted: isEven }
  const rowStep = picture.height > 400 ? 2 : 1
  for (let y = 0; y < picture.height; y += rowStep) {
    const edges = getEdges(rows, y)
    for (const run of listRuns(edges, 5, mayBeFinder))
      addCenter(finders, examineCenter(finderTest, getMiddle(edges, run + 2, y)))
    for (const run of listRuns(edges, 9, mayBeEye))
      addCenter(eyes, findEye(eyeTest, getMiddle(edges, run + 4, y)))
  }
  const aztec = eyes.length <= maxEyes ? eyes.map(toAztecSuspect) : []
  return [...toQrSuspects(finders), ...aztec]
}

type RunTest = (edges: Int32Array, run: number) => boolean

/** Returns the runs of a line where a pattern of `length` runs may begin. */
function listRuns(edges: Int32Array, length: number, mayBegin: RunTest): number[] {
  const runs: number[] = []
  for (let run = 0; run + length < edges.length; run++) if (mayBegin(edges, run)) runs.push(run)
  return runs
}

function addCenter(centers: RingCenter[], center: RingCenter | undefined): void {
  if (!center || centers.length >= maxCenters) return
  const isKnown = centers.some(
    ({ x, y, moduleSize }) => Math.hypot(x - center.x, y - center.y) < 3 * moduleSize,
  )
  if (!isKnown) centers.push(center)
}

/** Written without arrays, because it runs for every run of a picture. */
function mayBeFinder(edges: Int32Array, run: number): boolean {
  const first = edges[run]!
  const a = edges[run + 1]!
  const b = edges[run + 2]!
  const c = edges[run + 3]!
  const d = edges[run + 4]!
  const length = edges[run + 5]! - first
  const tolerance = length / 14 + roundingError
  const module = length / 7
  return (
    c - b > b - a &&
    c - b > d - c &&
    Math.abs(a - first - module) <= tolerance &&
    Math.abs(b - a - module) <= tolerance &&
    Math.abs(d - c - module) <= tolerance &&
    Math.abs(first + length - d - module) <= tolerance
  )
}

/** Lengths of runs across a center, overwritten by each measurement; 5 or 7 of them. */
type RunLengths = Int32Array

/** Whether runs relate like 1 : 1 : 3 : 1 : 1. */
function isFinderRatio(runs: RunLengths): boolean {
  const module = sumUp(runs) / 7
  const tolerance = module / 2 + roundingError
  return (
    module >= 0.66 &&
    Math.abs(runs[1]! - module) <= tolerance &&
    Math.abs(runs[3]! - module) <= tolerance &&
    Math.abs(runs[2]! - 3 * module) <= 1.5 * module + roundingError &&
    Math.abs(runs[0]! - module) <= tolerance &&
    Math.abs(runs[4]! - module) <= tolerance
  )
}

function sumUp(runs: RunLengths): number {
  let sum = 0
  for (const run of runs) sum += run
  return sum
}

function getMiddle(edges: Int32Array, run: number, y: number): Point {
  return { x: (edges[run]! + edges[run + 1]!) >> 1, y }
}

/** Pixels. */
const minModule = 0.9

type RingTest = {
  readonly picture: BinaryPicture
  readonly runs: RunLengths
  readonly isWanted: (runs: RunLengths) => boolean
}

/** Returns the center if the runs across it are as wanted in all directions. */
function examineCenter(
  { picture, runs, isWanted }: RingTest,
  point: Point,
): RingCenter | undefined {
  if (!measureRuns(picture, point, downwards, runs) || !isWanted(runs)) return undefined
  const center = settleCenter(picture, point)
  let minLength = Number.POSITIVE_INFINITY
  for (const step of directions) {
    if (!measureRuns(picture, center, step, runs) || !isWanted(runs)) return undefined
    minLength = Math.min(minLength, sumUp(runs) * Math.hypot(step.dx, step.dy))
  }
  return minLength >= 7 * minModule ? { ...center, moduleSize: minLength / 7 } : undefined
}

type Point = { readonly x: number; readonly y: number }

/** Moves a point to the middle of its run, first in its column and then in its row. */
function settleCenter(picture: BinaryPicture, { x, y }: Point): Point {
  const middle = y + ((countEqual(picture, { x, y }, 1) - countEqual(picture, { x, y }, -1)) >> 1)
  const point = { x, y: middle }
  const { width, bits } = picture
  const tone = bits[middle * width + x]
  let left = x
  let right = x
  while (left > 0 && bits[middle * width + left - 1] === tone) left--
  while (right + 1 < width && bits[middle * width + right + 1] === tone) right++
  return { ...point, x: (left + right) >> 1 }
}

/** Counts the pixels of one tone from a point downwards, or upwards where `dy` is -1. */
function countEqual({ width, height, bits }: BinaryPicture, { x, y }: Point, dy: 1 | -1): number {
  const tone = bits[y * width + x]
  let count = 0
  for (let row = y; row >= 0 && row < height && bits[row * width + x] === tone; row += dy) count++
  return count
}

/**
 * Measures the run around a center and the runs on both sides of it, in steps. Returns false where
 * the picture ends first.
 */
function measureRuns(
  picture: BinaryPicture,
  center: Point,
  { dx, dy }: Step,
  runs: RunLengths,
): boolean {
  runs.fill(0)
  const isMeasured =
    addSide(picture, center, { dx: -dx, dy: -dy, isBefore: true }, runs) &&
    addSide(picture, center, { dx, dy, isBefore: false }, runs)
  // The center is part of both sides.
  runs[runs.length >> 1]! -= 1
  return isMeasured
}

/** Adds the runs from a point onwards, the point included, to those before or behind the middle. */
function addSide(
  { width, height, bits }: BinaryPicture,
  point: Point,
  { dx, dy, isBefore }: Step & { readonly isBefore: boolean },
  runs: RunLengths,
): boolean {
  const rings = runs.length >> 1
  let { x, y } = point
  for (let ring = 0; ring <= rings; ring++) {
    if (x < 0 || x >= width || y < 0 || y >= height) return false
    const tone = bits[y * width + x]
    const place = isBefore ? rings - ring : rings + ring
    while (x >= 0 && x < width && y >= 0 && y < height && bits[y * width + x] === tone) {
      runs[place]! += 1
      x += dx
      y += dy
    }
  }
  return true
}

/** Fewer than three finder patterns are no QR code; their distances tell which belong together. */
function toQrSuspects(centers: readonly RingCenter[]): CodeSuspect[] {
  return centers.flatMap((a, i) => {
    const partners = centers.slice(i + 1).filter((b) => areOfOneCode(a, b))
    return partners.flatMap((b, j) => partners.slice(j + 1).flatMap((c) => toQrSuspect([a, b, c])))
  })
}

function toQrSuspect(centers: readonly [RingCenter, RingCenter, RingCenter]): CodeSuspect[] {
  const box = areOfOneCode(centers[1], centers[2]) ? placeQr(centers) : undefined
  return box ? [{ pattern: 'qr', ...box }] : []
}

function areOfOneCode(a: RingCenter, b: RingCenter): boolean {
  const ratio = a.moduleSize / b.moduleSize
  const distance = Math.hypot(a.x - b.x, a.y - b.y) / Math.max(a.moduleSize, b.moduleSize)
  return ratio > 0.5 && ratio < 2 && distance > 8 && distance < maxQrModules * 1.5
}

/** Maximum ratio of the two sides at the corner of a code seen in perspective. */
const maxSideRatio = 2
/** Cosine of the corner's angle, which is a right one where the code is seen straight on. */
const maxCosine = 0.6

function placeQr(
  centers: readonly [RingCenter, RingCenter, RingCenter],
): Pick<CodeSuspect, 'box' | 'moduleSize'> | undefined {
  const [corner, b, c] = putCornerFirst(centers)
  const first = Math.hypot(b.x - corner.x, b.y - corner.y)
  const second = Math.hypot(c.x - corner.x, c.y - corner.y)
  const product = (b.x - corner.x) * (c.x - corner.x) + (b.y - corner.y) * (c.y - corner.y)
  const isCorner =
    Math.max(first, second) <= maxSideRatio * Math.min(first, second) &&
    Math.abs(product) <= maxCosine * first * second
  if (!isCorner) return undefined
  const moduleSize = Math.min(corner.moduleSize, b.moduleSize, c.moduleSize)
  const fourth = { x: b.x + c.x - corner.x, y: b.y + c.y - corner.y }
  const margin = qrMargin * Math.max(corner.moduleSize, b.moduleSize, c.moduleSize)
  return { box: enclose([...centers, fourth], margin + 0.1 * Math.max(first, second)), moduleSize }
}

/** The corner is opposite the longest side of the triangle. */
function putCornerFirst([a, b, c]: readonly [RingCenter, RingCenter, RingCenter]) {
  const ab = Math.hypot(a.x - b.x, a.y - b.y)
  const ac = Math.hypot(a.x - c.x, a.y - c.y)
  const bc = Math.hypot(b.x - c.x, b.y - c.y)
  if (bc >= ab && bc >= ac) return [a, b, c] as const
  return ac >= ab ? ([b, a, c] as const) : ([c, a, b] as const)
}

function enclose(points: readonly Point[], margin: number): Box {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ]
}

function mayBeEye(edges: Int32Array, run: number): boolean {
  const first = edges[run + 1]!
  const module = (edges[run + 1 + evenRuns]! - first) / evenRuns
  const tolerance = module / 2 + roundingError
  for (let i = run + 1; i <= run + evenRuns; i++)
    if (Math.abs(edges[i + 1]! - edges[i]! - module) > tolerance) return false
  return (
    first - edges[run]! >= module / 2 - roundingError &&
    edges[run + 9]! - edges[run + 8]! >= module / 2 - roundingError
  )
}

function findEye(test: RingTest, point: Point): RingCenter | undefined {
  const center = examineCenter(test, point)
  if (!center) return undefined
  const { picture } = test
  const isEye =
    hasRing(picture, center, { radius: 1.05 * center.moduleSize, isSame: false }) &&
    hasRing(picture, center, { radius: 2.15 * center.moduleSize, isSame: true }) &&
    hasRing(picture, center, { radius: 3.3 * center.moduleSize, isSame: false })
  return isEye ? center : undefined
}

/** Whether runs are about equally long; a diagonal crosses them in fewer steps. */
function isEven(runs: RunLengths): boolean {
  const module = sumUp(runs) / runs.length
  const tolerance = module / 2 + roundingError + 0.2
  return module >= 0.6 && runs.every((run) => Math.abs(run - module) <= tolerance)
}

const ringSamples = 16
const minSamples = 12

/**
 * Whether a circle around a center has one tone. The circle runs within a square ring at any angle,
 * and crosses dark and light in a grid.
 */
function hasRing(
  { width, height, bits }: BinaryPicture,
  { x, y }: Point,
  { radius, isSame }: { readonly radius: number; readonly isSame: boolean },
): boolean {
  const tone = bits[y * width + x]
  let count = 0
  for (let i = 0; i < ringSamples; i++) {
    const angle = (2 * Math.PI * i) / ringSamples
    const column = Math.round(x + radius * Math.cos(angle))
    const row = Math.round(y + radius * Math.sin(angle))
    if (column < 0 || row < 0 || column >= width || row >= height) return false
    if ((bits[row * width + column] === tone) === isSame) count++
  }
  return count >= minSamples
}

function toAztecSuspect({ x, y, moduleSize }: RingCenter): CodeSuspect {
  const reach = maxAztecReach * moduleSize
  return { pattern: 'aztec', box: [x - reach, y - reach, x + reach, y + reach], moduleSize }
}
