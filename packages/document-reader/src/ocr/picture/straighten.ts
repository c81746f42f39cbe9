import { openInSharp, resizeGrey, toGrey } from '../../images/grey-image.ts'
import type { PageImage, PixelPoint, Quad } from '../../images/page-image.ts'
import { findInk, type InkMask } from './find-ink.ts'
import { findTextDirection, type TextDirection } from './find-skew.ts'

/** Pixels: a picture is reduced to so many along its longer side before its lines are looked for. */
const reducedSize = 1_200

/** A picture that was turned, and the ways between its pixels and those of the picture that was given. */
export type TurnedImage = {
  readonly image: PageImage
  readonly toGiven: (point: PixelPoint) => PixelPoint
  readonly fromGiven: (point: PixelPoint) => PixelPoint
}

/** The lines of text in a picture, and the ink of the reduced picture in which they were looked for. */
export type PictureLines = {
  readonly direction: TextDirection
  readonly ink: InkMask
  /** How large the reduced picture is. */
  readonly share: number
}

/** Measures the direction of the lines of text in a picture. Does not detect upside-down text. */
export async function measureLines(image: PageImage): Promise<PictureLines> {
  const share = Math.min(1, reducedSize / Math.max(image.width, image.height))
  const smallImage = await resizeGrey(toGrey(image), Math.max(1, Math.round(image.width * share)))
  const ink = await findInk(smallImage)
  const direction = findTextDirection(ink)
  return {
    direction: { ...direction, letterHeight: direction.letterHeight / share },
    ink,
    share,
  }
}

/** Clockwise degrees, 0 to 360, by which text lies; a page on its side is taken to be turned clockwise. */
export function degreesOf({ skew, axis }: Pick<TextDirection, 'skew' | 'axis'>): number {
  return (skew + (axis === 'vertical' ? 90 : 0) + 360) % 360
}

/**
 * Turns a picture back so that text which lies at `degrees` (clockwise) runs to the right. The canvas grows;
 * its corners are white. Quarter turns keep every pixel, others are interpolated.
 */
export async function straighten(image: PageImage, degrees: number): Promise<TurnedImage> {
  if (degrees % 360 === 0) return { image, toGiven: (point) => point, fromGiven: (point) => point }
  const { data, info } = await openInSharp(image)
    .rotate(-degrees, { background: '#ffffff' })
    .toColourspace(image.channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length)
  return {
    image: { width, height, channels: image.channels, pixels },
    toGiven: turnAround(degrees, { width, height }, image),
    fromGiven: turnAround(-degrees, image, { width, height }),
  }
}

type Size = { readonly width: number; readonly height: number }

/** Turns points clockwise around the middle of one picture into another of the same middle. */
function turnAround(degrees: number, from: Size, to: Size): TurnedImage['toGiven'] {
  const radians = (degrees * Math.PI) / 180
  const sin = Math.sin(radians)
  const cos = Math.cos(radians)
  return ([px, py]) => {
    const x = px - from.width / 2
    const y = py - from.height / 2
    return [x * cos - y * sin + to.width / 2, x * sin + y * cos + to.height / 2]
  }
}

export function mapQuad(quad: Quad, map: TurnedImage['toGiven']): Quad {
  const [a, b, c, d] = quad
  return [map(a), map(b), map(c), map(d)]
}
