import { valueParts } from './css-colour.ts'
import { type LengthContext, pixelsOf } from './css-length.ts'

/** Pixels: nothing that is as thin shows a letter. */
const minThickness = 2.6
/** The side of a box, of which percentages are taken: its real size is not known. */
const boxSize = 1000

/** Whether a `clip-path` leaves nothing of a box. */
export function clipsAll(value: string, context: LengthContext): boolean {
  const [, shape = '', inner = ''] = /^([a-z]{3,10})\((.*)\)/s.exec(value.trim()) ?? []
  const lengths = (text: string) =>
    valueParts(text).map((part) => pixelsOf(part, { ...context, whole: boxSize }) ?? Number.NaN)
  if (shape === 'circle' || shape === 'ellipse')
    return lengths(inner.split(' at ')[0] ?? '').some((radius) => radius < minThickness / 2)
  if (shape === 'inset') return isInsetAll(lengths(inner.split(' round ')[0] ?? ''))
  return shape === 'polygon' && isFlat(inner.replace(/^\s*(?:evenodd|nonzero)\s*,/, ''), lengths)
}

function isInsetAll([top = 0, right = top, bottom = top, left = right]: readonly number[]) {
  return top + bottom >= boxSize - minThickness || left + right >= boxSize - minThickness
}

/** Whether a polygon has no area worth speaking of. */
function isFlat(corners: string, lengths: (text: string) => readonly number[]): boolean {
  const points = corners.split(',').map(lengths)
  if (points.some(([x = Number.NaN, y = Number.NaN]) => Number.isNaN(x + y))) return false
  const area = points.reduce((sum, [x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = points[(i + 1) % points.length]!
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
  return Math.abs(area) < minThickness ** 2
}

/** Whether the older `clip: rect(top, right, bottom, left)` leaves nothing of a box. */
export function clipsRectangle(value: string, context: LengthContext): boolean {
  const [, inner] = /^rect\(([^()]*)\)$/.exec(value.trim()) ?? []
  if (inner === undefined) return false
  const [top = 0, right = 0, bottom = 0, left = 0] = inner
    .split(inner.includes(',') ? ',' : ' ')
    .map((side, i) => {
      if (side.trim() === 'auto') return i === 1 || i === 2 ? boxSize : 0
      return pixelsOf(side, context) ?? Number.NaN
    })
  return bottom - top < minThickness || right - left < minThickness
}
