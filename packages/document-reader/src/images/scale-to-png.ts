import sharp from 'sharp'
import type { PageImage } from './page-image.ts'

/** The page's picture as a PNG of the given width. */
export async function scaleToPng(
  { width, height, channels, pixels }: PageImage,
  targetWidth: number,
) {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels } })
    .resize({ width: targetWidth })
    .png({ compressionLevel: 6 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: new Uint8Array(data), width: info.width, height: info.height }
}
