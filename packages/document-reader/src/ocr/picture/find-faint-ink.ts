import type { GreyImage } from '../../images/grey-image.ts'
import type { InkMask } from './find-ink.ts'
import { flattenLight } from './flatten-light.ts'

/** The paper of an evenly lit page is lighter than that, but for the specks that a scanner leaves. */
const faintest = 205

/** Finds ink including outlines that are printed grey, or thinner than a pixel. */
export async function findFaintInk(image: GreyImage): Promise<InkMask> {
  const { width, height, pixels } = await flattenLight(image)
  return { width, height, pixels: Uint8Array.from(pixels, (value) => (value < faintest ? 1 : 0)) }
}
