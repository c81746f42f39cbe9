import { expect, test } from 'vitest'
import type { PixelPoint } from '../../images/page-image.ts'
import {
  convexHull,
  grow,
  minimumAreaRectangle,
  pointIn,
  type Rectangle,
  readTurned,
} from './geometry.ts'

/** Returns the corners clockwise from the rectangle's own top left. */
const cornersOf = (rectangle: Rectangle) => [
  pointIn(rectangle, 0, 0),
  pointIn(rectangle, 1, 0),
  pointIn(rectangle, 1, 1),
  pointIn(rectangle, 0, 1),
]

const roundPoints = (points: readonly PixelPoint[]) =>
  points.map(([x, y]) => [Math.round(x * 10) / 10 + 0, Math.round(y * 10) / 10 + 0])

test('a hull leaves out what lies inside and on its edges', () => {
  const square: PixelPoint[] = [
    [0, 0],
    [2, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [1, 3],
  ]

  expect(convexHull(square)).toHaveLength(4)
})

test('the smallest rectangle around a slanted bar is slanted like it', () => {
  const bar = { centreX: 50, centreY: 40, width: 60, height: 8, angle: Math.PI / 12 }

  const rectangle = minimumAreaRectangle(cornersOf(bar))

  expect(rectangle.angle).toBeCloseTo(bar.angle)
  expect(rectangle.width).toBeCloseTo(60)
  expect(rectangle.height).toBeCloseTo(8)
  expect([rectangle.centreX, rectangle.centreY]).toEqual([expect.closeTo(50), expect.closeTo(40)])
})

test('a point and a stroke have a rectangle too', () => {
  expect(minimumAreaRectangle([[3, 4]])).toMatchObject({ width: 0, height: 0 })
  const stroke = minimumAreaRectangle([
    [0, 0],
    [10, 0],
  ])
  expect(stroke).toMatchObject({ width: 10, height: 0 })
})

test('a rectangle grows by the same distance on every side', () => {
  const grownRectangle = grow({ centreX: 10, centreY: 10, width: 8, height: 4, angle: 0 }, 2)

  expect(roundPoints(cornersOf(grownRectangle))).toEqual([
    [4, 6],
    [16, 6],
    [16, 14],
    [4, 14],
  ])
})

test('a box that is read from top to bottom begins at its upper right corner', () => {
  const uprightRectangle = { centreX: 5, centreY: 20, width: 10, height: 40, angle: 0 }

  const [start, end] = roundPoints(cornersOf(readTurned(uprightRectangle, 1)))

  expect([start, end]).toEqual([
    [10, 0],
    [10, 40],
  ])
})
