import type { PdfEngine } from './pdf/open-pdf-engine.ts'

/** What reads, each in threads or processes of its own, and the limits that hold for all. */
export type Engines = {
  readonly pdf: PdfEngine
  readonly ocrProcesses: number
  readonly maxPages: number
  readonly maxBytes: number
}
