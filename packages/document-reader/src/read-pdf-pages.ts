import { nameOf, ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import { unpackPage } from './pages/packed-page.ts'
import type { PageSource, SourcedPage, SourceEnd } from './pages/page-source.ts'
import type { PdfFile } from './pdf/document/open-pdf.ts'
import { type PdfEngine, shareBytes } from './pdf/open-pdf-engine.ts'
import type { PageState } from './pdf/read-page.ts'
import type { Slice, SliceOrder, SlicePage } from './pdf/read-slice.ts'
import { readPdfSlices } from './read-pdf-slices.ts'
import { findsCheckboxes, type ReadRequest } from './read-request.ts'

type PdfReading = {
  readonly engine: PdfEngine
  readonly maxPages: number
  readonly trustedCertificates: string
  /** How many pictures of pages may wait for OCR in one slice. */
  readonly maxPictures: number
}

/**
 * Reads a PDF slice by slice: a thread is taken for one slice at a time, so a long or slowly recognised document
 * keeps no thread from others.
 */
export async function* readPdfPages(
  reading: PdfReading,
  bytes: Uint8Array,
  request: ReadRequest,
): PageSource {
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, ...(request.signal ? [request.signal] : [])])
  const { name, password } = request
  const file: PdfFile = { bytes: await shareBytes(bytes), name, password }
  const states = new Set<PageState>()
  const order = orderOf(reading, request)
  try {
    let end: SourceEnd = { attachments: [] }
    for await (const slice of readPdfSlices({ engine: reading.engine, file, order, signal })) {
      end = endOf(slice)
      for (const page of slice.pages) {
        states.add(page.state)
        yield sourced(page, slice)
      }
    }
    checkStates(states, request)
    return end
  } finally {
    left.abort(new Error('The reading was left.'))
  }
}

function orderOf(
  reading: PdfReading,
  request: ReadRequest,
): Omit<SliceOrder, 'done' | 'maxCount' | 'knownPictures'> {
  const { name, mode, ranges, withGlyphs, withRules, hidden } = request
  const { looksForEmbedded, cacheScope } = request
  const { maxPages, maxPictures, trustedCertificates } = reading
  const pictures = findsCheckboxes(request) ? 'all' : mode === 'native_text' ? 'none' : 'needed'
  const embedded = looksForEmbedded ? { trustedCertificates, cacheScope } : undefined
  const looks = { withGlyphs, withRules, hidden, embedded }
  return { name, ranges, maxPages, maxPictures, pictures, ...looks }
}

const endOf = ({ attachments, embedded }: Slice): SourceEnd =>
  omitUndefined({ attachments, embedded })

function sourced({ page, need, picture, seconds }: SlicePage, slice: Slice): SourcedPage {
  const { total, requestedCount } = slice
  const common = { page: unpackPage(page), need, total, requestedCount, seconds }
  return picture ? { ...common, picture } : common
}

function checkStates(states: ReadonlySet<PageState>, { name, mode }: ReadRequest): void {
  const file = nameOf(name)
  if (states.has('words')) return
  if (states.has('ink') && mode !== 'native_text') return
  if (states.has('ink'))
    throw new ReadError('needs-ocr', `${file} needs OCR: its pages are images without text.`)
  if (!states.has('blank'))
    throw new ReadError('broken-file', `${file} is damaged: none of its pages can be read.`)
}
