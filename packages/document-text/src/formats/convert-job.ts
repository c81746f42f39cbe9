import type { DetectedType } from '../file-type.ts'
import type { Attachment } from '../model.ts'
import type { PageImage } from '../ocr/ocr-engine.ts'
import type { PackedPage } from '../pool/packed-page.ts'

export type ConvertFile = {
  readonly bytes: Uint8Array
  readonly type: DetectedType
  /** Only for messages, and to tell one text from another; never a path. */
  readonly name?: string | undefined
}

/** What the converter's process may be asked. */
export type ConvertJob =
  | { readonly kind: 'pages'; readonly file: ConvertFile }
  | { readonly kind: 'count'; readonly file: ConvertFile }
  | { readonly kind: 'frame'; readonly file: ConvertFile; readonly index: number }
  | { readonly kind: 'attachments'; readonly file: ConvertFile }
  | { readonly kind: 'attachment'; readonly file: ConvertFile; readonly index: number }
  | { readonly kind: 'png'; readonly image: PageImage; readonly width: number }
  | { readonly kind: 'pdf'; readonly file: ConvertFile; readonly office: OfficeProgram }

/** LibreOffice, and a folder of its own for this one job. */
export type OfficeProgram = { readonly path: string; readonly folder: string }

export type Frame = { readonly image: PageImage; readonly pointsPerPixel: number }
export type OpenedAttachment = Attachment & { readonly bytes: Uint8Array }

export type ConvertAnswer =
  | readonly Attachment[]
  | number
  | Frame
  /** There is no such attachment. */
  | null
  | OpenedAttachment
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  /** A PDF. */
  | Uint8Array

/** A page of the answer to `pages`. */
export type ConvertPart = PackedPage
