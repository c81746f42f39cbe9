import sharp from 'sharp'
import { openRandom, type Random } from '../bench-boxes/random.ts'

export type Grey = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** Where a point of the photograph lies on the flat page, both as shares of its width and height. */
type Warp = (x: number, y: number) => readonly [x: number, y: number]

/** Light at a place of the photograph, as shares of its width and height; 1 is full. */
type Light = (x: number, y: number) => number

export type Distortion = {
  readonly name: string
  /** No smooth curve of the lines describes it. */
  readonly isIrregular?: true
  readonly open: (random: Random) => {
    readonly warp?: Warp
    readonly light?: Light
    /** Pixels. */
    readonly blur?: number
    readonly motion?: number
  }
}

const wave = (random: Random, height: number): Warp => {
  const phase = random.next() * 2 * Math.PI
  const turns = 0.7 + random.next()
  return (x, y) => [x, y + height * Math.sin(2 * Math.PI * turns * x + phase)]
}

const curl =
  (depth: number): Warp =>
  (x, y) => [x + 0.2 * depth * (x - 0.5) ** 2, y + depth * (x - 0.5) ** 2 * (1.2 - y)]

const perspective = (random: Random): Warp => {
  const lean = 0.1 + 0.1 * random.next()
  return (x, y) => [0.5 + (x - 0.5) * (1 + lean * (y - 0.5)), y * (1 + lean * (y - 1) * 0.5)]
}

const shade = (random: Random): Light => {
  const angle = random.next() * 2 * Math.PI
  return (x, y) => 0.7 + 0.4 * ((x - 0.5) * Math.cos(angle) + (y - 0.5) * Math.sin(angle))
}

const shadow = (random: Random): Light => {
  const edge = 0.3 + 0.4 * random.next()
  return (x, y) => 0.5 + 0.5 / (1 + Math.exp(-(x + 0.4 * y - edge - 0.2) * 60))
}

/** Folds run down the page: the lines break there, and each side has its own light. */
const creases = (random: Random) => {
  const folds = [0.3 + 0.1 * random.next(), 0.65 + 0.1 * random.next()]
  const slopes = [0.05, -0.06, 0.04].map((slope) => slope * (0.7 + 0.6 * random.next()))
  const warp: Warp = (x, y) => {
    let shift = 0
    let from = 0
    for (const [i, slope] of slopes.entries()) {
      const end = folds[i] ?? 1
      shift += slope * Math.max(0, Math.min(x, end) - from)
      from = end
    }
    return [x, y + shift]
  }
  const light: Light = (x) => 0.95 - 0.12 * (folds.filter((fold) => x > fold).length % 2)
  return { warp, light }
}

/** Bumps of random places, sizes and heights. */
const crumple = (random: Random): Warp => {
  const bumps = Array.from({ length: 14 }, () => ({
    x: random.next(),
    y: random.next(),
    size: 0.06 + 0.08 * random.next(),
    height: (random.next() - 0.5) * 0.014,
    width: (random.next() - 0.5) * 0.014,
  }))
  return (x, y) => {
    let shiftX = 0
    let shiftY = 0
    for (const bump of bumps) {
      const weight = Math.exp(-((x - bump.x) ** 2 + (y - bump.y) ** 2) / (2 * bump.size ** 2))
      shiftX += bump.width * weight
      shiftY += bump.height * weight
    }
    return [x + shiftX, y + shiftY]
  }
}

const barrel: Warp = (x, y) => {
  const bend = 1 + 0.12 * ((x - 0.5) ** 2 + (y - 0.5) ** 2) - 0.04
  return [0.5 + (x - 0.5) * bend, 0.5 + (y - 0.5) * bend]
}

/** Ways in which a photograph of a page differs from a scan of it. */
export const distortions: readonly Distortion[] = [
  { name: 'wave', open: (random) => ({ warp: wave(random, 0.012) }) },
  { name: 'high wave', open: (random) => ({ warp: wave(random, 0.025), light: shade(random) }) },
  { name: 'curl', open: (random) => ({ warp: curl(0.15), light: shade(random) }) },
  { name: 'strong curl', open: (random) => ({ warp: curl(0.3), light: shade(random), blur: 0.6 }) },
  { name: 'perspective', open: (random) => ({ warp: perspective(random), blur: 0.6 }) },
  { name: 'shadow', open: (random) => ({ light: shadow(random), blur: 0.6 }) },
  { name: 'creases', open: (random) => ({ ...creases(random), blur: 0.5 }) },
  {
    name: 'crumpled',
    isIrregular: true,
    open: (random) => ({ warp: crumple(random), light: shade(random) }),
  },
  { name: 'barrel', isIrregular: true, open: (random) => ({ warp: barrel, light: shade(random) }) },
  { name: 'motion', isIrregular: true, open: () => ({ motion: 5 }) },
]

/** A photograph of a page: its paper bent, its light uneven, with blur, grain and JPEG. */
export async function photograph(
  page: Grey,
  distortion: Distortion,
  seed: number,
): Promise<Buffer> {
  const random = openRandom(seed)
  const { warp = (x, y) => [x, y], light = () => 1, blur = 0, motion = 0 } = distortion.open(random)
  const { width, height } = page
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = warp(x / width, y / height)
      const tone = toneAt(page, { x: fromX * width, y: fromY * height, motion })
      const grain = (random.next() + random.next() - 1) * 14
      const litTone = (40 + (tone * 195) / 255) * light(x / width, y / height) + grain
      pixels[y * width + x] = Math.max(0, Math.min(255, litTone))
    }
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } })
  return await (blur > 0 ? picture.blur(blur) : picture).jpeg({ quality: 75 }).toBuffer()
}

type Place = { readonly x: number; readonly y: number; readonly motion: number }

function toneAt(page: Grey, { x, y, motion }: Place): number {
  if (motion === 0) return sample(page, x, y)
  let sum = 0
  for (let i = 0; i < motion; i++) sum += sample(page, x + i - motion / 2, y)
  return sum / motion
}

/** Interpolates between pixels; outside of the page there is white. */
function sample({ width, height, pixels }: Grey, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const pixelAt = (column: number, row: number) =>
    column < 0 || row < 0 || column >= width || row >= height ? 255 : pixels[row * width + column]!
  const right = x - left
  const shareBelow = y - top
  return (
    (pixelAt(left, top) * (1 - right) + pixelAt(left + 1, top) * right) * (1 - shareBelow) +
    (pixelAt(left, top + 1) * (1 - right) + pixelAt(left + 1, top + 1) * right) * shareBelow
  )
}
