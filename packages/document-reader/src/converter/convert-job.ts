import type { Attachment } from '@recto/document-text/model'
import type { OpenedAttachment } from '@recto/document-text/reader'
import type { DetectedFile } from '../detect/file-type.ts'
import type { PageImage, PagePicture } from '../images/page-image.ts'
import type { OfficeProgram } from '../office/libreoffice/office-program.ts'
import type { PackedPage } from '../pages/packed-page.ts'

/** What the converter's process may be asked. */
export type ConvertJob =
  | { readonly kind: 'pages'; readonly file: DetectedFile }
  | { readonly kind: 'count'; readonly file: DetectedFile }
  | { readonly kind: 'frame'; readonly file: DetectedFile; readonly index: number }
  | { readonly kind: 'attachments'; readonly file: DetectedFile }
  | { readonly kind: 'attachment'; readonly file: DetectedFile; readonly index: number }
  | { readonly kind: 'png'; readonly image: PageImage; readonly width: number }
  | { readonly kind: 'pdf'; readonly file: DetectedFile; readonly office: OfficeProgram }

export type ConvertResult =
  | readonly Attachment[]
  | number
  | PagePicture
  /** There is no such attachment. */
  | null
  | OpenedAttachment
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  /** A PDF. */
  | Uint8Array

/** A page of the result of `pages`. */
export type ConvertPart = PackedPage
