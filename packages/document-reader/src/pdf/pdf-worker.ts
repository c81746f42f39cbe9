import { workerData } from 'node:worker_threads'
import type { PagePicture } from '../images/page-image.ts'
import { buffersOf } from '../pages/packed-page.ts'
import { serveThread, type ThreadResult } from '../workers/serve-thread.ts'
import { openCodeCaches } from './codes/code-caches.ts'
import { getMeasuredSize, listAttachments, readAttachment } from './document/attachments.ts'
import { inspectPdf } from './document/inspect-pdf.ts'
import { joinPdfs } from './document/join-pdfs.ts'
import { withPdf } from './document/open-pdf.ts'
import { unlockPdf } from './document/unlock-pdf.ts'
import { completeEmbedded, readEmbeddedInPdf } from './embedded-in-pdf.ts'
import type { PdfJob, PdfResult, PdfWorkerSettings } from './pdf-tasks.ts'
import { loadPdfium, type OpenDocument, type Pdfium } from './pdfium/pdfium.ts'
import { drawPdfPage } from './pictures/draw-pdf-page.ts'
import { renderPicture } from './pictures/render-page.ts'
import { readSlice, type Slice } from './read-slice.ts'

const { memoryMegabytes } = workerData as PdfWorkerSettings

async function start() {
  const pdfium = await loadPdfium(memoryMegabytes)
  const caches = openCodeCaches()
  return {
    async handle(job: PdfJob): Promise<ThreadResult<PdfResult>> {
      if (job.task === 'embedded') {
        const ownCaches = caches.in(job.order.cacheScope)
        return { result: await readEmbeddedInPdf(pdfium, job.file, job.order, ownCaches) }
      }
      if (job.task === 'slice') return readSliceOf(pdfium, job, caches)
      return withPdf(pdfium, job.file, (open) => perform(open, job))
    },
    isShort,
    heldBytes: () => pdfium.memory.buffer.byteLength,
  }
}

/** Most documents consist of their first pages only; anything after those is one of many slices. */
const isShort = (job: PdfJob) => job.task !== 'slice' || job.order.done === 0

type SliceJob = Extract<PdfJob, { readonly task: 'slice' }>

/** Reads a slice and, of a document that is read in one go, what it says for machines. */
async function readSliceOf(
  pdfium: Pdfium,
  { file, order }: SliceJob,
  caches: ReturnType<typeof openCodeCaches>,
): Promise<ThreadResult<Slice>> {
  const ownCaches = caches.in(order.embedded?.cacheScope)
  const { slice, candidates } = withPdf(pdfium, file, (open) => readSlice(open, order, ownCaches))
  const transfer = buffersIn(slice)
  if (!order.embedded || !candidates) return { result: slice, transfer }
  const embedded = await completeEmbedded(file, candidates, {
    ...order.embedded,
    caches: ownCaches,
  })
  return { result: { ...slice, embedded }, transfer }
}

type Synchronous = Exclude<PdfJob, { readonly task: 'embedded' | 'slice' }>

function perform(open: OpenDocument, job: Synchronous): ThreadResult<PdfResult> {
  const { name } = job.file
  switch (job.task) {
    case 'inspect':
      return { result: inspectPdf(open, name) }
    case 'attachment':
      return { result: readAttachmentAt(open, job.order.index) }
    case 'unlock': {
      const copy = unlockPdf(open, name)
      return { result: copy, transfer: [copy.buffer as ArrayBuffer] }
    }
    case 'join': {
      const copy = joinPdfs(open, job.order.further, name)
      return { result: copy, transfer: [copy.buffer as ArrayBuffer] }
    }
    case 'draw':
      return { result: drawPdfPage(open, job.order) }
    case 'picture': {
      const picture = renderPicture(open, job.order)
      return { result: picture, transfer: buffersOfPicture(picture) }
    }
  }
}

function readAttachmentAt({ pdfium, document }: OpenDocument, index: number) {
  const entry = listAttachments(pdfium, document)[index]
  if (!entry) return undefined
  const bytes = readAttachment(pdfium, document, { index, measuredSize: getMeasuredSize(entry) })
  return { ...entry.attachment, bytes }
}

function buffersIn({ pages }: Slice): ArrayBuffer[] {
  return pages.flatMap(({ page, picture }) => [...buffersOf(page), ...buffersOfPicture(picture)])
}

function buffersOfPicture(picture: PagePicture | undefined): ArrayBuffer[] {
  const buffer = picture?.image.pixels.buffer
  return buffer instanceof ArrayBuffer ? [buffer] : []
}

serveThread<PdfJob, PdfResult>(start())
