import { createHash } from 'node:crypto'
import { openScopedCaches, type ScopedCache, type ScopedCaches } from '../scoped-cache.ts'
import type { OcrEngine, OcrRequest, OcrResult } from './words/ocr-engine.ts'

/** Pixels. A picture of a few words, such as a letterhead, has no more; a page has. */
const maxPixels = 2_000_000

const megabyte = 1024 * 1024
/** A letterhead has some fifty words. */
const wordBytes = 400

/** Opens a cache for the words of small pictures; each scope sees only its own. */
export function openWordCaches(): ScopedCaches<OcrResult> {
  return openScopedCaches({
    maxBytes: 16 * megabyte,
    maxScopeBytes: 4 * megabyte,
    measure: ({ words }) => words.length * wordBytes,
  })
}

/**
 * Recognises small pictures once: the result for a picture is cached by the digest of its pixels
 * and of everything else that the result depends on.
 */
export function cacheWords(
  ocr: OcrEngine,
  cache: ScopedCache<OcrResult>,
): Pick<OcrEngine, 'recognise'> {
  return {
    async recognise(request, options) {
      const key = hashRequest(request)
      if (key === undefined) return ocr.recognise(request, options)
      const earlierResult = cache.get(key)
      if (earlierResult) return earlierResult
      const result = await ocr.recognise(request, options)
      cache.set(key, result)
      return result
    },
  }
}

function hashRequest({ image, ...settings }: OcrRequest): string | undefined {
  if (!('pixels' in image) || image.width * image.height > maxPixels) return undefined
  const { pixels, ...size } = image
  return createHash('sha256')
    .update(JSON.stringify([settings, size]))
    .update(pixels)
    .digest('base64')
}
