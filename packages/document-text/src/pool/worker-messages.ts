import type { ReadErrorCode } from '../read-error.ts'
import type { PackedPage } from './packed-page.ts'

export type WorkerSettings = { readonly memoryMegabytes: number }

/** What a worker says while it reads. It is given one `PdfJob` at a time. */
export type FromWorker =
  /** Pages come in parts, so that no thread holds a long document twice or unpacks it in one go. */
  | { readonly kind: 'pages'; readonly pages: readonly PackedPage[] }
  | { readonly kind: 'done'; readonly memoryBytes: number }
  | {
      readonly kind: 'refused'
      readonly code: ReadErrorCode
      readonly message: string
      readonly memoryBytes: number
    }
  /** PDFium gave up in a way that leaves it unusable: the worker is to be replaced. */
  | { readonly kind: 'crashed'; readonly message: string }
