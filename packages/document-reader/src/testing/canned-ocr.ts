import type { PageImage } from '../images/page-image.ts'
import { readFrame } from '../images/read-image.ts'
import type { OcrEngine, OcrRequest, OcrResult, OcrWord } from '../ocr/words/ocr-engine.ts'

/** A request with the opened picture. */
export type CannedRequest = OcrRequest<PageImage>

export type CannedOcr = OcrEngine & {
  /** Requests in order. */
  readonly asked: CannedRequest[]
  /** How many pages are being recognised, and the most that ever were. */
  readonly load: { now: number; max: number }
}

/** Returns what it is given, at once. Words are placed in points of a page whose longer side the picture has. */
export function openCannedOcr(
  resultOf: (
    request: CannedRequest,
    place: number,
  ) => Partial<OcrResult> | Promise<Partial<OcrResult>>,
): CannedOcr {
  const requests: CannedRequest[] = []
  const load = { now: 0, max: 0 }
  return {
    asked: requests,
    load,
    async recognise(request, options = {}) {
      options.signal?.throwIfAborted()
      const { image, opened: openedImage } = await open(request.image)
      const imageRequest = { ...request, image }
      const place = requests.push(imageRequest) - 1
      load.now++
      load.max = Math.max(load.max, load.now)
      try {
        const result = await Promise.race([resultOf(imageRequest, place), aborted(options.signal)])
        return { words: [], checkboxes: [], rules: [], ...openedImage, ...result }
      } finally {
        load.now--
      }
    },
    async close() {},
  }
}

async function open(picture: OcrRequest['image']) {
  if ('pixels' in picture) return { image: picture, opened: {} }
  const { image, pointsPerPixel } = await readFrame(picture.file, picture.index)
  const { width, height } = image
  return { image, opened: { opened: { width, height, pointsPerPixel } } }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal?.aborted) reject(signal.reason)
  signal?.addEventListener('abort', () => reject(signal.reason))
  return promise
}

/** An upright word whose box is given in points, in a picture of a page of the given width in points. */
export function cannedWord(
  { image }: CannedRequest,
  text: string,
  { box, pageWidth }: { readonly box: readonly number[]; readonly pageWidth: number },
): OcrWord {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box.map((side) => (side / pageWidth) * image.width)
  return {
    text,
    quad: [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ],
    confidence: 0.9,
  }
}
