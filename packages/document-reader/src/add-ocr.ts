import type { Box, OcrTier, Page } from '@recto/document-text/model'
import type { FilePicture, PagePicture, PixelPoint } from './images/page-image.ts'
import type { OcrEngine, OcrRequest, OcrResult } from './ocr/words/ocr-engine.ts'
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
  const found = await ocr.recognise(asked, {
    signal,
    ...(request.name ? { name: request.name } : {}),
  })
  const result = 'corner' in picture && picture.corner ? moveTo(picture.corner, found) : found
  const { page: sized, pointsPerPixel } = placed(page, picture, result)
  const read = placeOcrWords(result, pointsPerPixel)
  const rules = result.rules.map((rule) => scaleBox(rule, pointsPerPixel))
  return {
    ...sized,
    ...mergeWords(sized, need, read),
    ...(asked.withRules ? { rules } : {}),
    ...(asked.tier === 'none' ? {} : { ocr: asked.tier }),
  }
}

/** The page in points, and how large a pixel of its picture is there. */
function placed(
  page: Page,
  picture: PagePicture | FilePicture,
  { opened }: OcrResult,
): { readonly page: Page; readonly pointsPerPixel: number } {
  if ('image' in picture) return { page, pointsPerPixel: picture.pointsPerPixel }
  if (!opened) throw new Error('A picture was recognised, and nobody says how large it is.')
  const { width, height, pointsPerPixel } = opened
  const size = { width: width * pointsPerPixel, height: height * pointsPerPixel }
  return { page: { ...page, ...size }, pointsPerPixel }
}

/** How the letters of a page that needs it are recognised. */
function tierOf({ mode }: ReadRequest): OcrTier {
  return mode === 'low_cost' ? 'low_cost' : 'high_quality'
}

function ocrRequest(
  picture: PagePicture | FilePicture,
  need: OcrNeed,
  request: ReadRequest,
): OcrRequest {
  const { language, medianFilterSize, gaussianBlurRadius } = request
  const { derotateThreshold, checkboxConfidenceThreshold, withRules } = request
  return {
    image: 'image' in picture ? picture.image : picture,
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

/** What was found in a picture of a part of the page, as if the picture showed the whole page. */
function moveTo([x, y]: PixelPoint, found: OcrResult): OcrResult {
  const move = ([left, top]: PixelPoint): PixelPoint => [left + x, top + y]
  const moveBox = (box: Box): Box => [box[0] + x, box[1] + y, box[2] + x, box[3] + y]
  return {
    ...found,
    words: found.words.map((word) => {
      const [a, b, c, d] = word.quad
      return { ...word, quad: [move(a), move(b), move(c), move(d)] }
    }),
    checkboxes: found.checkboxes.map((one) => ({ ...one, box: moveBox(one.box) })),
    rules: found.rules.map(moveBox),
  }
}

function scaleBox([x0, y0, x1, y1]: Box, scale: number): Box {
  return [x0 * scale, y0 * scale, x1 * scale, y1 * scale]
}
