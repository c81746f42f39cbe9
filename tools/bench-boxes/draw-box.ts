import { existsSync } from 'node:fs'
import type { Drawing } from '@recto/document-reader/testing/draw-pdf'
import type { Random } from './random.ts'
import type { BoxKind, FormHalf } from './wordings.ts'

type Square = { readonly x: number; readonly y: number; readonly side: number }
type Pen = { readonly drawing: Drawing; readonly random: Random; readonly half: FormHalf }

const dejavu = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'

export function drawBox(pen: Pen, kind: BoxKind, square: Square, isTicked: boolean): void {
  switch (kind) {
    case 'square':
      drawFrame(pen, square)
      if (isTicked) drawMark(pen, square)
      return
    case 'letter':
      drawFrame(pen, square)
      if (isTicked) drawLetter(pen, square)
      return
    case 'round':
      drawRound(pen, square, isTicked)
      return
    case 'glyph':
      drawGlyph(pen, square, isTicked)
      return
    case 'field':
      drawField(pen.drawing, square, isTicked)
  }
}

function drawFrame({ drawing, random, half }: Pen, { x, y, side }: Square): void {
  drawing.lineWidth(random.pick([0.5, 0.8, 1])).strokeColor(random.pick(['black', 'black', '#444']))
  if (half === 'held-out' && random.next() < 0.4) {
    if (random.next() < 0.5) drawing.roundedRect(x, y, side, side, side * 0.15).stroke()
    else
      drawing
        .moveTo(x, y)
        .lineTo(x + side, y)
        .moveTo(x + side, y)
        .lineTo(x + side, y + side)
        .moveTo(x + side, y + side)
        .lineTo(x, y + side)
        .moveTo(x, y + side)
        .lineTo(x, y)
        .stroke()
  } else drawing.rect(x, y, side, side).stroke()
}

function drawMark({ drawing, random, half }: Pen, { x, y, side }: Square): void {
  drawing.lineWidth(Math.max(0.8, side * 0.1)).strokeColor('black')
  const toPoint = (h: number, v: number): [number, number] => [x + side * h, y + side * v]
  const marks: Record<string, () => void> = {
    cross: () =>
      drawing
        .moveTo(...toPoint(0.2, 0.2))
        .lineTo(...toPoint(0.8, 0.8))
        .moveTo(...toPoint(0.8, 0.2))
        .lineTo(...toPoint(0.2, 0.8))
        .stroke(),
    tick: () =>
      drawing
        .moveTo(...toPoint(0.2, 0.5))
        .lineTo(...toPoint(0.42, 0.78))
        .lineTo(...toPoint(0.82, 0.2))
        .stroke(),
    corners: () =>
      drawing
        .moveTo(...toPoint(0, 0))
        .lineTo(...toPoint(1, 1))
        .moveTo(...toPoint(1, 0))
        .lineTo(...toPoint(0, 1))
        .stroke(),
    leaving: () =>
      drawing
        .moveTo(...toPoint(0.15, 0.45))
        .lineTo(...toPoint(0.45, 0.85))
        .lineTo(...toPoint(1.25, -0.3))
        .stroke(),
    block: () => drawing.rect(...toPoint(0.22, 0.22), side * 0.56, side * 0.56).fill('black'),
    scribble: () =>
      drawing
        .moveTo(...toPoint(0.15, 0.3))
        .bezierCurveTo(...toPoint(0.9, 0.1), ...toPoint(0.1, 0.9), ...toPoint(0.85, 0.7))
        .moveTo(...toPoint(0.8, 0.2))
        .bezierCurveTo(...toPoint(0.5, 0.4), ...toPoint(0.5, 0.6), ...toPoint(0.2, 0.85))
        .stroke(),
  }
  marks[
    random.pick(
      half === 'open' ? ['cross', 'tick', 'corners'] : ['leaving', 'block', 'scribble', 'cross'],
    )
  ]!()
}

function drawLetter({ drawing, random, half }: Pen, { x, y, side }: Square): void {
  const size = side * 0.95
  drawing
    .font(half === 'open' ? 'Helvetica' : 'Times-Bold')
    .fontSize(size)
    .fillColor('black')
  const text = half === 'open' ? random.pick(['X', 'x']) : 'X'
  const width = drawing.widthOfString(text)
  drawing.text(text, x + (side - width) / 2, y + side * (text === 'x' ? 0.02 : 0.11), {
    lineBreak: false,
  })
}

function drawRound({ drawing, random }: Pen, { x, y, side }: Square, isTicked: boolean): void {
  const radius = side / 2
  drawing.lineWidth(random.pick([0.6, 0.8, 1])).strokeColor('black')
  drawing.circle(x + radius, y + radius, radius).stroke()
  if (isTicked) drawing.circle(x + radius, y + radius, radius * 0.5).fill('black')
}

/** The ink of each sign is as high as the box: `foot` is how far it reaches below the base line, in font sizes. */
function drawGlyph(
  { drawing, random, half }: Pen,
  { x, y, side }: Square,
  isTicked: boolean,
): void {
  const put = (text: string, size: number, [indent, foot]: readonly [number, number]) =>
    drawing.fontSize(size).text(text, x - size * indent, y + side - size * foot, {
      lineBreak: false,
      baseline: 'alphabetic',
    })
  drawing.fillColor('black')
  if (existsSync(dejavu) && (half === 'open' || random.next() < 0.5)) {
    drawing.font(dejavu)
    put(isTicked ? random.pick(['☒', '☑']) : '☐', side / 0.77, [0.06, 0.12])
    return
  }
  drawing.font('ZapfDingbats')
  put(half === 'open' ? 'o' : 'q', side / 0.72, [0.035, 0.014])
  if (isTicked) put(random.pick(['3', '8']), side * 0.9, [-0.1, 0.12])
}

function drawField(drawing: Drawing, { x, y, side }: Square, isTicked: boolean): void {
  const appearance = (content: string) => {
    const object = drawing.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, side, side] })
    object.end(content)
    return object
  }
  const state = isTicked ? 'Yes' : 'Off'
  const frame = `0.8 w 0.4 0.4 ${side - 0.8} ${side - 0.8} re S`
  const cross = `1 w 2 2 m ${side - 2} ${side - 2} l ${side - 2} 2 m 2 ${side - 2} l S`
  // The form of the library writes no state.
  drawing.annotate(x, y, side, side, {
    Subtype: 'Widget',
    FT: 'Btn',
    T: new String(`field${Math.round(x)}-${Math.round(y)}`),
    F: 4,
    V: state,
    AS: state,
    AP: { N: { Yes: appearance(`${frame} ${cross}`), Off: appearance(frame) } },
  } as PDFKit.Mixins.AnnotationOption)
}
