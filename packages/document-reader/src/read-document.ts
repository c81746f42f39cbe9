import type { EmbeddedData } from '@recto/document-text/embedded'
import type { ReadPage } from '@recto/document-text/reader'
import { addOcr } from './add-ocr.ts'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import { cacheImageData } from './embedded/cache-image-data.ts'
import { joinData } from './embedded/join-data.ts'
import type { Engines } from './engines.ts'
import { orFailedPage } from './failed-page.ts'
import type { PixelBudget } from './images/pixel-budget.ts'
import { watchHandwriting } from './legibility/watch-handwriting.ts'
import { watchLegibility } from './legibility/watch-legibility.ts'
import { type LimitedEnd, limitText } from './limit-text.ts'
import { mapInOrder } from './map-in-order.ts'
import { cacheWords } from './ocr/cache-words.ts'
import type { OcrEngine } from './ocr/words/ocr-engine.ts'
import { openFileSource } from './open-file-source.ts'
import { assignBoxes } from './pages/assign-boxes.ts'
import type { PageSource, SourcedPage, SourceEnd } from './pages/page-source.ts'
import { withoutBoxSides } from './pages/without-box-sides.ts'
import { withoutShapeless } from './pages/without-shapeless.ts'
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
  const codes = openCodeCollection()
  const pages = mapInOrder(openSource(engines, file, request), {
    // One page waits while others are recognised, so that no process waits for a page.
    limit: engines.ocrProcesses + 1,
    work: (page, left) => {
      const combinedSignal = signal ? AbortSignal.any([signal, left]) : left
      return orFailedPage(page, withPart(page, request), () =>
        complete({ engines, request, codes }, page, combinedSignal),
      )
    },
  })
  // The files inside a mail are documents of their own, and so are the pages that text is set on.
  const watch = documentKind(file.type.type) === 'set' ? undefined : engines.watchDocuments?.()
  const legibility = watchLegibility()
  const handwritingWatch = watchHandwriting()
  const watchedPages = watchPages(pages, (read) => {
    watch?.add(read)
    legibility.add(read.page)
    handwritingWatch.add(read.page)
  })
  const limitedEnd = yield* limitText(watchedPages, name)
  const imageData = codes.join()
  const end = withWarnings(limitedEnd, [
    hasNothing(limitedEnd, imageData) ? 'No text was found in the document.' : undefined,
    legibility.describe(),
    handwritingWatch.describe(),
    watch?.describe(),
  ])
  if (!imageData) return end
  cacheImageData(engines.imageData, request.cacheScope, file.bytes).set(imageData)
  return { ...end, embedded: imageData }
}

const openSource = (engines: Engines, file: DetectedFile, request: ReadRequest): PageSource =>
  documentKind(file.type.type) === 'set'
    ? readSetPages(engines, file, request)
    : openFileSource(engines, file, request)

async function* watchPages(
  pages: AsyncGenerator<ReadPage, SourceEnd>,
  watch: (page: ReadPage) => void,
): AsyncGenerator<ReadPage, SourceEnd> {
  const iterator = pages[Symbol.asyncIterator]()
  try {
    for (let next = await iterator.next(); ; next = await iterator.next()) {
      if (next.done) return next.value
      watch(next.value)
      yield next.value
    }
  } finally {
    await iterator.return({ attachments: [] })
  }
}

/** A document without a word looks like one that was read; only a warning tells them apart. */
function hasNothing({ wordCount }: LimitedEnd, imageData: EmbeddedData | undefined): boolean {
  return wordCount === 0 && (imageData?.values.length ?? 0) === 0
}

function withWarnings(
  { wordCount: _, ...end }: LimitedEnd,
  texts: readonly (string | undefined)[],
): SourceEnd {
  const warnings = [...(end.warnings ?? []), ...texts.filter((text) => text !== undefined)]
  return warnings.length > 0 ? { ...end, warnings } : end
}

/** A page of a file inside the document fails alone, because the rest of the document is of use without it. */
const withPart = ({ isContained }: SourcedPage, { keepsFailedPages }: ReadRequest) => ({
  keepsFailedPages: keepsFailedPages || isContained === true,
})

type CodeCollection = {
  /** Adds the codes of a page; nothing while they are still searched for. */
  set(page: number, codes: EmbeddedData | undefined): void
  /** Returns nothing unless codes were searched for, and on all pages with success. */
  join(): EmbeddedData | undefined
}

/** Collects the codes that OCR processes find in the pictures of an image file. */
function openCodeCollection(): CodeCollection {
  const codesByPage = new Map<number, EmbeddedData | undefined>()
  return {
    set: (page, codes) => codesByPage.set(page, codes),
    join() {
      const codes = [...codesByPage.values()].filter((one) => one !== undefined)
      return codes.length > 0 && codes.length === codesByPage.size ? joinData(codes) : undefined
    },
  }
}

type Reading = {
  readonly engines: Engines
  readonly request: ReadRequest
  readonly codes: CodeCollection
}

async function complete(
  { engines, request, codes }: Reading,
  sourcedPage: SourcedPage,
  signal: AbortSignal,
): Promise<ReadPage> {
  const start = performance.now()
  const { number } = sourcedPage.page
  if (sourcedPage.looksForCodes) codes.set(number, undefined)
  const ocr = chooseOcr(engines, sourcedPage, request)
  const recognition = await withPicture(engines.pixels, sourcedPage, signal, (renderedPage) =>
    addOcr(ocr, renderedPage, request, signal),
  )
  if (sourcedPage.looksForCodes) codes.set(number, recognition.codes)
  const page = withoutShapeless(assignBoxes(withoutBoxSides(recognition.page)), request.hidden)
  const { total, requestedCount } = sourcedPage
  return {
    page,
    total,
    requestedCount,
    seconds: sourcedPage.seconds + (performance.now() - start) / 1000,
  }
}

/** Renders the picture of a page if that is still to be done, and releases its pixels after its use. */
async function withPicture<Result>(
  budget: PixelBudget,
  sourcedPage: SourcedPage,
  signal: AbortSignal,
  use: (page: SourcedPage) => Promise<Result>,
): Promise<Result> {
  const { latePicture } = sourcedPage
  const reservation = latePicture
    ? await budget.reserve(latePicture.pixels, signal)
    : sourcedPage.reservation
  try {
    if (!latePicture) return await use(sourcedPage)
    const picture = await latePicture.render(signal)
    return await use(picture ? { ...sourcedPage, picture } : { ...sourcedPage, need: 'none' })
  } finally {
    reservation?.release()
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
