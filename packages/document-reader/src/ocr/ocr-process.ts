import { serveProcess } from '../workers/serve-process.ts'
import type { Paddle } from './paddle/open-paddle.ts'
import { recognisePage } from './recognise-page.ts'
import { openTesseract } from './tesseract/open-tesseract.ts'
import type { OcrRequest, OcrResult } from './words/ocr-engine.ts'

/** For the whole process: a page is read by so many cores at once. */
const threads = 2

let paddle: Promise<Paddle> | undefined

/** Loaded late, so that a process that only runs Tesseract does not pay for it. */
async function openPaddle(): Promise<Paddle> {
  paddle ??= import('./paddle/open-paddle.ts').then((module) => module.openPaddle({ threads }))
  return await paddle
}

const engines = { tesseract: openTesseract(), openPaddle }

serveProcess<OcrRequest, OcrResult>((request) => recognisePage(engines, request))
