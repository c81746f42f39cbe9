import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Inspection, OpenedAttachment, PageDrawing } from '@recto/document-text/reader'
import type { PagePicture } from '../images/page-image.ts'
import type { PdfFile } from './document/open-pdf.ts'
import type { EmbeddedOrder } from './embedded-in-pdf.ts'
import type { PictureOrder } from './pictures/render-page.ts'
import type { Slice, SliceOrder } from './read-slice.ts'

/** Tasks that a PDF thread performs on a document, with their orders and results. */
export type PdfTasks = {
  readonly slice: { readonly order: SliceOrder; readonly result: Slice }
  /** Renders for OCR what the reading of a slice did not. */
  readonly picture: { readonly order: PictureOrder; readonly result: PagePicture | undefined }
  readonly inspect: { readonly order: Record<never, never>; readonly result: Inspection }
  readonly attachment: {
    readonly order: { readonly index: number }
    readonly result: OpenedAttachment | undefined
  }
  readonly embedded: { readonly order: EmbeddedOrder; readonly result: EmbeddedData }
  /** Returns a copy with the pages of other documents behind its own. */
  readonly join: {
    readonly order: { readonly further: readonly Uint8Array[] }
    readonly result: Uint8Array
  }
  /** Returns a copy without its password. */
  readonly unlock: { readonly order: Record<never, never>; readonly result: Uint8Array }
  readonly draw: {
    readonly order: { readonly page: number; readonly width: number }
    readonly result: PageDrawing | undefined
  }
}

export type PdfJob = {
  readonly [Task in keyof PdfTasks]: {
    readonly task: Task
    readonly file: PdfFile
    readonly order: PdfTasks[Task]['order']
  }
}[keyof PdfTasks]

export type PdfResult = PdfTasks[keyof PdfTasks]['result']

export type PdfWorkerSettings = { readonly memoryMegabytes: number }
