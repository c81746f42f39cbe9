import sharp, { type Sharp } from 'sharp'
import type { PageImage } from './page-image.ts'

/** One byte a pixel, 0 black to 255 white, row by row from the top. */
export type GreyImage = PageImage & { readonly channels: 1 }

/** The luma of ITU-R BT.601 in whole numbers. */
export function toGrey(image: PageImage): GreyImage {
  const { width, height, pixels } = image
  if (image.channels === 1) return { width, height, channels: 1, pixels }
  const grey = new Uint8Array(width * height)
  for (let i = 0, offset = 0; i < grey.length; i++, offset += 3)
    grey[i] = (pixels[offset]! * 77 + pixels[offset + 1]! * 150 + pixels[offset + 2]! * 29) >> 8
  return { width, height, channels: 1, pixels: grey }
}

/** The picture for sharp, which is told that nothing is to be unpacked. */
export function openInSharp({ width, height, channels, pixels }: PageImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false })
}

/** Converts the output of sharp to grey pixels. */
export async function readGrey(picture: Sharp): Promise<GreyImage> {
  const { data, info } = await picture
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length)
  return { width: info.width, height: info.height, channels: 1, pixels }
}

/** Resized to a width; the height follows. Averages when it shrinks, is smooth when it grows. */
export async function resizeGrey(image: GreyImage, width: number): Promise<GreyImage> {
  if (width === image.width) return image
  const height = Math.max(1, Math.round((image.height * width) / image.width))
  return await readGrey(openInSharp(image).resize(width, height, { fit: 'fill', kernel: 'cubic' }))
}
