import { type Drawing, drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import sharp from 'sharp'
import { openRandom, type Random } from './random.ts'

const words =
  'DOORS OF OLD WOOD total 80,00 EUR BOB 8 0 O Q D B HELLO order Quantity quote bill Due 06.08.2008 office QUOTED DOUBLE'.split(
    ' ',
  )
const dpis = [100, 150, 200, 300, 400]

/** A page without any check box, with what is taken for one most easily; every second is a PDF. */
export async function drawPlainPage(seed: number): Promise<{ bytes: Uint8Array; name: string }> {
  const random = openRandom(seed * 77)
  const draw = (drawing: Drawing) => paint(drawing, random)
  const size: [number, number] = [440, 560]
  if (seed % 2 === 0) return { name: `plain-${seed}.pdf`, bytes: await drawPdf(draw, { size }) }
  const dpi = dpis[(seed >> 1) % dpis.length]!
  const { width, height, pixels } = await drawTextImage(draw, {
    dpi,
    rotate: random.next() * 3 - 1.5,
    pdf: { size },
  })
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).withMetadata({
    density: dpi,
  })
  return {
    name: `plain-${seed}-${dpi}dpi.jpg`,
    bytes: await picture.blur(0.6).jpeg({ quality: 60 }).toBuffer(),
  }
}

function paint(drawing: Drawing, random: Random): void {
  const painters = random.shuffle([
    paintProse,
    paintTitle,
    paintTable,
    paintCells,
    paintChart,
    paintBullets,
    paintLetterCells,
  ])
  let top = 20
  for (const painter of painters) top = painter(drawing, random, top) + 12
}

type Painter = (drawing: Drawing, random: Random, top: number) => number

const put = (drawing: Drawing, text: string, x: number, y: number) =>
  drawing.text(text, x, y, { lineBreak: false })

const paintProse: Painter = (drawing, random, top) => {
  drawing
    .font(random.pick(['Helvetica', 'Courier', 'Times-Roman', 'Helvetica-Bold']))
    .fontSize(random.pick([7, 9, 11]))
    .fillColor('black')
  for (let row = 0; row < 5; row++)
    put(drawing, Array.from({ length: 7 }, () => random.pick(words)).join(' '), 30, top + row * 14)
  return top + 70
}

const paintTitle: Painter = (drawing, random, top) => {
  drawing
    .font(random.pick(['Helvetica-Bold', 'Courier-Bold', 'Times-Bold']))
    .fontSize(random.pick([20, 30]))
    .fillColor('black')
  put(drawing, random.pick(['DOUBLE D', 'B0DO LOQO', 'OLD BOOK 80']), 30, top)
  return top + 34
}

const paintTable: Painter = (drawing, random, top) => {
  const side = random.pick([12, 16, 24])
  drawing.lineWidth(0.7).strokeColor('black').font('Helvetica').fontSize(8)
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 6; column++)
      drawing.rect(30 + column * side, top + row * side, side, side).stroke()
  return top + 3 * side
}

/** A field with a cell for each letter. */
const paintCells: Painter = (drawing, random, top) => {
  drawing.lineWidth(0.6).strokeColor('black')
  const gap = random.pick([0, 1, 2])
  for (let i = 0; i < 8; i++) drawing.rect(30 + i * (12 + gap), top, 12, 14).stroke()
  return top + 16
}

const paintLetterCells: Painter = (drawing, random, top) => {
  drawing.lineWidth(0.6).strokeColor('black').font('Helvetica').fontSize(9).fillColor('black')
  const gap = random.pick([0, 1.5])
  for (const [i, letter] of [...'OX8201'].entries()) {
    drawing.rect(30 + i * (13 + gap), top, 13, 13).stroke()
    put(drawing, letter, 34 + i * (13 + gap), top + 3)
  }
  return top + 15
}

/** Bars and the coloured squares of its legend. */
const paintChart: Painter = (drawing, random, top) => {
  for (let i = 0; i < 5; i++)
    drawing
      .rect(30 + i * 22, top + 50 - i * 9, 12, 10 + i * 9)
      .fill(random.pick(['#36c', '#c63', '#888']))
  for (let i = 0; i < 3; i++) {
    drawing.rect(180, top + 10 + i * 16, 8, 8).fill(['#36c', '#c63', '#888'][i]!)
    drawing.font('Helvetica').fontSize(8).fillColor('black')
    put(drawing, `Series ${i + 1}`, 194, top + 10 + i * 16)
  }
  return top + 60
}

const paintBullets: Painter = (drawing, random, top) => {
  const sign = random.pick(['n', 'l', 'dot'])
  for (let row = 0; row < 3; row++) {
    if (sign === 'dot') drawing.circle(36, top + row * 13 + 4, 1.8).fill('black')
    else {
      drawing.font('ZapfDingbats').fontSize(7).fillColor('black')
      put(drawing, sign, 33, top + row * 13 + 1)
    }
    drawing.font('Helvetica').fontSize(9).fillColor('black')
    put(drawing, `${random.pick(words)} ${random.pick(words)}`, 46, top + row * 13)
  }
  return top + 40
}
