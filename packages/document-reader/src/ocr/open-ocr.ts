import { ReadError } from '@recto/document-text/read-error'
import type { PageImage } from '../images/page-image.ts'
import { openProcessPool } from '../workers/open-process-pool.ts'
import type { OcrEngine, OcrRequest, OcrResult } from './words/ocr-engine.ts'

type OcrSettings = {
  readonly processes?: number
  /** For one picture. */
  readonly timeoutSeconds?: number
  /** For one process, weights included. */
  readonly memoryMegabytes?: number
}

/** Above it a picture is no page, and reading it would not fit into the memory of a process. */
const maxPixels = 50_000_000

/**
 * Recognises pages in child processes, which start when they are first needed, keep their engines while pages
 * come and end a minute after the last. A picture that breaks its process fails alone.
 */
export function openOcr(settings: OcrSettings = {}): OcrEngine {
  const { processes = 1, timeoutSeconds = 120, memoryMegabytes = 1500 } = settings
  const pool = openProcessPool<OcrRequest, OcrResult>({
    program: new URL('./ocr-process.ts', import.meta.url),
    processes,
    timeoutSeconds,
    memoryMegabytes,
    recycleAboveMegabytes: memoryMegabytes * 0.8,
  })
  return {
    async recognise(request, options) {
      checkPicture(request.image)
      return await pool.run(request, options)
    },
    close: () => pool.close(),
  }
}

function checkPicture({ width, height, channels, pixels }: PageImage): void {
  if (width < 1 || height < 1 || pixels.length !== width * height * channels)
    throw new ReadError('broken-file', 'The picture is damaged: it has no pixels, or too few.')
  if (width * height > maxPixels)
    throw new ReadError(
      'too-large',
      `The picture of ${width} x ${height} pixels is too large for text recognition.`,
    )
}
