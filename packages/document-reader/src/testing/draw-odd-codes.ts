import sharp, { type Sharp } from 'sharp'
import { type GreyImage, readGrey } from '../images/grey-image.ts'
import { type CodeFormat, drawCode } from './draw-code.ts'

/** A picture of a code and what it says. */
export type OddCode = {
  readonly name: string
  readonly text: string
  readonly picture: Uint8Array
}

const texts: readonly (readonly [format: CodeFormat, text: string])[] = [
  ['QRCode', 'https://pay.example.org/4711?amount=42.00'],
  ['DataMatrix', 'SN 2026-000123'],
  ['Aztec', 'Ticket 99 from Oslo to Bergen'],
  ['PDF417', 'Parcel 4711, 12.5 kg'],
  ['Code128', 'LOT-2026-77'],
  ['EAN13', '4006381333931'],
  ['EAN8', '96385074'],
  ['ITF14', '15400141288763'],
]

const white = { r: 255, g: 255, b: 255 }

/** The code in the middle of a white margin. */
async function openCode(text: string, format: CodeFormat, modulePixels = 6): Promise<Sharp> {
  const picture = sharp(Buffer.from(await drawCode(text, format)), { limitInputPixels: false })
  const { width = 0, height = 0 } = await picture.metadata()
  const scale = modulePixels / 6
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const margin = Math.round(12 * modulePixels)
  const sizedPicture = picture
    .flatten({ background: white })
    .resize({ ...size, kernel: 'nearest', fit: 'fill' })
  return await settle(
    sizedPicture.extend({
      top: margin,
      bottom: margin,
      left: margin,
      right: margin,
      background: white,
    }),
  )
}

/** Sharp applies its operations in an order of its own, so each step is rendered before the next. */
async function settle(picture: Sharp): Promise<Sharp> {
  return sharp(await picture.png({ compressionLevel: 1 }).toBuffer())
}

type Distortion = (picture: Sharp) => Promise<Sharp>

const turn =
  (degrees: number): Distortion =>
  (picture) =>
    settle(picture.rotate(degrees, { background: white }))

const tint =
  (dark: readonly [number, number, number], light: readonly [number, number, number]): Distortion =>
  async (picture) => {
    const { data, info } = await picture
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colours = new Uint8Array(info.width * info.height * 3)
    for (let i = 0; i < info.width * info.height; i++)
      for (let channel = 0; channel < 3; channel++) {
        const share = data[i * info.channels]! / 255
        colours[i * 3 + channel] = dark[channel]! * (1 - share) + light[channel]! * share
      }
    return sharp(colours, { raw: { width: info.width, height: info.height, channels: 3 } })
  }

/** A repeatable pseudo-random number from 0 to 1. */
function openRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** As a hand-held camera sees it: in perspective, out of focus, with a shadow and grain. */
const photograph =
  (seed: number, strength = 1): Distortion =>
  async (picture) => {
    const { data, info } = await picture
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const random = openRandom(seed)
    const tilt = 0.12 * strength * (random() - 0.5)
    const lean = 0.16 * strength * (random() - 0.5)
    const skew = 0.2 * strength * (random() - 0.5)
    const photo = new Uint8Array(width * height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const u = (x / width - 0.5) * 1.15
        const v = (y / height - 0.5) * 1.15
        const depth = 1 + tilt * u + lean * v
        const column = Math.round(((u + skew * v) / depth + 0.5) * width)
        const row = Math.round(((v - skew * u) / depth + 0.5) * height)
        const isOutside = column < 0 || row < 0 || column >= width || row >= height
        const tone = isOutside ? 255 : data[(row * width + column) * channels]!
        const light = 0.9 - 0.35 * (x / width) * (y / height)
        const grain = (random() - 0.5) * 36 * strength
        photo[y * width + x] = Math.max(0, Math.min(255, (30 + tone * 0.8) * light + grain))
      }
    return settle(sharp(photo, { raw: { width, height, channels: 1 } }).blur(0.8 + 0.5 * strength))
  }

/** The code lies on a sheet with lines of text and a logo. */
const onSheet: Distortion = async (picture) => {
  const { width = 0, height = 0 } = await picture.metadata()
  const lines = Array.from(
    { length: 12 },
    (_, i) =>
      `<text x="30" y="${height + 60 + i * 34}" font-size="24" font-family="sans-serif">Invoice line ${i + 1}: consulting services in March, 1,250.00 EUR</text>`,
  )
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 500}" height="${height + 500}">
    <rect width="100%" height="100%" fill="white"/><circle cx="${width + 250}" cy="120" r="80" fill="#c03"/>
    <rect x="${width + 200}" y="100" width="100" height="40" fill="white"/>${lines.join('')}</svg>`
  return settle(
    sharp(Buffer.from(sheet)).composite([
      { input: await picture.png().toBuffer(), left: 10, top: 10 },
    ]),
  )
}

const negate: Distortion = (picture) => settle(picture.negate({ alpha: false }))

const distortions: readonly (readonly [name: string, modulePixels: number, Distortion])[] = [
  ['askew by 4 degrees', 6, turn(4)],
  ['askew by 12 degrees', 6, turn(12)],
  ['upright', 6, turn(90)],
  ['photographed', 6, photograph(1)],
  ['photographed at an angle', 7, photograph(5, 1.6)],
  ['blue on yellow', 5, tint([20, 40, 160], [250, 230, 120])],
  ['light on dark', 5, negate],
  ['beside text and a logo', 4, onSheet],
  ['very small', 2, (picture) => settle(picture)],
  ['very large', 24, (picture) => settle(picture)],
]

/** Yields every kind of code, distorted in every way, or in the ways that are named. */
export async function* drawOddCodes(names?: readonly string[]): AsyncGenerator<OddCode> {
  for (const [format, text] of texts)
    for (const [name, modulePixels, distort] of distortions) {
      if (names && !names.includes(name)) continue
      const picture = await distort(await openCode(text, format, modulePixels))
      const bytes = new Uint8Array(await picture.png().toBuffer())
      yield { name: `${format} ${name}`, text, picture: bytes }
    }
}

/** Pixels of a module in the pictures of `drawCode`. */
const drawnModule = 6

export type CodeModules = {
  readonly size: { readonly width: number; readonly height: number }
  /** Tones, one module a pixel. */
  readonly pixels: Uint8Array
  readonly dark: readonly (readonly [column: number, row: number])[]
}

/** Reads the modules of a code; bars consist of modules as well. */
export async function readModules(text: string, format: CodeFormat): Promise<CodeModules> {
  const code = sharp(Buffer.from(await drawCode(text, format))).flatten({ background: white })
  const { data, info } = await code.greyscale().raw().toBuffer({ resolveWithObject: true })
  const width = Math.floor(info.width / drawnModule)
  const height = Math.floor(info.height / drawnModule)
  const pixelAt = (place: number) => Math.floor((place + 0.5) * drawnModule)
  const pixels = new Uint8Array(width * height)
  const dark: [number, number][] = []
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const tone = data[(pixelAt(row) * info.width + pixelAt(column)) * info.channels]!
      pixels[row * width + column] = tone
      if (tone < 128) dark.push([column, row])
    }
  return { size: { width, height }, pixels, dark }
}

export type HarmlessPicture = { readonly name: string; readonly image: GreyImage }

const drawings: readonly (readonly [name: string, svg: string])[] = [
  [
    'a logo of circles',
    '<circle cx="200" cy="100" r="80" fill="#c03"/><circle cx="260" cy="100" r="50" fill="#06c"/>',
  ],
  [
    'a letterhead',
    `<rect width="400" height="40" fill="#135"/><text x="20" y="30" font-size="28" fill="white">NORTHWIND TRADERS</text>
    <text x="20" y="90" font-size="18">Example Street 12 · 10115 Berlin · Germany</text>
    <text x="20" y="120" font-size="18">Tel. +49 30 1234567 · info@example.org</text>`,
  ],
  [
    'a hatching',
    Array.from(
      { length: 60 },
      (_, i) => `<path d="M${i * 7} 0v200" stroke="black" stroke-width="3"/>`,
    ).join(''),
  ],
  [
    'a slanted hatching',
    Array.from(
      { length: 90 },
      (_, i) => `<path d="M${i * 8 - 200} 200l200 -200" stroke="#333" stroke-width="2"/>`,
    ).join(''),
  ],
  [
    'a table',
    Array.from(
      { length: 12 },
      (_, i) =>
        `<path d="M5 ${5 + i * 17}h390" stroke="black"/><text x="10" y="${18 + i * 17}" font-size="12">Item ${i}</text><text x="330" y="${18 + i * 17}" font-size="12">${i * 37}.50</text>`,
    ).join('<path d="M5 5v187M120 5v187M320 5v187M395 5v187" stroke="black"/>'),
  ],
  [
    'a checkered flag',
    Array.from({ length: 200 }, (_, i) =>
      (i + Math.floor(i / 20)) % 2
        ? `<rect x="${(i % 20) * 20}" y="${Math.floor(i / 20) * 20}" width="20" height="20"/>`
        : '',
    ).join(''),
  ],
  [
    'a grid',
    Array.from(
      { length: 30 },
      (_, i) =>
        `<path d="M${10 + i * 13} 10v169M10 ${10 + Math.min(i, 13) * 13}h377" stroke="black" stroke-width="4"/>`,
    ).join(''),
  ],
  [
    'a chart',
    Array.from(
      { length: 18 },
      (_, i) =>
        `<rect x="${10 + i * 21}" y="${20 + ((i * 37) % 130)}" width="14" height="200" fill="#27a"/>`,
    ).join(''),
  ],
  [
    'a stamp',
    '<g fill="none" stroke="#a00" stroke-width="6"><circle cx="200" cy="100" r="90"/><circle cx="200" cy="100" r="65"/></g><text x="150" y="110" font-size="34" fill="#a00">PAID</text>',
  ],
  [
    'a gradient',
    '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#025"/></linearGradient><rect width="400" height="200" fill="url(#g)"/>',
  ],
]

/** Yields pictures as they are on invoices, in which nothing looks like a code. */
export async function* drawHarmlessPictures(): AsyncGenerator<HarmlessPicture> {
  for (const [name, content] of drawings)
    for (const scale of [0.5, 1, 2.5]) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${400 * scale}" height="${200 * scale}" viewBox="0 0 400 200"><rect width="400" height="200" fill="white"/><g font-family="sans-serif">${content}</g></svg>`
      yield {
        name: `${name} at ${scale}`,
        image: await readGrey(sharp(Buffer.from(svg)).flatten({ background: white })),
      }
    }
  for (const seed of [1, 2, 3]) yield { name: `photograph ${seed}`, image: drawScenery(seed) }
}

/** Soft shapes with grain, as in a photograph. */
function drawScenery(seed: number): GreyImage {
  const width = 640
  const height = 480
  const random = openRandom(seed)
  const waves = Array.from({ length: 12 }, () => [random() * 0.09, random() * 0.09, random() * 6.3])
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const tone = waves.reduce(
        (sum, [a = 0, b = 0, c = 0]) => sum + Math.sin(a * x + b * y + c),
        0,
      )
      pixels[y * width + x] = Math.max(0, Math.min(255, 128 + tone * 22 + (random() - 0.5) * 24))
    }
  return { width, height, channels: 1, pixels }
}
