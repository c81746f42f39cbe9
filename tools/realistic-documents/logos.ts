import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import sharp from 'sharp'
import type { Canvas, PrintArea } from './pdf-template.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/** Draws a letterhead as a JPEG in which words can be read, as many companies send it. */
export async function letterheadJpeg(
  [name, ...lines]: readonly [string, ...string[]],
  ink: Rgb,
): Promise<Buffer> {
  const { width, height, pixels } = await drawTextImage(
    (drawing) => {
      drawing.circle(24, 24, 16).fill('black')
      drawing.circle(24, 24, 8).fill('white')
      drawing.fillColor('black')
      drawing.font('Helvetica-Bold').fontSize(15).text(name, 52, 8, { lineBreak: false })
      drawing.font('Helvetica').fontSize(8)
      for (const [row, text] of lines.entries())
        drawing.text(text, 52, 28 + row * 11, { lineBreak: false })
    },
    { dpi: 200, pdf: { size: [240, 48] } },
  )
  const colours = Buffer.from([...pixels].flatMap((grey) => ink.map((tone) => mix(tone, grey))))
  return await sharp(colours, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

const mix = (tone: number, grey: number) => tone + ((255 - tone) * grey) / 255

const emblemPixels = 360

/** Draws an emblem as a PNG whose mask leaves out the corners. */
export async function maskedPng([red, green, blue]: Rgb): Promise<Buffer> {
  const pixels = Buffer.alloc(emblemPixels * emblemPixels * 4)
  const middle = emblemPixels / 2
  for (let y = 0; y < emblemPixels; y++) {
    for (let x = 0; x < emblemPixels; x++) {
      const distance = Math.hypot(x - middle, y - middle)
      const isRing = Math.abs(distance - middle * 0.55) < middle * 0.12
      const shade = isRing ? 1 : 0.35 + (0.5 * y) / emblemPixels
      const alpha = Math.max(0, Math.min(255, (middle - 2 - distance) * 128))
      const tone = isRing ? [255, 255, 255] : [red * shade, green * shade, blue * shade]
      pixels.set([...tone, alpha], (y * emblemPixels + x) * 4)
    }
  }
  const raw = { width: emblemPixels, height: emblemPixels, channels: 4 } as const
  return await sharp(pixels, { raw }).png().toBuffer()
}

/** Draws a logo of curves with a gradient. */
export function drawVectorLogo(
  { pdf }: Canvas,
  [x, y, width, height]: PrintArea,
  colour: string,
): void {
  const gradient = pdf.linearGradient(x, y, x + width, y + height)
  gradient.stop(0, colour).stop(1, '#f4b860')
  for (let leaf = 0; leaf < 5; leaf++) {
    const left = x + (leaf * width) / 5
    const right = left + width / 5
    pdf
      .moveTo(left, y + height)
      .bezierCurveTo(left, y + height * 0.3, right - 4, y + height * 0.5, right, y)
      .bezierCurveTo(right + 4, y + height * 0.6, left + 10, y + height * 0.8, left, y + height)
      .fill(gradient)
  }
}
