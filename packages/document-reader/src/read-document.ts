import type { ReadPage } from '@recto/document-text/reader'
import { addOcr } from './add-ocr.ts'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import { orFailedPage } from './failed-page.ts'
import { limitText } from './limit-text.ts'
import { mapInOrder } from './map-in-order.ts'
import { cacheWords } from './ocr/cache-words.ts'
import type { OcrEngine } from './ocr/words/ocr-engine.ts'
import type { PageSource, SourcedPage, SourceEnd } from './pages/page-source.ts'
import { withoutBoxSides } from './pages/without-box-sides.ts'
import { withoutShapeless } from './pages/without-shapeless.ts'
import { readImagePages } from './read-image-pages.ts'
import { readPdfPages } from './read-pdf-pages.ts'
import type { ReadRequest } from './read-request.ts'
import { readSetPages } from './read-set-pages.ts'

/**
 * A document flows one way: its file gives the pages, those that need it are completed by OCR, and all are handed on
 * in order. A slow consumer makes everything before it slow. Throws `ReadError`.
 */
export async function* readDocument(
  engines: Engines,
  bytes: Uint8Array,
  request: ReadRequest,
): AsyncGenerator<ReadPage, SourceEnd> {
  const { name, signal } = request
  const file = checkInput({ bytes, name, maxBytes: engines.maxBytes })
  const pages = mapInOrder(openSource(engines, file, request), {
    // One page waits while others are recognised, so that no process waits for a page.
    limit: engines.ocrProcesses + 1,
    work: (page, left) => {
      const combinedSignal = signal ? AbortSignal.any([signal, left]) : left
      return orFailedPage(page, request, () => complete(engines, page, request, combinedSignal))
    },
  })
  return yield* limitText(pages, name)
}

async function* openSource(engines: Engines, file: DetectedFile, request: ReadRequest): PageSource {
  const { pdf: engine, converter, maxPages, ocrProcesses: maxPictures } = engines
  const { trustedCertificates } = engines
  const asPdf = { engine, maxPages, maxPictures, trustedCertificates }
  switch (documentKind(file.type.type)) {
    case 'pdf':
      return yield* readPdfPages(asPdf, file.bytes, request)
    case 'old-office': {
      const bytes = await converter.toPdf(file, request.signal)
      return yield* readPdfPages(asPdf, bytes, request)
    }
    case 'image':
      return yield* readImagePages(engines, file, request)
    case 'set':
      return yield* readSetPages(engines, file, request)
  }
}

async function complete(
  engines: Engines,
  sourcedPage: SourcedPage,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadPage> {
  const start = performance.now()
  const ocr = chooseOcr(engines, sourcedPage, request)
  const whole = withoutBoxSides(await addOcr(ocr, sourcedPage, request, signal))
  const page = withoutShapeless(whole, request.hidden)
  const { total, requestedCount } = sourcedPage
  return {
    page,
    total,
    requestedCount,
    seconds: sourcedPage.seconds + (performance.now() - start) / 1000,
  }
}

/** Small pictures recur on the documents of a sender, so their words are cached. */
function chooseOcr(
  { ocr, ocrResults }: Engines,
  { need }: SourcedPage,
  { cacheScope }: ReadRequest,
): Pick<OcrEngine, 'recognise'> {
  if (need !== 'pictures' || cacheScope === undefined) return ocr
  return cacheWords(ocr, ocrResults.in(cacheScope))
}
