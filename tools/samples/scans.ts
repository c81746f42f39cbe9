import { type Drawing, write } from '@recto/document-reader/testing/draw-pdf'
import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import sharp from 'sharp'

type Grey = { readonly pixels: Uint8Array; readonly width: number; readonly height: number }

/** Creates a deterministic generator of pseudo-random numbers from 0 to 1 (linear congruential). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function withNoise({ pixels, width, height }: Grey, strength: number): Grey {
  const next = chance(7)
  const noisy = pixels.map((value) =>
    Math.max(0, Math.min(255, value - 8 + (next() - 0.5) * strength)),
  )
  return { pixels: noisy, width, height }
}

/** The content of a page, and its size in points. */
export type SamplePage = {
  readonly draw: (drawing: Drawing) => void
  readonly size: [number, number]
}

async function asPage(
  { pixels, width, height }: Grey,
  size: [number, number],
): Promise<SamplePage> {
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: 40 })
    .toBuffer()
  return { draw: (drawing) => drawing.image(jpeg, 0, 0, { width: size[0], height: size[1] }), size }
}

const letter = [
  'Brekke Cabinetmakers',
  '19 Timber Yard, Voss',
  '',
  'Voss, 9 January 2026',
  '',
  'Dear Mrs Halvorsen,',
  '',
  'thank you for your order of two bookcases in oiled oak.',
  'We will deliver them on 20 February between 9 and 12.',
  'The price of 1,860.00 includes delivery and assembly.',
  'Please pay a deposit of 600.00 by 23 January.',
  '',
  'If the stairs are narrower than 90 cm, let us know;',
  'we then bring the shelves in parts.',
  '',
  'With kind regards,',
  'Sigrid Brekke',
]

export async function skewedScan(): Promise<SamplePage> {
  const draw = (drawing: Drawing) => {
    drawing.font('Times-Roman').fontSize(13)
    for (const [row, text] of letter.entries()) write(drawing, text, 70, 80 + row * 26)
  }
  const image = await drawTextImage(draw, { dpi: 96, rotate: 2 })
  return asPage(withNoise(image, 16), [595, 842])
}

const receipt = [
  ['CAFE HARBOUR', ''],
  ['Quay 4, Bergen', ''],
  ['2026-02-14  08:52', ''],
  ['', ''],
  ['2 x Flat white', '9.00'],
  ['1 x Cinnamon bun', '3.80'],
  ['1 x Rye sandwich', '7.50'],
  ['1 x Sparkling water', '2.90'],
  ['', ''],
  ['SUBTOTAL', '23.20'],
  ['VAT 15%', '3.03'],
  ['TOTAL', '23.20'],
  ['CARD', '23.20'],
  ['', ''],
  ['Thank you, come again', ''],
] as const

type SlipLine = readonly [name: string, amount: string]

type SlipOptions = {
  readonly dpi: number
  /** Range of the grey tones that the camera adds. */
  readonly noise: number
}

/** Draws a slip on a dark table, lit from one side and seen slightly from below. */
export async function photographSlip(
  lines: readonly SlipLine[],
  { dpi, noise }: SlipOptions,
): Promise<Grey> {
  const draw = (drawing: Drawing) => {
    drawing.font('Courier-Bold').fontSize(13)
    for (const [row, [name, amount]] of lines.entries()) {
      write(drawing, name, 28, 30 + row * 24)
      write(drawing, amount.padStart(7), 222, 30 + row * 24)
    }
  }
  const slip = await drawTextImage(draw, { dpi, pdf: { size: [310, 410] } })
  const width = slip.width + 160
  const height = slip.height + 200
  const next = chance(11)
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const lean = 1 + 0.06 * (y / height - 0.5)
      const sx = Math.round((x - width / 2 - (y - height / 2) * 0.025) * lean + slip.width / 2)
      const sy = Math.round((y - height / 2) * 1.02 + slip.height / 2)
      const isOn = sx >= 0 && sy >= 0 && sx < slip.width && sy < slip.height
      const light = 0.72 + 0.28 * (x / width) - 0.1 * (y / height)
      const base = isOn ? (slip.pixels[sy * slip.width + sx] ?? 255) : 62
      pixels[y * width + x] = Math.max(0, Math.min(255, base * light + (next() - 0.5) * noise))
    }
  }
  return { pixels, width, height }
}

export async function photographedReceipt(): Promise<SamplePage> {
  const dpi = 130
  const { pixels, width, height } = await photographSlip(receipt, { dpi, noise: 14 })
  return asPage({ pixels, width, height }, [(width * 72) / dpi, (height * 72) / dpi])
}
