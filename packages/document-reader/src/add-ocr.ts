import type { Box, OcrTier, Page } from '@recto/document-text/model'
import type { PagePicture } from './images/page-image.ts'
import type { OcrEngine, OcrRequest } from './ocr/words/ocr-engine.ts'
import { placeOcrWords } from './ocr/words/place-ocr-words.ts'
import { mergeWords } from './pages/merge-words.ts'
import type { OcrNeed } from './pages/ocr-need.ts'
import type { SourcedPage } from './pages/page-source.ts'
import { findsCheckboxes, type ReadRequest } from './read-request.ts'

/** Completes a page with what OCR reads in its picture, where it needs that. Throws `ReadError`. */
export async function addOcr(
  ocr: OcrEngine,
  { page, need, picture }: SourcedPage,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<Page> {
  if (need === 'none' || !picture) return page
  const asked = ocrRequest(picture, need, request)
  const result = await ocr.recognise(asked, {
    signal,
    ...(request.name ? { name: request.name } : {}),
  })
  const { pointsPerPixel } = picture
  const read = placeOcrWords(result, pointsPerPixel)
  const rules = result.rules.map((rule) => scaleBox(rule, pointsPerPixel))
  return {
    ...page,
    ...mergeWords(page, need, read),
    ...(asked.withRules ? { rules } : {}),
    ...(asked.tier === 'none' ? {} : { ocr: asked.tier }),
  }
}

/** How the letters of a page that needs it are recognised. */
function tierOf({ mode }: ReadRequest): OcrTier {
  return mode === 'low_cost' ? 'low_cost' : 'high_quality'
}

function ocrRequest({ image }: PagePicture, need: OcrNeed, request: ReadRequest): OcrRequest {
  const { language, medianFilterSize, gaussianBlurRadius } = request
  const { derotateThreshold, checkboxConfidenceThreshold, withRules } = request
  return {
    image,
    tier: need === 'marks' ? 'none' : tierOf(request),
    language,
    medianFilterSize,
    gaussianBlurRadius,
    derotateThreshold,
    checkboxConfidenceThreshold,
    withCheckboxes: findsCheckboxes(request),
    // Of a page that the file draws, it knows the ruling lines itself.
    withRules: withRules && need === 'page',
  }
}

function scaleBox([x0, y0, x1, y1]: Box, scale: number): Box {
  return [x0 * scale, y0 * scale, x1 * scale, y1 * scale]
}
