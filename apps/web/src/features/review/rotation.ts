import type { CSSProperties } from 'react'
import type { SheetSize } from '../../shared/pages/box-style.ts'

/** Clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270

type Fractions = readonly [x: number, y: number]

const isSideways = (rotation: Rotation): boolean => rotation % 180 !== 0

/** Converts a point of the rotated page, in fractions of its size, to one of the upright page. */
export function toUpright([x, y]: Fractions, rotation: Rotation): Fractions {
  if (rotation === 90) return [y, 1 - x]
  if (rotation === 180) return [1 - x, 1 - y]
  return rotation === 270 ? [1 - y, x] : [x, y]
}

/** Returns the style of the space that a rotated page takes. */
export const frameStyle = ({ width, height }: SheetSize, rotation: Rotation): CSSProperties => ({
  aspectRatio: isSideways(rotation) ? `${height} / ${width}` : `${width} / ${height}`,
})

/** Returns the style of a page in its space. */
export const rotatedStyle = ({ width, height }: SheetSize, rotation: Rotation): CSSProperties => ({
  inlineSize: isSideways(rotation) ? `${(100 * width) / height}%` : '100%',
  aspectRatio: `${width} / ${height}`,
  transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
})
