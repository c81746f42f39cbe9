import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import type { Box } from '@recto/document-text/model'
import sharp, { type Sharp } from 'sharp'
import { pageSize, paintForm } from './draw-form.ts'
import type { FormOptions, KnownBox } from './form-options.ts'
import { openRandom } from './random.ts'

export type ScanOptions = FormOptions & {
  readonly dpi: number
  /** Degrees clockwise. */
  readonly tilt: number
  /** Blur, grain, uneven light and JPEG. */
  readonly isScan: boolean
  readonly seed: number
  /** Paints the boxes over, so that only their labels are left: what these lose has other causes than boxes. */
  readonly isBlank?: boolean
}

/** Points around a box: the strokes of a mark may stick out, and labels begin further away. */
const blankMargin = 1.5

type ScanLook = {
  /** Pixels at 300 dpi. */
  readonly blur: number
  readonly quality: number
  /** Grey that is still ink, where a scan has two tones. */
  readonly threshold?: number
}

const scanLooks = [
  { blur: 1, quality: 70 },
  { blur: 0.8, quality: 85, threshold: 165 },
  { blur: 1.3, quality: 45 },
] as const satisfies readonly ScanLook[]

/** Renders a form as a picture with its density, its boxes where the tilt puts them. */
export async function scanForm(
  options: ScanOptions,
): Promise<{ readonly bytes: Uint8Array; readonly boxes: readonly KnownBox[] }> {
  const { dpi, tilt, isScan, isDense = false, isBlank = false, seed } = options
  let boxes: readonly KnownBox[] = []
  const image = await drawTextImage(
    (drawing) => {
      boxes = paintForm(drawing, options)
      if (isBlank) for (const { box, labelBox } of boxes) paintOver(drawing, box, labelBox)
    },
    { dpi, rotate: tilt, pdf: { size: [...pageSize] } },
  )
  const { width, height } = image
  const pixels = isScan ? addGrain(image, seed) : image.pixels
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).withMetadata({
    density: dpi,
  })
  const bytes = isScan
    ? await develop(picture, isDense ? scanLooks[seed % scanLooks.length]! : scanLooks[0], dpi)
    : await picture.png().toBuffer()
  const toTilted = openTilt(tilt, [(width * 72) / dpi, (height * 72) / dpi])
  const place = (knownBox: KnownBox) => ({
    ...knownBox,
    box: toTilted(knownBox.box),
    labelBox: toTilted(knownBox.labelBox),
  })
  return { bytes, boxes: boxes.map(place) }
}

function paintOver(
  drawing: PDFKit.PDFDocument,
  [x0, y0, x1, y1]: Box,
  [labelStart, , labelEnd]: Box,
): void {
  const left = labelEnd < x0 ? Math.max(labelEnd, x0 - blankMargin) : x0 - blankMargin
  const right = labelStart > x1 ? Math.min(labelStart, x1 + blankMargin) : x1 + blankMargin
  const top = y0 - blankMargin
  drawing.rect(left, top, right - left, y1 + blankMargin - top).fill('white')
}

async function develop(
  picture: Sharp,
  { blur, quality, threshold }: ScanLook,
  dpi: number,
): Promise<Buffer> {
  const blurredPicture = picture.blur(Math.max(0.4, (dpi / 300) * blur))
  const tonedPicture =
    threshold === undefined ? blurredPicture : blurredPicture.threshold(threshold)
  return await tonedPicture.jpeg({ quality }).toBuffer()
}

/** Lighter on the left than on the right, with grain of a cheap scanner. */
function addGrain(
  { width, height, pixels }: { width: number; height: number; pixels: Uint8Array },
  seed: number,
): Uint8Array {
  const random = openRandom(seed)
  const noisy = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 0.97 - 0.1 * (x / width)
      const grain = (random.next() + random.next() + random.next() - 1.5) * 24
      noisy[y * width + x] = Math.max(
        0,
        Math.min(255, (pixels[y * width + x]! * 0.9 + 18) * light + grain),
      )
    }
  return noisy
}

/** The canvas grows around its middle. Boxes keep their size and move with their middle. */
function openTilt(degrees: number, [width, height]: readonly [number, number]): (box: Box) => Box {
  const sin = Math.sin((degrees * Math.PI) / 180)
  const cos = Math.cos((degrees * Math.PI) / 180)
  return ([x0, y0, x1, y1]) => {
    const x = (x0 + x1) / 2 - pageSize[0] / 2
    const y = (y0 + y1) / 2 - pageSize[1] / 2
    const middleX = x * cos - y * sin + width / 2
    const middleY = x * sin + y * cos + height / 2
    const halfWidth = (x1 - x0) / 2
    const halfHeight = (y1 - y0) / 2
    return [middleX - halfWidth, middleY - halfHeight, middleX + halfWidth, middleY + halfHeight]
  }
}
