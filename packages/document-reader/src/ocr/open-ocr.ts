import { openProcessPool } from '../workers/open-process-pool.ts'
import { checkPicture } from './check-picture.ts'
import type { OcrEngine, OcrRequest, OcrResult } from './words/ocr-engine.ts'

/** The request to an OCR process. */
export type OcrJob = { readonly request: OcrRequest; readonly models: string | undefined }

type OcrSettings = {
  readonly processes?: number
  /** Timeout per picture. */
  readonly timeoutSeconds?: number
  /** Memory limit per process, model weights included. */
  readonly memoryMegabytes?: number
  /** A folder with models in PaddleOCR's layout, in place of the installed ones. */
  readonly models?: string | undefined
}

/**
 * Settings for the allocator of glibc; others do not know the names. It keeps what each thread gave back for that thread, which doubled
 * the memory of a process and made no page faster. It also keeps what the network's large layers gave back, in pieces that no other
 * layer fits into: 100 to 170 MB, for a sixth of the processor time.
 */
const allocatorSettings = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '16000000' }

/** Engines take some 300 MB, and a second to load. */
const idleSeconds = 30

/**
 * Recognises pages in child processes, which start when they are first needed, keep their engines while pages
 * come and end when none came for a while. A picture that breaks its process fails alone.
 */
export function openOcr(settings: OcrSettings = {}): OcrEngine {
  const { processes = 1, timeoutSeconds = 120, memoryMegabytes = 1500, models } = settings
  const pool = openProcessPool<OcrJob, OcrResult>({
    program: new URL('./ocr-process.ts', import.meta.url),
    processes,
    timeoutSeconds,
    memoryMegabytes,
    recycleAboveMegabytes: memoryMegabytes * 0.8,
    idleSeconds,
    env: allocatorSettings,
  })
  return {
    async recognise(request, options) {
      if ('pixels' in request.image) checkPicture(request.image)
      return await pool.run({ request, models }, options)
    },
    close: () => pool.close(),
  }
}
