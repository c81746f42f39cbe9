import type { OcrEngine, OcrRequest, OcrResult, OcrWord } from '../ocr/words/ocr-engine.ts'

export type CannedOcr = OcrEngine & {
  /** What it was asked, in order. */
  readonly asked: OcrRequest[]
  /** How many pages are being recognised, and the most that ever were. */
  readonly load: { now: number; max: number }
}

/** Returns what it is given, at once. Words are placed in points of a page whose longer side the picture has. */
export function openCannedOcr(
  resultOf: (
    request: OcrRequest,
    place: number,
  ) => Partial<OcrResult> | Promise<Partial<OcrResult>>,
): CannedOcr {
  const asked: OcrRequest[] = []
  const load = { now: 0, max: 0 }
  return {
    asked,
    load,
    async recognise(request, options = {}) {
      options.signal?.throwIfAborted()
      const place = asked.push(request) - 1
      load.now++
      load.max = Math.max(load.max, load.now)
      try {
        const result = await Promise.race([resultOf(request, place), aborted(options.signal)])
        return { words: [], checkboxes: [], rules: [], ...result }
      } finally {
        load.now--
      }
    },
    async close() {},
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal?.addEventListener('abort', () => reject(signal.reason))
  return promise
}

/** An upright word whose box is given in points, in a picture of a page of the given width in points. */
export function cannedWord(
  { image }: OcrRequest,
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
