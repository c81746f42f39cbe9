import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Box, OcrTier, Page } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import type { FilePicture, PagePicture, PixelPoint } from './images/page-image.ts'
import { findHandwriting } from './ocr/words/find-handwriting.ts'
import type { OcrEngine, OcrRequest, OcrResult } from './ocr/words/ocr-engine.ts'
import { placeOcrWords } from './ocr/words/place-ocr-words.ts'
import { mergeWords } from './pages/merge-words.ts'
import type { OcrNeed, SourcedPage } from './pages/page-source.ts'
import { marksCheckboxes, type ReadRequest } from './read-request.ts'

type RecognisedPage = {
  readonly page: Page
  /** Codes in a picture that OCR opened; see `OcrResult`. */
  readonly codes?: EmbeddedData | undefined
}

/** Completes a page with what OCR reads in its picture, where it needs that. Throws `ReadError`. */
export async function addOcr(
  ocr: Pick<OcrEngine, 'recognise'>,
  { page, need, picture, looksForCodes }: SourcedPage,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<RecognisedPage> {
  if (need === 'none' || !picture) return { page }
  const recognitionRequest = {
    ...ocrRequest(picture, need, request),
    ...omitUndefined({ withCodes: looksForCodes }),
  }
  const ocrResult = await ocr.recognise(
    recognitionRequest,
    omitUndefined({
      signal,
      name: request.name || undefined,
    }),
  )
  const result =
    'corner' in picture && picture.corner ? moveTo(picture.corner, ocrResult) : ocrResult
  const { page: sizedPage, pointsPerPixel } = placed(page, picture, result)
  const read = placeOcrWords(result, pointsPerPixel)
  const rules = result.rules.map((rule) => scaleBox(rule, pointsPerPixel))
  const mergedWords = mergeWords(sizedPage, need, read)
  const handwrittenRegions = findHandwriting(result.words, pointsPerPixel, mergedWords.words)
  const recognisedPage = {
    ...sizedPage,
    ...mergedWords,
    ...omitUndefined({
      rules: recognitionRequest.withRules ? rules : undefined,
      ocr: recognitionRequest.tier === 'none' ? undefined : recognitionRequest.tier,
      handwrittenRegions: handwrittenRegions.length > 0 ? handwrittenRegions : undefined,
    }),
  }
  return { page: recognisedPage, codes: result.codes }
}

/** The page in points, and how large a pixel of its picture is there. */
function placed(
  page: Page,
  picture: PagePicture | FilePicture,
  { opened: openedSize }: OcrResult,
): { readonly page: Page; readonly pointsPerPixel: number } {
  if ('image' in picture) return { page, pointsPerPixel: picture.pointsPerPixel }
  if (!openedSize) throw new Error('A picture was recognised, and nobody says how large it is.')
  const { width, height, pointsPerPixel } = openedSize
  const size = { width: width * pointsPerPixel, height: height * pointsPerPixel }
  return { page: { ...page, ...size }, pointsPerPixel }
}

/** Builds the request for a page that needs OCR. */
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
    withCheckboxes: marksCheckboxes(request),
    // The file itself provides the ruling lines of a page with native drawing.
    withRules: withRules && need === 'page',
  }
}

/** Moves a result from coordinates of a partial picture to those of the whole page. */
function moveTo([x, y]: PixelPoint, result: OcrResult): OcrResult {
  const move = ([left, top]: PixelPoint): PixelPoint => [left + x, top + y]
  const moveBox = (box: Box): Box => [box[0] + x, box[1] + y, box[2] + x, box[3] + y]
  return {
    ...result,
    words: result.words.map((word) => {
      const [a, b, c, d] = word.quad
      return { ...word, quad: [move(a), move(b), move(c), move(d)] }
    }),
    checkboxes: result.checkboxes.map((one) => ({ ...one, box: moveBox(one.box) })),
    rules: result.rules.map(moveBox),
  }
}

function scaleBox([x0, y0, x1, y1]: Box, scale: number): Box {
  return [x0 * scale, y0 * scale, x1 * scale, y1 * scale]
}
