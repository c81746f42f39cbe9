import type { PixelPoint } from '../../images/page-image.ts'

/** A rectangle in any position. `angle` is where its width runs, in radians clockwise from the right. */
export type Rectangle = {
  readonly centreX: number
  readonly centreY: number
  readonly width: number
  readonly height: number
  readonly angle: number
}

/** Andrew's monotone chain (1979). Points that lie on an edge are left out. */
export function convexHull(points: readonly PixelPoint[]): PixelPoint[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  if (sorted.length < 3) return sorted
  const lower = halfHull(sorted)
  const upper = halfHull(sorted.reverse())
  return [...lower.slice(0, -1), ...upper.slice(0, -1)]
}

function halfHull(points: readonly PixelPoint[]): PixelPoint[] {
  const hull: PixelPoint[] = []
  for (const point of points) {
    while (hull.length > 1 && turn(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop()
    hull.push(point)
  }
  return hull
}

function turn(a: PixelPoint, b: PixelPoint, c: PixelPoint): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/**
 * The smallest rectangle around the points. One of its sides lies on an edge of their hull (Freeman and Shapira 1975), so
 * every edge is tried. It is turned so that its width is as horizontal as it can be.
 */
export function minimumAreaRectangle(points: readonly PixelPoint[]): Rectangle {
  const hull = convexHull(points)
  let best = rectangleAt(0, hull)
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i]!
    const b = hull[(i + 1) % hull.length]!
    const rectangle = rectangleAt(nearestToHorizontal(Math.atan2(b[1] - a[1], b[0] - a[0])), hull)
    if (rectangle.width * rectangle.height < best.width * best.height) best = rectangle
  }
  return best
}

/** Sides of a rectangle are known but for quarter turns: this takes the one between -45 and 45 degrees. */
function nearestToHorizontal(angle: number): number {
  return angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2)
}

function rectangleAt(angle: number, points: readonly PixelPoint[]): Rectangle {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const alongs = points.map(([x, y]) => x * cos + y * sin)
  const acrosses = points.map(([x, y]) => y * cos - x * sin)
  const left = Math.min(...alongs)
  const right = Math.max(...alongs)
  const top = Math.min(...acrosses)
  const bottom = Math.max(...acrosses)
  const u = (left + right) / 2
  const v = (top + bottom) / 2
  return {
    centreX: u * cos - v * sin,
    centreY: u * sin + v * cos,
    width: right - left,
    height: bottom - top,
    angle,
  }
}

/** Grows a rectangle by the same distance on every side. */
export function grow(rectangle: Rectangle, distance: number): Rectangle {
  const { width, height } = rectangle
  return { ...rectangle, width: width + 2 * distance, height: height + 2 * distance }
}

/** Moves a rectangle towards its own bottom. */
export function shiftAcross(rectangle: Rectangle, distance: number): Rectangle {
  const { centreX, centreY, angle } = rectangle
  return {
    ...rectangle,
    centreX: centreX - Math.sin(angle) * distance,
    centreY: centreY + Math.cos(angle) * distance,
  }
}

/** A place inside a rectangle, given in shares of its width and of its height. */
export function pointIn(rectangle: Rectangle, acrossShare: number, downShare: number): PixelPoint {
  const { centreX, centreY, width, height, angle } = rectangle
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const u = (acrossShare - 0.5) * width
  const v = (downShare - 0.5) * height
  return [centreX + u * cos - v * sin, centreY + u * sin + v * cos]
}

/** The same rectangle seen after quarter turns of its reader's head: `1` reads it from top to bottom. */
export function readTurned(rectangle: Rectangle, quarters: number): Rectangle {
  const { width, height, angle } = rectangle
  const isUpended = quarters % 2 !== 0
  return {
    ...rectangle,
    width: isUpended ? height : width,
    height: isUpended ? width : height,
    angle: angle + (quarters * Math.PI) / 2,
  }
}
