import type { Box } from '@recto/document-text/model'
import { turnBox } from '@recto/document-text/turn-box'
import type { Glyph } from '../../words/glyph.ts'
import type { PlacedWord } from '../../words/group-words.ts'
import { type BoxCandidate, isAligned, isInRow, isMiddleIn, withoutCells } from './box-candidate.ts'
import { boxSignOf, isMarkSign } from './box-signs.ts'
import type { Shape } from './join-edges.ts'
import { openPlaceIndex, type PlaceIndex } from './place-index.ts'
import { heightOf, isFrameAround, maxSide, minSide, widthOf } from './read-shapes.ts'

export type FoundBoxes = {
  /** The letters of the page without those that are boxes. */
  readonly glyphs: readonly Glyph[]
  readonly boxes: readonly PlacedWord[]
}

/** With more of them a page is a pattern. */
const maxBoxes = 2_000
/** Shares of a side. A mark is larger than a speck, and leaves its box by less than another box. */
const minMark = 0.3
const maxMark = 2
const maxLetterSize = 12
/** The unit is the size of the letters behind it. */
const maxBullet = 0.48
/** Share of a side around a box in which its own sides have their middle. */
const middleZone = 0.12
/** In sides or letters, whichever is larger: how far the label of a box lies from it. */
const maxLabelGap = 2.5
/** The letters of marks stand a little above or below the middle of their box. */
const markSlack = 0.2

/** Parts the words on both sides of a sign that is no letter. */
const gap: Glyph = {
  text: '',
  box: [0, 0, 0, 0],
  angle: 0,
  originX: 0,
  originY: 0,
  em: 0,
  run: 0,
  font: 0,
  space: 'spelt',
}

/**
 * Finds the check boxes and radio buttons that a page draws as shapes or as signs of a font, with the marks in them, and takes
 * their signs out of the letters. A box has a label beside it, or stands in a line with others like it. Cells of tables and of
 * fields with a cell for each letter, bullets and legends are none.
 */
export function findBoxes(glyphs: readonly Glyph[], shapes: readonly Shape[]): FoundBoxes {
  const outlines = framesAmong(shapes)
  const boxSigns = glyphs.filter(({ text }) => boxSignOf(text) !== undefined)
  const count = outlines.length + boxSigns.length
  if (count === 0 || count > maxBoxes) return { glyphs, boxes: [] }
  const angle = mainAngle(glyphs)
  const letters = glyphs.filter(({ space, text }) => space === 'none' && text !== '')
  const page = { angle, shapes, letters: openPlaceIndex(letters, ({ box }) => box) }
  const frames = findFrames(page, outlines)
  const framedSigns = new Set(frames.flatMap(({ signs }) => signs))
  const signs = boxSigns.filter((glyph) => !framedSigns.has(glyph))
  const candidates = settleFilled([
    ...frames.filter((frame) => !isBullet(frame, page)),
    ...signs.map((glyph) => toCandidate(glyph, page)),
    ...findSolids(page, frames),
  ])
  const labelledBoxes = withLabels(candidates, page)
  const usedSigns = new Set(labelledBoxes.flatMap((candidate) => candidate.signs))
  return {
    glyphs:
      usedSigns.size === 0 ? glyphs : glyphs.map((glyph) => (usedSigns.has(glyph) ? gap : glyph)),
    boxes: labelledBoxes.map((candidate) => toWord(candidate, angle)),
  }
}

type DrawnPage = {
  /** A quarter turn, in which most letters run. */
  readonly angle: number
  readonly shapes: readonly Shape[]
  readonly letters: PlaceIndex<Glyph>
}

function mainAngle(glyphs: readonly Glyph[]): number {
  const counts = [0, 0, 0, 0]
  for (const { angle, space } of glyphs)
    if (space === 'none' && angle % 90 === 0) counts[(angle / 90) % 4]!++
  return counts.indexOf(Math.max(...counts)) * 90
}

function findFrames(page: DrawnPage, outlines: readonly Frame[]): readonly BoxCandidate[] {
  const { angle, shapes } = page
  const dark = openPlaceIndex(
    shapes.filter(({ paint }) => paint === 'dark'),
    ({ box }) => box,
  )
  const candidates = outlines.map(({ box, form }): BoxCandidate | undefined => {
    const content = readContent(box, { page, dark })
    if (!content) return undefined
    const state = content.isMarked ? 'ticked' : 'empty'
    return { box, place: turnBox(box, angle), form, state, signs: content.signs, isSign: false }
  })
  const squares = outlines.map(({ box, form }) => ({ box, form, place: turnBox(box, angle) }))
  const boxesApart = new Set(withoutCells(squares.map(toCell)).map(({ box }) => box))
  return candidates.filter((value) => value !== undefined).filter(({ box }) => boxesApart.has(box))
}

/** Cells with letters in them are cells too. */
const toCell = (cell: Pick<BoxCandidate, 'box' | 'form' | 'place'>): BoxCandidate => ({
  ...cell,
  state: 'empty',
  signs: [],
  isSign: false,
})

type Frame = Shape & { readonly form: 'square' | 'round' }

/** Outlines of the size of a box; one that is drawn twice, or double, counts once. */
function framesAmong(shapes: readonly Shape[]): readonly Frame[] {
  const isFrame = (shape: Shape): shape is Frame => shape.form !== 'other' && isOfSize(shape.box)
  const framesOfSize = shapes.filter(isFrame)
  const papers = openPlaceIndex(
    framesOfSize.filter(({ paint }) => paint === 'paper'),
    ({ box }) => box,
  )
  const frames = withoutTableCells(
    framesOfSize.filter(
      ({ box, paint }) =>
        paint === 'frame' ||
        (paint === 'dark' && papers.within(box).some((paper) => isFrameAround(box, paper.box))),
    ),
  )
  const index = openPlaceIndex(frames, ({ box }) => box)
  const order = new Map(frames.map((frame, i) => [frame, i]))
  return frames.filter((frame) =>
    index
      .within(frame.box)
      .every(
        (neighbour) =>
          neighbour === frame ||
          !hides(neighbour, frame, order.get(neighbour)! < order.get(frame)!),
      ),
  )
}

/** Points by which the sides of two cells lie apart, or over each other by the thickness of their line; and share by which they differ. */
const maxSeam = 0.3
const maxCover = 1.5
const maxDifference = 0.25

/** A cell is as large as the next one, and has a side in common with it. It may hold a box, which must not be taken for its inner line. */
function withoutTableCells(frames: readonly Frame[]): readonly Frame[] {
  if (frames.length > maxBoxes) return frames
  const index = openPlaceIndex(frames, ({ box }) => box)
  return frames.filter(({ box }) => {
    const surroundings: Box = [
      box[0] - maxSide,
      box[1] - maxSide,
      box[2] + maxSide,
      box[3] + maxSide,
    ]
    return !index.within(surroundings).some((frame) => sharesSide(box, frame.box))
  })
}

function sharesSide(a: Box, b: Box): boolean {
  const isOneSize =
    Math.abs(widthOf(a) - widthOf(b)) <= widthOf(a) * maxDifference &&
    Math.abs(heightOf(a) - heightOf(b)) <= heightOf(a) * maxDifference
  const gapAcross = Math.max(a[0], b[0]) - Math.min(a[2], b[2])
  const gapDown = Math.max(a[1], b[1]) - Math.min(a[3], b[3])
  const gap = Math.max(gapAcross, gapDown)
  const isSeam = gap <= maxSeam && gap >= -maxCover
  return isOneSize && isSeam && Math.min(gapAcross, gapDown) < -maxCover
}

function isOfSize(box: Box): boolean {
  const side = Math.min(widthOf(box), heightOf(box))
  return side >= minSide && Math.max(widthOf(box), heightOf(box)) <= maxSide
}

function hides(neighbour: Frame, frame: Frame, isBefore: boolean): boolean {
  const larger = widthOf(neighbour.box) - widthOf(frame.box)
  return Math.abs(larger) < 0.05 ? isBefore : larger > 0 && isMiddleIn(frame.box, neighbour.box)
}

type Surroundings = { readonly page: DrawnPage; readonly dark: PlaceIndex<Shape> }

type Content = { readonly isMarked: boolean; readonly signs: readonly Glyph[] }

/** Returns nothing for a frame around a text, which is no check box. */
function readContent(box: Box, { page, dark }: Surroundings): Content | undefined {
  const slack = heightOf(box) * markSlack
  const signs = page.letters
    .within([box[0], box[1] - slack, box[2], box[3] + slack])
    .filter((glyph) => isMiddleIn(glyph.box, box) || isMarkSign(glyph.text))
  if (signs.some(({ text }) => !isMarkSign(text) && boxSignOf(text) === undefined)) return undefined
  if (signs.length > 2) return undefined
  const isMarked = signs.some(({ text }) => isMarkSign(text) || boxSignOf(text)?.state === 'ticked')
  return { isMarked: isMarked || dark.within(box).some((shape) => isMark(shape, box)), signs }
}

/** Whether a dark shape is a mark in a box, and neither a side of it nor the ground that it is drawn on. */
function isMark({ box: shape, form }: Shape, box: Box): boolean {
  const side = widthOf(box)
  const size = Math.max(widthOf(shape), heightOf(shape))
  const isGround = form !== 'other' && widthOf(shape) >= side && heightOf(shape) >= heightOf(box)
  const inset = side * middleZone
  const insetDown = heightOf(box) * middleZone
  const middle: Box = [box[0] + inset, box[1] + insetDown, box[2] - inset, box[3] - insetDown]
  return size >= side * minMark && size <= side * maxMark && !isGround && isMiddleIn(shape, middle)
}

function toCandidate(glyph: Glyph, { letters, angle }: DrawnPage): BoxCandidate {
  const { form, state } = boxSignOf(glyph.text)!
  const marks = letters
    .within(inkOf(glyph))
    .filter(({ text }) => isMarkSign(text) && boxSignOf(text) === undefined)
  const isMarked = state === 'empty' && marks.length > 0
  return {
    box: glyph.box,
    place: turnBox(glyph.box, angle),
    form,
    state: isMarked ? 'ticked' : state,
    signs: isMarked ? [glyph, ...marks] : [glyph],
    isSign: true,
  }
}

/** About where a sign has its ink: the box of a letter is as high as its font. */
function inkOf({ box, originY, em, angle }: Glyph): Box {
  if (angle !== 0 || em === 0) return box
  return [box[0], originY - em * 0.85, box[2], originY + em * 0.15]
}

/** Browsers draw the bullets of nested lists as circles, much smaller than the letters behind them. */
function isBullet({ place, form, state }: BoxCandidate, page: DrawnPage): boolean {
  if (form !== 'round' || state !== 'empty') return false
  const side = place[3] - place[1]
  const reach: Box = [place[2], place[1], place[2] + maxLabelGap * maxLetterSize, place[3]]
  const letters = page.letters.within(turnBack(reach, page.angle))
  return letters.length > 0 && letters.every(({ em }) => side < maxBullet * em)
}

/** Dark squares and circles of the size of the frames are boxes that were filled. */
function findSolids(
  { angle, shapes }: DrawnPage,
  frames: readonly BoxCandidate[],
): readonly BoxCandidate[] {
  if (frames.length === 0) return []
  return shapes
    .filter(({ form, paint, box }) => form !== 'other' && paint === 'dark' && isOfSize(box))
    .filter(({ box }) => !frames.some((frame) => isMiddleIn(box, frame.box)))
    .slice(0, maxBoxes)
    .map(({ box, form }) => ({
      box,
      place: turnBox(box, angle),
      form: form === 'round' ? 'round' : 'square',
      state: 'filled',
      signs: [],
      isSign: false,
    }))
}

/** Signs that are bullets as well are boxes only beside others that tell them apart. */
function settleFilled(candidates: readonly BoxCandidate[]): readonly BoxCandidate[] {
  const isPeer = (candidate: BoxCandidate, isTold: (peer: BoxCandidate) => boolean) =>
    candidates.some((peer) => isAligned(candidate, peer) && isTold(peer))
  return candidates
    .map((candidate) => {
      const { state, form, isSign } = candidate
      if (state === 'filled')
        return isPeer(candidate, (peer) => peer.state === 'empty')
          ? { ...candidate, state: 'ticked' as const }
          : undefined
      if (form === 'square' || !isSign || state === 'ticked') return candidate
      const isTold = (peer: BoxCandidate) => peer.state !== 'empty' || isInRow(candidate, peer)
      return isPeer(candidate, isTold) ? candidate : undefined
    })
    .filter((value) => value !== undefined)
}

/** A box has its label beside it, or in a table at the beginning of its row. */
function withLabels(candidates: readonly BoxCandidate[], page: DrawnPage): readonly BoxCandidate[] {
  const labelledBoxes = new Set(candidates.filter((candidate) => hasTextBeside(candidate, page)))
  if (labelledBoxes.size === candidates.length) return candidates
  const inRows = new Set(
    candidates.filter((candidate) => labelledBoxes.has(candidate) || hasTextInRow(candidate, page)),
  )
  return candidates.filter(
    (candidate) =>
      labelledBoxes.has(candidate) ||
      (inRows.has(candidate) &&
        candidates.some((peer) => inRows.has(peer) && isAligned(candidate, peer))),
  )
}

function hasTextBeside({ place, signs }: BoxCandidate, page: DrawnPage): boolean {
  const reach = Math.max(place[3] - place[1], 10) * maxLabelGap
  const isText = (glyph: Glyph) => !signs.includes(glyph) && boxSignOf(glyph.text) === undefined
  const sides: readonly Box[] = [
    [place[2], place[1], place[2] + reach, place[3]],
    [place[0] - reach, place[1], place[0], place[3]],
  ]
  return sides.some((side) => page.letters.within(turnBack(side, page.angle)).some(isText))
}

/** Points: as far as a row reaches. */
const rowReach = 1_000

function hasTextInRow({ place, signs }: BoxCandidate, page: DrawnPage): boolean {
  const row: Box = [place[0] - rowReach, place[1], place[0], place[3]]
  const letters = page.letters.within(turnBack(row, page.angle))
  return letters.some((glyph) => !signs.includes(glyph) && /[\p{L}\p{N}]/u.test(glyph.text))
}

function turnBack(box: Box, angle: number): Box {
  return angle === 0 ? box : turnBox(box, 360 - angle)
}

/** Shares of the height: where the base line of a line runs below the middle of a box in it. */
const baseLineBelowMiddle = 0.3

function toWord({ box, place, state }: BoxCandidate, angle: number): PlacedWord {
  const [start, top, end, bottom] = place
  const size = Math.min(bottom - top, maxLetterSize)
  return {
    word: {
      text: state === 'ticked' ? '[X]' : '[ ]',
      box,
      confidence: 1,
      origin: 'native',
      isCheckbox: true,
    },
    angle,
    alongStart: start,
    alongEnd: end,
    baseLine: (top + bottom) / 2 + baseLineBelowMiddle * size,
    size,
    endsHard: true,
  }
}
