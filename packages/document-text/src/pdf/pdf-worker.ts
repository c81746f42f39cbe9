import { parentPort, workerData } from 'node:worker_threads'
import { buffersOf, type PackedPage, packPage } from '../pool/packed-page.ts'
import type { FromWorker, WorkerSettings } from '../pool/worker-messages.ts'
import { ReadError } from '../read-error.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'
import { type PdfJob, readPdf } from './read-pdf.ts'

const pagesInOneMessage = 20

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only.')
const { memoryMegabytes } = workerData as WorkerSettings
const loading = loadPdfium(memoryMegabytes)

port.on('message', (job: PdfJob) => {
  loading.then((pdfium) => answer(pdfium, job)).catch(sayCrashed)
})

function answer(pdfium: Pdfium, job: PdfJob): void {
  let pages: PackedPage[] = []
  const flush = () => {
    if (pages.length > 0) send({ kind: 'pages', pages }, pages.flatMap(buffersOf))
    pages = []
  }
  try {
    readPdf(pdfium, job, (page) => {
      pages.push(packPage(page))
      if (pages.length === pagesInOneMessage) flush()
    })
    flush()
    send({ kind: 'done', memoryBytes: pdfium.memory.buffer.byteLength })
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    const { code, message } = error
    send({ kind: 'refused', code, message, memoryBytes: pdfium.memory.buffer.byteLength })
  }
}

function sayCrashed(error: unknown): void {
  send({ kind: 'crashed', message: error instanceof Error ? error.message : String(error) })
}

function send(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}
