import sharp from 'sharp'

/** Returns the number of pixels of an image, of its first frame if it has several; 0 for what is no image. */
export async function measureImage(bytes: Uint8Array): Promise<number> {
  try {
    const { width, height } = await sharp(bytes).metadata()
    return width * height
  } catch {
    // Whatever the library cannot open is no image that could be read.
    return 0
  }
}
