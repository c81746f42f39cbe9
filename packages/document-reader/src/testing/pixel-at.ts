import sharp from 'sharp'

/** Red, green and blue of one pixel of an encoded picture. */
export async function pixelAt(
  picture: Uint8Array,
  left: number,
  top: number,
): Promise<readonly number[]> {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel.subarray(0, 3)]
}
