import type { PixelPoint } from '../ocr-engine.ts'

/** A map of numbers from 0 to 1, row by row. */
export type ProbabilityMap = {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** The outer corners of the pixels at both ends of every row of a region: enough for its convex hull. */
export type Region = { readonly outline: readonly PixelPoint[]; readonly pixels: number }

const fewestPixels = 6

/** The connected regions of all that is above the threshold; pixels that touch at a corner are connected. */
export function findRegions(map: ProbabilityMap, threshold: number): Region[] {
  const { width, height, values } = map
  const isFree = Uint8Array.from(values, (value) => (value > threshold ? 1 : 0))
  const regions: Region[] = []
  for (let start = 0; start < width * height; start++) {
    if (isFree[start] === 0) continue
    const region = fill(isFree, map, start)
    if (region.pixels >= fewestPixels) regions.push(region)
  }
  return regions
}

function fill(isFree: Uint8Array, { width, height }: ProbabilityMap, start: number): Region {
  const rows = new Map<number, [left: number, right: number]>()
  const open = [start]
  isFree[start] = 0
  let pixels = 0
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const x = place % width
    const y = (place - x) / width
    pixels++
    const row = rows.get(y)
    if (!row) rows.set(y, [x, x])
    else if (x < row[0]) row[0] = x
    else if (x > row[1]) row[1] = x
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const next = ny * width + nx
        if (isFree[next] === 0) continue
        isFree[next] = 0
        open.push(next)
      }
  }
  return { outline: outlineOf(rows), pixels }
}

function outlineOf(rows: ReadonlyMap<number, readonly [number, number]>): PixelPoint[] {
  return [...rows].flatMap(([y, [left, right]]): PixelPoint[] => [
    [left, y],
    [left, y + 1],
    [right + 1, y],
    [right + 1, y + 1],
  ])
}
