import type { Box } from '@recto/document-text/model'
import type { Component } from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'
import { inkShare } from './find-squares.ts'

export type Radio = { readonly box: Box; readonly isSelected: boolean }

/** In letters of the middle size: the letter O is smaller. */
const minCircle = 1.5
const maxCircle = 2.4
const minDiameter = 10
const directions = 48

/**
 * Radio buttons: thin circles that stand alone and are larger than letters, with nothing or a solid dot inside.
 */
export function findRadios(
  ink: InkMask,
  components: readonly Component[],
  letter: number,
): Radio[] {
  const minSize = Math.max(minDiameter, letter * minCircle)
  const maxSize = Math.max(minSize, letter * maxCircle)
  return components.flatMap((component): Radio[] => {
    const { left, top, right, bottom } = component
    const width = right - left
    const height = bottom - top
    if (width < minSize || width > maxSize || Math.abs(width - height) > width * 0.12) return []
    if (!isRing(ink, component) || !isAlone(ink, component)) return []
    const interior = lookInside(ink, component)
    return interior === 'other'
      ? []
      : [{ box: [left, top, right, bottom], isSelected: interior === 'dot' }]
  })
}

/** In every direction, ink lies at the rim and ends soon behind it. */
function isRing(ink: InkMask, circle: Component): boolean {
  const radius = (circle.right - circle.left) / 2
  let good = 0
  for (let i = 0; i < directions; i++) {
    const isInk = (share: number) => inkAt(ink, circle, (2 * Math.PI * i) / directions, share)
    const rim = [1.02, 0.97, 0.92, 0.87, 0.82].find(isInk)
    if (rim && !isInk(1.15) && !isInk(rim - Math.max(0.25, 3 / radius))) good++
  }
  return good >= directions * 0.94
}

/** Samples at a share of the radius from the centre. */
function inkAt(
  { width, pixels }: InkMask,
  circle: Component,
  angle: number,
  share: number,
): boolean {
  const { left, top, right, bottom } = circle
  const x = (left + right) / 2 + ((right - left) / 2) * share * Math.cos(angle)
  const y = (top + bottom) / 2 + ((bottom - top) / 2) * share * Math.sin(angle)
  return pixels[Math.floor(y) * width + Math.floor(x)] === 1
}

/** A letter in a word has others close by. */
function isAlone(ink: InkMask, { left, top, right, bottom }: Component): boolean {
  const gap = Math.round((right - left) * 0.3)
  const isPaper = (x0: number, x1: number) =>
    inkShare(ink, [Math.max(0, x0), top, Math.min(ink.width, x1), bottom]) < 0.02
  return isPaper(left - gap, left - 1) && isPaper(right + 1, right + gap)
}

function lookInside(ink: InkMask, circle: Component): 'nothing' | 'dot' | 'other' {
  const x = (circle.left + circle.right) / 2
  const y = (circle.top + circle.bottom) / 2
  const radius = (circle.right - circle.left) / 2
  const toBox = (share: number): Box => [
    Math.round(x - radius * share),
    Math.round(y - radius * share),
    Math.round(x + radius * share),
    Math.round(y + radius * share),
  ]
  // A square of half the radius lies well inside the rim and, where there is one, inside the dot.
  if (inkShare(ink, toBox(0.25)) > 0.9) return 'dot'
  return inkShare(ink, toBox(0.5)) < 0.04 ? 'nothing' : 'other'
}
