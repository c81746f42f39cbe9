import type { EmbeddedData } from '@recto/document-text/embedded'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type NumberedPicture,
  readCodesOfPicture,
} from '../embedded/codes/read-codes-of-picture.ts'
import type { FilePicture } from '../images/page-image.ts'
import { readFrame } from '../images/read-image.ts'
import { serveProcess } from '../workers/serve-process.ts'
import { checkPicture } from './check-picture.ts'
import type { OcrJob } from './open-ocr.ts'
import type { Paddle } from './paddle/open-paddle.ts'
import { type OcrEngines, recognisePage } from './recognise-page.ts'
import { openTesseract } from './tesseract/open-tesseract.ts'
import type { OcrRequest, OcrResult } from './words/ocr-engine.ts'

/** For the whole process: a page is read by so many cores at once. */
const threads = 2

let paddle: Promise<Paddle> | undefined

/** Loaded late, so that a process that only runs Tesseract does not pay for it. A process has the same models for all. */
async function openPaddle(folder: string | undefined): Promise<Paddle> {
  paddle ??= import('./paddle/open-paddle.ts').then((module) =>
    module.openPaddle({ threads, folder }),
  )
  return await paddle
}

const tesseract = openTesseract()

serveProcess<OcrJob, OcrResult>(async ({ request, models }) => {
  const engines = { tesseract, openPaddle: () => openPaddle(models) }
  const { image } = request
  return 'pixels' in image
    ? recognisePage(engines, { ...request, image })
    : recogniseFrame(engines, { ...request, image })
})

async function recogniseFrame(
  engines: OcrEngines,
  request: OcrRequest<FilePicture>,
): Promise<OcrResult> {
  const { file, index: page } = request.image
  const { image, pointsPerPixel } = await readFrame(file, page)
  checkPicture(image)
  const { width, height } = image
  const codes = request.withCodes ? await findCodes({ image, pointsPerPixel, page }) : undefined
  const result = await recognisePage(engines, { ...request, image })
  return { ...result, opened: { width, height, pointsPerPixel }, ...omitUndefined({ codes }) }
}

/** A search that fails does not cost the text of the page: it is made again by itself. */
async function findCodes(picture: NumberedPicture): Promise<EmbeddedData | undefined> {
  try {
    return await readCodesOfPicture(picture)
  } catch {
    return undefined
  }
}
