import type { Box } from '@recto/document-text/model'

/** A small shape on the displayed page, its line included. */
export type Shape = {
  readonly box: Box
  readonly form: 'square' | 'round' | 'other'
  /** An outline around nothing or paper, dark inside, or paper without an outline. */
  readonly paint: 'frame' | 'dark' | 'paper'
}

/** Points by which the ends of two sides may lie apart. */
const slack = 1.2
const maxOblong = 1.35
/** With more single lines a page is a drawing. */
const maxEdges = 4_000

/** Squares that are drawn as four single lines. */
export function joinEdges(edges: readonly Box[]): readonly Shape[] {
  if (edges.length < 4 || edges.length > maxEdges) return []
  const isLevel = ([x0, y0, x1, y1]: Box) => x1 - x0 >= y1 - y0
  const level = edges.filter(isLevel).toSorted((a, b) => a[1] - b[1])
  const upright = openIndex(edges.filter((edge) => !isLevel(edge)))
  const levelIndex = openIndex(level)
  const shapes: Shape[] = []
  for (const top of level) {
    const bottom = findBottom(top, levelIndex)
    if (!bottom) continue
    const box: Box = [top[0], top[1], top[2], bottom[3]]
    const hasSide = (x: number) =>
      upright.near(x, top[1]).some((edge) => isNear(edge[3], box[3]) && isNear(edge[1], box[1]))
    if (hasSide(box[0]) && hasSide(box[2])) shapes.push({ box, form: 'square', paint: 'frame' })
  }
  return shapes
}

function findBottom(top: Box, level: EdgeIndex): Box | undefined {
  const side = top[2] - top[0]
  for (const height of [side / maxOblong, side, side * maxOblong])
    for (const edge of level.near(top[0], top[1] + height, side * (maxOblong - 1))) {
      const drop = edge[1] - top[1]
      const isSquare = drop >= side / maxOblong && drop <= side * maxOblong
      if (isSquare && isNear(edge[0], top[0]) && isNear(edge[2], top[2])) return edge
    }
  return undefined
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= slack
}

type EdgeIndex = {
  /** Edges that begin about there. */
  near(x: number, y: number, reach?: number): readonly Box[]
}

const cell = 8

function openIndex(edges: readonly Box[]): EdgeIndex {
  const cells = Map.groupBy(
    edges,
    ([x0, y0]) => `${Math.floor(x0 / cell)},${Math.floor(y0 / cell)}`,
  )
  const range = (from: number, to: number) => {
    const first = Math.floor(from / cell)
    return Array.from({ length: Math.floor(to / cell) - first + 1 }, (_, i) => first + i)
  }
  return {
    near: (x, y, reach = slack) =>
      range(x - slack, x + slack)
        .flatMap((column) => range(y - reach, y + reach).map((row) => `${column},${row}`))
        .flatMap((key) => cells.get(key) ?? [])
        .filter((edge) => isNear(edge[0], x) && Math.abs(edge[1] - y) <= reach),
  }
}
