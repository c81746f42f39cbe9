import { checkInput } from './check-input.ts'
import type { Engines } from './engines.ts'
import { mapInOrder } from './map-in-order.ts'
import type { PageSource, SourcedPage, SourceEnd } from './page-source.ts'
import { readPdfPages } from './read-pdf-pages.ts'
import type { ReadRequest } from './read-request.ts'
import type { ReadPage } from './reader.ts'

/** A document flows one way: its pages are read natively, then by OCR where they need it, then handed on in order. */
export async function* readDocument(
  engines: Engines,
  given: Uint8Array,
  request: ReadRequest,
): AsyncGenerator<ReadPage, SourceEnd> {
  const source = openSource(engines, given, request)
  return yield* mapInOrder(source, {
    limit: engines.ocrProcesses + 1,
    work: (page, left) => finish(page, left),
  })
}

function openSource(engines: Engines, given: Uint8Array, request: ReadRequest): PageSource {
  const { maxBytes, maxPages, ocrProcesses } = engines
  const { name } = request
  const bytes = checkInput({ bytes: given, maxBytes, name })
  return readPdfPages({ engine: engines.pdf, maxPages, maxPictures: ocrProcesses }, bytes, request)
}

async function finish(
  { page, total, requested, seconds }: SourcedPage,
  _left: AbortSignal,
): Promise<ReadPage> {
  return { page, total, requested, seconds }
}
