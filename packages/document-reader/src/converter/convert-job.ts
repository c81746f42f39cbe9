import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Attachment } from '@recto/document-text/model'
import type { OpenedAttachment } from '@recto/document-text/reader'
import type { ContainedFiles } from '../contained/contained-files.ts'
import type { DetectedFile } from '../detect/file-type.ts'
import type { OfficeProgram } from '../office/libreoffice/office-program.ts'
import type { PackedPage } from '../pages/packed-page.ts'

/** Requests to the converter process. */
export type ConvertJob =
  | {
      readonly kind: 'pages'
      readonly file: DetectedFile
      readonly listsContained: boolean
      readonly withStructure: boolean
    }
  | { readonly kind: 'count'; readonly file: DetectedFile }
  | { readonly kind: 'frame-size'; readonly file: DetectedFile; readonly index: number }
  | {
      readonly kind: 'frame-png'
      readonly file: DetectedFile
      readonly index: number
      readonly width: number
    }
  | { readonly kind: 'attachments'; readonly file: DetectedFile }
  | { readonly kind: 'attachment'; readonly file: DetectedFile; readonly index: number }
  | { readonly kind: 'embedded'; readonly file: DetectedFile }
  | { readonly kind: 'rendering'; readonly file: DetectedFile; readonly maxPages: number }
  | { readonly kind: 'pdf'; readonly file: DetectedFile; readonly office: OfficeProgram }

/** In points. */
export type FrameSize = { readonly width: number; readonly height: number }

/** These facts are known of a document once it was set on pages. */
export type SetDocument = {
  readonly attachments: readonly Attachment[]
  readonly contained: ContainedFiles
}

export type ConvertResult =
  | SetDocument
  | readonly Attachment[]
  | number
  | FrameSize
  /** There is no such attachment. */
  | null
  | OpenedAttachment
  | EmbeddedData
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  /** A PDF. */
  | Uint8Array

/** A page of the result of `pages`; of a rendering only that there is another one. */
export type ConvertPart = PackedPage | 'page'
