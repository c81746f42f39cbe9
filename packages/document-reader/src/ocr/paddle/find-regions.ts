import type { PixelPoint } from '../../images/page-image.ts'

/** A map of numbers from 0 to 1, row by row. */
export type ProbabilityMap = {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** The outer corners of the pixels at both ends of every row of a region: enough for its convex hull. */
export type Region = { readonly outline: readonly PixelPoint[]; readonly pixels: number }

const minPixels = 6

/** Which pixels of a map are still to be visited, with a border that never is. */
type Mask = { readonly isFree: Uint8Array; readonly stride: number }

/** The connected regions of all that is above the threshold; pixels that touch at a corner are connected. */
export function findRegions(map: ProbabilityMap, threshold: number): Region[] {
  const mask = maskOf(map, threshold)
  const regions: Region[] = []
  for (let start = 0; start < mask.isFree.length; start++) {
    if (mask.isFree[start] === 0) continue
    const region = fill(mask, start)
    if (region.pixels >= minPixels) regions.push(region)
  }
  return regions
}

function maskOf({ width, height, values }: ProbabilityMap, threshold: number): Mask {
  const stride = width + 2
  const isFree = new Uint8Array(stride * (height + 2))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (values[y * width + x]! > threshold) isFree[(y + 1) * stride + x + 1] = 1
  return { isFree, stride }
}

/** Takes a region out of the mask. */
function fill({ isFree, stride }: Mask, start: number): Region {
  const steps = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1]
  const rows = new Map<number, Row>()
  const open = [start]
  isFree[start] = 0
  let pixels = 0
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const x = (place % stride) - 1
    const y = Math.floor(place / stride) - 1
    widen(rows, x, y)
    pixels++
    for (const step of steps) {
      if (isFree[place + step] === 0) continue
      isFree[place + step] = 0
      open.push(place + step)
    }
  }
  return { outline: outlineOf(rows), pixels }
}

type Row = { left: number; right: number }

function widen(rows: Map<number, Row>, x: number, y: number): void {
  const row = rows.get(y)
  if (!row) rows.set(y, { left: x, right: x })
  else if (x < row.left) row.left = x
  else if (x > row.right) row.right = x
}

function outlineOf(rows: ReadonlyMap<number, Row>): PixelPoint[] {
  return [...rows].flatMap(([y, { left, right }]): PixelPoint[] => [
    [left, y],
    [left, y + 1],
    [right + 1, y],
    [right + 1, y + 1],
  ])
}
