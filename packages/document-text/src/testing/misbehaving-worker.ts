import { parentPort } from 'node:worker_threads'
import type { PdfJob } from '../pdf/read-pdf.ts'
import { packPage } from '../pool/packed-page.ts'

/** Does what the job's name says; any other name is answered with one empty page. */
parentPort?.on('message', ({ name }: PdfJob) => {
  if (name === 'hangs') for (;;);
  if (name === 'exits') process.exit(3)
  if (name === 'throws') throw new Error('The worker stumbled.')
  const page = { number: 0, width: 1, height: 1, rotation: 0, words: [], lines: [] } as const
  parentPort?.postMessage({ kind: 'pages', pages: [packPage(page)] })
  parentPort?.postMessage({ kind: 'done', memoryBytes: 0 })
})
