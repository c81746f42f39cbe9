import type { Box } from '@recto/document-text/model'
import type { Component } from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'
import { gapsBeside } from './box-evidence.ts'
import { inkShare } from './find-squares.ts'

export type Radio = { readonly box: Box; readonly isSelected: boolean }

/**
 * In letters of the middle size. The letter O is smaller than a circle that stands alone; one that has another of its size in its
 * row or column may be as large as it.
 */
const minCircle = 1.05
const minSingle = 1.55
const maxSingle = 2.6
const maxCircle = 3.8
const minDiameter = 9
const directions = 48
/** Shares of the diameter by which the circles of a group differ and are out of line. */
const maxDifference = 0.15
const maxShift = 0.3
const maxOblong = 0.12
/** Other lines that end with a circle, within so many diameters. */
const minLineEnds = 2
const maxListReach = 6
/** Share of a width by which a circle is higher or lower. */
const maxOblongOfCircle = 0.05
/** Share of the circles of a group: scans dent some. */
const minTrueCircles = 0.5

/** Share of the diameter: the strokes of a large letter O are thicker than the rim of a circle. */
const maxSingleRim = 0.12
/** The same for circles that no letter of the text is as large as. */
const maxLargeRim = 0.2

const maxStack = 40
/** Shares of the diameter: from middle to middle of circles that touch. */
const minPitch = 0.85
const typicalPitch = 1.04
const maxPitch = 1.2

/** Gaps are measured in diameters. A letter in a word has others close by, and a digit in a number on one side at least. */
const minGap = 0.17
const minGapOfLarge = 0.1
const minWideGap = 1
const minWideGapOfLarge = 0.35
const minLineGap = 1.5
const maxLabelGap = 1.2

type Circle = Radio & {
  readonly interior: 'nothing' | 'dot' | 'other'
  /** Pixels. */
  readonly rim: number
  /** Whether nothing follows in its line, and something is close before it. */
  readonly isAtLineEnd: boolean
  /** Large letters O are higher than wide, or have uneven rims. */
  readonly isTrueCircle: boolean
  readonly hasLabel: boolean
  /** Whether it is one of two whose rims touch. */
  readonly isOfPair: boolean
}

/** With more of them, a page is a pattern. */
const maxCircles = 2_000

/**
 * Radio buttons: thin circles that stand alone, with nothing or a mark inside. Clearly larger than letters, or
 * one of a group; a group with thicker rims is a column of letters unless one of them has a mark. Where fainter tones are taken for ink too, `clearInk` tells what is inside.
 */
export function findRadios(
  ink: InkMask,
  components: readonly Component[],
  letter: number,
  clearInk: InkMask = ink,
): Radio[] {
  const circles = findCircles(ink, components, { letter, clearInk })
  return circles.filter((circle) => {
    const group = [
      ...circles.filter((peer) => isOfGroup(circle, peer)),
      ...endsOfLines(circle, circles),
    ]
    // The digit 8 is a pair of circles.
    if (circle.isOfPair && group.every(({ isOfPair }) => isOfPair)) return false
    return group.length > 0 ? isRadioOf(group, circle, letter) : isSingleRadio(circle, letter)
  })
}

function isSingleRadio({ box, rim, interior, isTrueCircle }: Circle, letter: number): boolean {
  const diameter = box[2] - box[0]
  const size = diameter / Math.max(letter, 1)
  const isOfSize = size >= minSingle && size <= maxSingle
  const isCircle = isTrueCircle || interior === 'dot'
  return isOfSize && isCircle && interior !== 'other' && rim <= diameter * maxSingleRim
}

/** Thick rims are those of letters, unless there is a dot, or a label beside circles that are larger than letters or marked. */
function isRadioOf(group: readonly Circle[], circle: Circle, letter: number): boolean {
  const diameter = circle.box[2] - circle.box[0]
  const interiors = [circle, ...group].map(({ interior }) => interior)
  if (interiors.includes('dot')) return true
  const trueCircles = [circle, ...group].filter(({ isTrueCircle }) => isTrueCircle)
  if (trueCircles.length <= group.length * minTrueCircles) return false
  if (circle.rim <= diameter * maxSingleRim) return true
  const isLarge = diameter >= letter * minSingle && circle.rim <= diameter * maxLargeRim
  return circle.hasLabel && (isLarge || interiors.includes('other'))
}

type CircleSearch = {
  /** Pixels: the middle letter. */
  readonly letter: number
  readonly clearInk: InkMask
}

type CirclePlace = CircleSearch & {
  /** How many circles, this one included, are one shape because their rims touch. */
  readonly stackSize: number
}

function findCircles(
  ink: InkMask,
  components: readonly Component[],
  { letter, clearInk }: CircleSearch,
): readonly Circle[] {
  const minSize = Math.max(minDiameter, letter * minCircle)
  const maxSize = Math.max(minSize, letter * maxCircle)
  const circles: Circle[] = []
  for (const component of components) {
    const width = component.right - component.left
    if (width < minSize || width > maxSize) continue
    const parts = divideStack(component)
    const stackSize = parts.length
    const partCircles = parts.map((part) => toCircle(ink, part, { letter, clearInk, stackSize }))
    // A stack of which one is no circle is something else.
    if (partCircles.every((circle) => circle !== undefined)) circles.push(...partCircles)
    if (circles.length > maxCircles) return []
  }
  return circles
}

/** The places of the circles that a shape can be: itself, or as many as fit into its height where they touch. */
function divideStack(component: Component): readonly Component[] {
  const { top, bottom, left, right } = component
  const side = right - left
  const height = bottom - top
  if (Math.abs(side - height) <= Math.max(1, side * maxOblong)) return [component]
  const count = Math.min(maxStack, Math.round((height - side) / (side * typicalPitch)) + 1)
  const pitch = (height - side) / (count - 1)
  if (count < 2 || pitch < side * minPitch || pitch > side * maxPitch) return []
  return Array.from({ length: count }, (_, i) => ({
    ...component,
    top: Math.round(top + pitch * i),
    bottom: Math.round(top + pitch * i + side),
  }))
}

function toCircle(
  ink: InkMask,
  component: Component,
  { letter, clearInk, stackSize }: CirclePlace,
): Circle | undefined {
  const { left, top, right, bottom } = component
  const box: Box = [left, top, right, bottom]
  const measuredRim = measureRim(ink, component, stackSize > 1)
  const gaps = gapsBeside(ink, box)
  if (!measuredRim || !isAlone(gaps, right - left >= letter * minSingle)) return undefined
  const { rim, isEven } = measuredRim
  const interior = lookInside(clearInk, component)
  const [gapBefore, gapAfter] = gaps
  return {
    box,
    isSelected: interior !== 'nothing',
    interior,
    rim,
    isAtLineEnd: gapBefore < minWideGap && gapAfter > minLineGap,
    isTrueCircle: isEven && isExactlyRound(component),
    hasLabel: Math.min(gapBefore, gapAfter) <= maxLabelGap,
    isOfPair: stackSize === 2,
  }
}

function isExactlyRound({ left, top, right, bottom }: Component): boolean {
  const width = right - left
  return Math.abs(bottom - top - width) <= Math.max(1, width * maxOblongOfCircle)
}

/** Circles with something else than a dot inside may be signs such as ©, which have no empty ones beside them. */
function isOfGroup(circle: Circle, peer: Circle): boolean {
  if (circle === peer || peer.interior === 'other') return false
  const size = circle.box[2] - circle.box[0]
  const isInRow = Math.abs(middleOf(circle.box, 1) - middleOf(peer.box, 1)) <= size * maxShift
  const isInColumn = Math.abs(middleOf(circle.box, 0) - middleOf(peer.box, 0)) <= size * maxShift
  return isSameSize(circle, peer) && (isInRow || isInColumn)
}

/**
 * Circles behind texts of different lengths are in no column. That the ends of lines that follow each other have one of the same
 * size each is chance for letters.
 */
function endsOfLines(circle: Circle, circles: readonly Circle[]): readonly Circle[] {
  if (!circle.isAtLineEnd) return []
  const size = circle.box[2] - circle.box[0]
  const peers = circles.filter(
    (peer) =>
      peer !== circle &&
      peer.isAtLineEnd &&
      peer.interior !== 'other' &&
      isSameSize(circle, peer) &&
      Math.abs(middleOf(circle.box, 1) - middleOf(peer.box, 1)) <= size * maxListReach,
  )
  return peers.length >= minLineEnds ? peers : []
}

function isSameSize({ box }: Circle, { box: peer }: Circle): boolean {
  const size = box[2] - box[0]
  return Math.abs(peer[2] - peer[0] - size) <= Math.max(1.5, size * maxDifference)
}

function middleOf(box: Box, axis: 0 | 1): number {
  return (box[axis] + box[axis + 2]!) / 2
}

/** Pixels, and share of the radius: how thick a rim is, and how far it may leave a circle. */
const maxRim = { pixels: 3, share: 0.4 }
/** The rims of small circles run thick in scans. */
const maxRimOfSmall = { pixels: 4.6, share: 0.48 }
const maxDent = { pixels: 1.2, share: 0.06 }
const minGood = 0.92
const minGoodOfMarked = 0.6
/** Radians to each side of the vertical in which the rims of a stack run together. */
const touchingAngle = Math.PI / 6

/** Pixels, and share of the thicker one, by which upright and level parts of a rim differ. */
const maxUneven = { pixels: 0.8, share: 0.25 }

type Rim = {
  /** Pixels on the mean. */
  readonly rim: number
  /** Whether it is as thick at its sides as at its top and bottom, as the strokes of most letters are not. */
  readonly isEven: boolean
}

/**
 * Measures the rim of a circle. Where it is none, because the rim is missing, thick or dented in some directions, it returns
 * nothing.
 */
function measureRim(ink: InkMask, circle: Component, isStacked: boolean): Rim | undefined {
  const radius = (circle.right - circle.left + circle.bottom - circle.top) / 4
  const maxThickness = Math.max(
    maxRim.pixels,
    radius * maxRim.share,
    Math.min(maxRimOfSmall.pixels, radius * maxRimOfSmall.share),
  )
  const dent = maxDent.pixels + radius * maxDent.share
  const angles = Array.from(
    { length: directions },
    (_, i) => (2 * Math.PI * i) / directions,
  ).filter((angle) => !isStacked || Math.abs(Math.cos(angle)) > Math.sin(touchingAngle))
  let roundCount = 0
  let good = 0
  const thicknesses = { upright: [] as number[], level: [] as number[] }
  for (const angle of angles) {
    // What is inked where a ray begins is the next circle, the line of a cell, or the corner of a square.
    const start = firstFrom(ink, circle, { angle, from: radius + dent, value: 0 })
    const outer = firstFrom(ink, circle, { angle, from: start, value: 1 })
    if (Math.abs(radius - outer) > dent) continue
    roundCount++
    const inner = firstFrom(ink, circle, { angle, from: outer, value: 0 })
    const isThin = inner > 0 && outer - inner <= maxThickness
    if (!isThin) continue
    good++
    thicknesses[directionOf(angle)].push(outer - inner)
  }
  // A dot that is printed too large touches the rim in places, and so do the ends of a cross.
  const minRims = lookInside(ink, circle) === 'nothing' ? minGood : minGoodOfMarked
  const isRim = roundCount >= angles.length * minGood && good >= angles.length * minRims
  return isRim ? toRim(thicknesses) : undefined
}

const directionOf = (angle: number): 'upright' | 'level' =>
  Math.abs(Math.cos(angle)) > Math.SQRT1_2 ? 'upright' : 'level'

function toRim(thicknesses: Record<'upright' | 'level', readonly number[]>): Rim {
  const upright = meanOf(thicknesses.upright)
  const level = meanOf(thicknesses.level)
  const maxDeviation = Math.max(maxUneven.pixels, Math.max(upright, level) * maxUneven.share)
  return {
    rim: meanOf([...thicknesses.upright, ...thicknesses.level]),
    isEven: Math.abs(upright - level) <= maxDeviation,
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

type Ray = { readonly angle: number; readonly from: number; readonly value: 0 | 1 }

/** The distance from the middle at which a ray to it first meets ink or paper; 0 where it does not. */
function firstFrom(
  { width, height, pixels }: InkMask,
  { left, top, right, bottom }: Component,
  { angle, from, value }: Ray,
): number {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  for (let distance = from; distance > 0; distance -= 0.5) {
    const x = Math.floor((left + right) / 2 + distance * cos)
    const y = Math.floor((top + bottom) / 2 + distance * sin)
    const isInside = x >= 0 && y >= 0 && x < width && y < height
    if ((isInside ? pixels[y * width + x] : 0) === value) return distance
  }
  return 0
}

function isAlone(gaps: readonly [number, number], isLarge: boolean): boolean {
  const [minNear, minFar] = isLarge ? [minGapOfLarge, minWideGapOfLarge] : [minGap, minWideGap]
  return Math.min(...gaps) >= minNear && Math.max(...gaps) >= minFar
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
