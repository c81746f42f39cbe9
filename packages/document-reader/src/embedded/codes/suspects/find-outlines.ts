import type { EdgeLines } from './edge-lines.ts'

export type Point = readonly [x: number, y: number]

/** Pixels: a Data Matrix code has at least eight modules in each direction. */
const minSide = 8
/** Share of its own box that a shape with two full borders covers. */
const minArea = 0.12
/** Tone changes per pixel within the box of a code, whose modules are at most six pixels wide. */
const minEdgeDensity = 0.04
/** Tone changes per row within the box of the smallest code; letters have fewer. */
const minEdgesOfRow = 3.2
/** Shapes of one tone that are examined in one picture. */
const maxShapes = 100
/** A picture with more tone changes is a texture at its resolution, and only smaller copies count. */
const maxEdges = 1_000_000

/** Connected pixels of one tone. */
type Shape = {
  readonly label: number
  readonly left: number
  readonly top: number
  /** The first column and row outside. */
  readonly right: number
  readonly bottom: number
}

/**
 * Returns the outlines of the shapes of a tone that may be most of a Data Matrix code: large, and
 * where tones change often. An outline consists of the ends of its shape in each row.
 */
export function findOutlines(rows: EdgeLines, tone: number): Point[][] {
  if (rows.edges.length > maxEdges) return []
  const labels = labelRuns(rows, tone)
  return labels.shapes
    .filter((shape) => isDense(rows, shape))
    .slice(0, maxShapes)
    .map((shape) => readOutline(rows, shape, labels))
}

type LabelledRuns = {
  /** For each run of the tone, at the place of its first edge, a run of the same shape. */
  readonly parents: Int32Array
  readonly tone: number
  readonly shapes: readonly Shape[]
}

/**
 * Labels connected runs, eight neighbours, by union-find (C. Ronse and P. Devijver, "Connected
 * Components in Binary Images: the Detection Problem", 1984).
 */
function labelRuns(rows: EdgeLines, tone: number): LabelledRuns {
  const parents = new Int32Array(rows.edges.length).fill(-1)
  for (let y = 0; y < rows.count; y++) labelRow(rows, y, { parents, tone })
  return { parents, tone, shapes: measureShapes(rows, parents, tone) }
}

/** Starts a shape with each run of a row, and joins it with those of the row above. */
function labelRow(
  rows: EdgeLines,
  y: number,
  { parents, tone }: Omit<LabelledRuns, 'shapes'>,
): void {
  const { edges, starts } = rows
  let runAbove = y > 0 ? getFirstRun(rows, y - 1, tone) : 0
  const aboveEnd = starts[y]! - 1
  for (let run = getFirstRun(rows, y, tone); run < starts[y + 1]! - 1; run += 2) {
    parents[run] = run
    while (runAbove < aboveEnd && edges[runAbove + 1]! < edges[run]!) runAbove += 2
    for (let i = runAbove; i < aboveEnd && edges[i]! <= edges[run + 1]!; i += 2)
      unite(parents, i, run)
  }
}

function getFirstRun({ starts, firstTones }: EdgeLines, y: number, tone: number): number {
  return starts[y]! + (firstTones[y] === tone ? 0 : 1)
}

function unite(parents: Int32Array, a: number, b: number): void {
  const first = findRoot(parents, a)
  const second = findRoot(parents, b)
  if (first < second) parents[second] = first
  else parents[first] = second
}

function findRoot(parents: Int32Array, run: number): number {
  let root = run
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]!]!
    root = parents[root]!
  }
  return root
}

type MeasuredShape = { -readonly [Name in keyof Shape]: Shape[Name] } & { area: number }

/** Returns the shapes that are large enough, the largest first. */
function measureShapes(rows: EdgeLines, parents: Int32Array, tone: number): Shape[] {
  const shapes = new Map<number, MeasuredShape>()
  for (let y = 0; y < rows.count; y++)
    for (let run = getFirstRun(rows, y, tone); run < rows.starts[y + 1]! - 1; run += 2) {
      const label = findRoot(parents, run)
      const left = rows.edges[run]!
      const right = rows.edges[run + 1]!
      const shape = shapes.get(label)
      if (shape) addRun(shape, { left, right, y })
      else shapes.set(label, { label, left, top: y, right, bottom: y + 1, area: right - left })
    }
  return [...shapes.values()]
    .filter(({ left, top, right, bottom, area }) => {
      const width = right - left
      const height = bottom - top
      return Math.min(width, height) >= minSide && area >= minArea * width * height
    })
    .sort((a, b) => b.area - a.area)
}

type Run = { readonly left: number; readonly right: number; readonly y: number }

function addRun(shape: MeasuredShape, { left, right, y }: Run): void {
  shape.left = Math.min(shape.left, left)
  shape.right = Math.max(shape.right, right)
  shape.bottom = y + 1
  shape.area += right - left
}

function isDense({ edges, starts }: EdgeLines, { left, top, right, bottom }: Shape): boolean {
  let count = 0
  for (let y = top; y < bottom; y++)
    for (let i = starts[y]!; i < starts[y + 1]!; i++)
      if (edges[i]! > left && edges[i]! < right) count++
  const height = bottom - top
  return count >= minEdgesOfRow * height && count >= minEdgeDensity * (right - left) * height
}

function readOutline(
  rows: EdgeLines,
  { label, top, bottom }: Shape,
  { parents, tone }: LabelledRuns,
): Point[] {
  const outline: Point[] = []
  for (let y = top; y < bottom; y++) {
    let first: number | undefined
    let last = 0
    for (let run = getFirstRun(rows, y, tone); run < rows.starts[y + 1]! - 1; run += 2) {
      if (findRoot(parents, run) !== label) continue
      first ??= rows.edges[run]!
      last = rows.edges[run + 1]!
    }
    if (first !== undefined) outline.push([first, y], [last, y])
  }
  return outline
}
