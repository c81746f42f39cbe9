import { existsSync } from 'node:fs'
import type { Drawing } from '@recto/document-reader/testing/draw-pdf'
import type { Random } from './random.ts'
import type { BoxKind, FormHalf } from './wordings.ts'

type Square = { readonly x: number; readonly y: number; readonly side: number }

/** How the boxes of one group look: a form has its boxes from one drawer. */
export type BoxLook = {
  readonly half: FormHalf
  readonly line: number
  readonly colour: string
  readonly paper: string | undefined
  readonly font: string
  readonly mark: string
}

const dejavu = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
const marksOf: Readonly<Record<FormHalf, readonly string[]>> = {
  open: ['cross', 'tick', 'corners', 'pen', 'block'],
  'held-out': ['tick', 'leaving', 'scribble', 'font-tick', 'cross'],
}

export function pickBoxLook(half: FormHalf, random: Random): BoxLook {
  return {
    half,
    line: random.pick(half === 'open' ? [0.4, 0.75, 1.2] : [0.5, 0.9, 1.5]),
    colour: random.pick(half === 'open' ? ['black', 'black', '#555'] : ['black', '#333', '#666']),
    paper: random.next() < 0.2 ? '#f4f4f4' : undefined,
    font: random.pick(
      half === 'open' ? ['Helvetica-Bold', 'Times-Roman'] : ['Helvetica', 'Courier-Bold'],
    ),
    mark: random.pick(marksOf[half]),
  }
}

export function drawDenseBox(
  drawing: Drawing,
  look: BoxLook,
  { kind, isTicked, ...square }: Square & { readonly kind: BoxKind; readonly isTicked: boolean },
): void {
  switch (kind) {
    case 'round':
      drawRound(drawing, look, square, isTicked)
      return
    case 'glyph':
      drawGlyph(drawing, look, square, isTicked)
      return
    default:
      drawFrame(drawing, look, square)
      if (isTicked && kind === 'letter') drawLetter(drawing, look, square)
      else if (isTicked) drawMark(drawing, look.mark, square)
  }
}

function drawFrame(
  drawing: Drawing,
  { line, colour, paper }: BoxLook,
  { x, y, side }: Square,
): void {
  if (paper) drawing.rect(x, y, side, side).fill(paper)
  drawing.lineWidth(line).strokeColor(colour).rect(x, y, side, side).stroke()
}

function drawLetter(drawing: Drawing, { font }: BoxLook, { x, y, side }: Square): void {
  const size = side
  drawing.font(font).fontSize(size).fillColor('black')
  drawing.text('X', x + (side - drawing.widthOfString('X')) / 2, y + side * 0.85, {
    lineBreak: false,
    baseline: 'alphabetic',
  })
}

function drawMark(drawing: Drawing, mark: string, { x, y, side }: Square): void {
  drawing
    .lineWidth(Math.max(0.8, side * 0.1))
    .strokeColor('black')
    .fillColor('black')
  const toPoint = (h: number, v: number): [number, number] => [x + side * h, y + side * v]
  const drawLines = (...points: (readonly [number, number])[]) => {
    for (const [i, [h, v]] of points.entries())
      if (i === 0) drawing.moveTo(...toPoint(h, v))
      else drawing.lineTo(...toPoint(h, v))
    drawing.stroke()
  }
  switch (mark) {
    case 'tick':
      drawLines([0.18, 0.55], [0.4, 0.8], [0.85, 0.15])
      return
    case 'leaving':
      drawLines([0.1, 0.4], [0.4, 0.9], [1.2, -0.35])
      return
    case 'pen':
      drawLines([-0.1, 0.1], [0.9, 1.1])
      drawLines([0.95, -0.08], [0.1, 1.05])
      return
    case 'corners':
      drawLines([0, 0], [1, 1])
      drawLines([1, 0], [0, 1])
      return
    case 'block':
      drawing.rect(...toPoint(0.2, 0.2), side * 0.6, side * 0.6).fill('black')
      return
    case 'scribble':
      drawLines([0.2, 0.3], [0.8, 0.35], [0.2, 0.5], [0.8, 0.6], [0.25, 0.75], [0.8, 0.8])
      return
    case 'font-tick':
      if (existsSync(dejavu)) {
        drawing.font(dejavu).fontSize(side)
        drawing.text('✓', x + side * 0.1, y + side * 0.85, {
          lineBreak: false,
          baseline: 'alphabetic',
        })
        return
      }
      break
    default:
  }
  drawLines([0.2, 0.2], [0.8, 0.8])
  drawLines([0.8, 0.2], [0.2, 0.8])
}

function drawRound(
  drawing: Drawing,
  { line, colour, half }: BoxLook,
  { x, y, side }: Square,
  isTicked: boolean,
): void {
  const radius = side / 2
  drawing.lineWidth(line).strokeColor(colour)
  drawing.circle(x + radius, y + radius, radius).stroke()
  if (!isTicked) return
  if (half === 'open') drawing.circle(x + radius, y + radius, radius * 0.6).fill('black')
  else drawMark(drawing, 'cross', { x, y, side })
}

/** The ink of each sign is as high as the box: `foot` is how far it reaches below the base line, in font sizes. */
function drawGlyph(
  drawing: Drawing,
  { mark }: BoxLook,
  { x, y, side }: Square,
  isTicked: boolean,
): void {
  drawing.fillColor('black')
  const put = (text: string, size: number, [indent, foot]: readonly [number, number]) =>
    drawing.fontSize(size).text(text, x - size * indent, y + side - size * foot, {
      lineBreak: false,
      baseline: 'alphabetic',
    })
  if (existsSync(dejavu)) {
    drawing.font(dejavu)
    put(isTicked ? (mark === 'tick' ? '☑' : '☒') : '☐', side / 0.72, [0.09, 0])
    return
  }
  drawing.font('ZapfDingbats')
  put('o', side / 0.72, [0.035, 0.014])
  if (isTicked) put('8', side * 0.9, [-0.1, 0.12])
}
