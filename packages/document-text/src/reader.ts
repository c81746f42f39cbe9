import type { EmbeddedData } from './embedded.ts'
import type { Attachment, DocumentText, Page } from './model.ts'
import type { OpenBytes, TableRecord } from './table-record.ts'
import type { StoredText } from './text-writer.ts'

/**
 * The ways to read text. `native_text` reads what the file spells and nothing else. All others read
 * natively where a page is digital and by OCR where it is a picture or its letters are unreadable:
 * `low_cost` with the small engine, the rest with the large one. `auto`, `form` and `table` mark the check boxes of what they read; the
 * last two also look for them in the pictures of digital pages. Otherwise `auto` is `high_quality`.
 */
export const readModes = [
  'auto',
  'native_text',
  'low_cost',
  'high_quality',
  'form',
  'table',
] as const
export type ReadMode = (typeof readModes)[number]

/** Text that a page does not show is left out, or it is part of the words and also reported. */
export type HiddenHandling = 'left-out' | 'named'

export type ReadOptions = {
  /** The name that the file came with; only for messages and to notice a lie, never as a path. */
  readonly name?: string
  readonly password?: string
  readonly signal?: AbortSignal
  /** Default `auto`. */
  readonly mode?: ReadMode
  /** Page ranges, one-based: `1-3,7,9-`. All pages when empty or absent. */
  readonly pages?: string
  /** ISO 639-2, for OCR; default `eng`. */
  readonly language?: string
  /**
   * Filter size in pixels, applied to the picture before `low_cost` OCR; 0 or absent disables the
   * filter.
   */
  readonly medianFilterSize?: number
  readonly gaussianBlurRadius?: number
  /** Degrees from which a page that was scanned askew is straightened and read again; default 10. */
  readonly derotateThreshold?: number
  /** 0 to 1; a mark in a check box below it counts as none. Default 0.3. */
  readonly checkboxConfidenceThreshold?: number
  /** Keeps where each letter of native text is drawn. */
  readonly withGlyphs?: boolean
  /** Looks for ruling lines. */
  readonly withRules?: boolean
  /** Keeps what tells titles, lists and tables: sizes and weights of letters, and what the file itself states. */
  readonly withStructure?: boolean
  /** Looks for hidden text; absent, nobody looks, and words that nobody sees are words like all others. */
  readonly hidden?: HiddenHandling
  /** Whether embedded data is read together with a stored text, where that needs no second reading. */
  readonly looksForEmbedded?: boolean
  /**
   * Opaque. Results for pictures are cached within a scope, so that a seller's logo is examined once; nothing passes from one
   * scope to another. When absent, nothing is cached.
   */
  readonly cacheScope?: string
  /**
   * A page that cannot be recognised is kept with its `failure`, and the others are read; without it, the
   * document fails.
   */
  readonly keepsFailedPages?: boolean
}

export type ReadPage = {
  readonly page: Page
  /** Pages of the whole document. */
  readonly total: number
  /** Pages that are read of it. */
  readonly requestedCount: number
  /** How long this page took. */
  readonly seconds: number
}

/** These facts are known of a document once it was read to its end. */
export type ReadEnd = Pick<DocumentText, 'warnings'> | undefined

export type DrawOptions = Pick<ReadOptions, 'name' | 'password' | 'signal'> & {
  /** Zero-based. */
  readonly page: number
  /** Pixels. */
  readonly width: number
  /** Returns a JPEG whose longer side has at most so many pixels, for a model; absent: a picture for people. */
  readonly maxSide?: number
}

export type PageDrawing = {
  readonly bytes: Uint8Array
  readonly mimeType: 'image/png' | 'image/svg+xml' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

/** Reads documents outside the caller's thread. One reader serves a whole process. */
export type Reader = {
  /**
   * Reads the text of a document with the position of every word.
   * Throws `ReadError`; a file that breaks its worker fails alone.
   */
  read(bytes: Uint8Array, options?: ReadOptions): Promise<DocumentText>
  /** The same as it is stored, for a text that is worked on elsewhere: its words do not stay in memory here. */
  readStored(bytes: Uint8Array, options?: ReadOptions): Promise<StoredText>
  /**
   * The same page by page, in order, with no more than a few pages in memory. Leaving the loop ends the
   * reading. The iterator throws `ReadError` where the document fails, also after good pages.
   */
  readPages(bytes: Uint8Array, options?: ReadOptions): AsyncIterable<ReadPage, ReadEnd>
  /** Returns what the document contains without reading its text. Throws `ReadError`. */
  inspect(
    bytes: Uint8Array,
    options?: Pick<ReadOptions, 'name' | 'password' | 'signal'>,
  ): Promise<Inspection>
  /** A file inside the document, by its place among `attachments`. Throws `ReadError`, `RangeError` when there is none. */
  openAttachment(
    bytes: Uint8Array,
    index: number,
    options?: Pick<ReadOptions, 'name' | 'password' | 'signal'>,
  ): Promise<OpenedAttachment>
  /**
   * Reads machine-readable data: e-invoices, alone or attached, and codes. Their problems are
   * among its problems. Throws `ReadError` for a document that cannot be opened.
   */
  readEmbedded(
    bytes: Uint8Array,
    options?: Pick<ReadOptions, 'name' | 'password' | 'signal' | 'cacheScope'>,
  ): Promise<EmbeddedData>
  /**
   * The document as a PDF that opens without a password, with the pages that are read of it. Throws `ReadError`.
   */
  toPdf(
    bytes: Uint8Array,
    options?: Pick<ReadOptions, 'name' | 'password' | 'signal'>,
  ): Promise<Uint8Array>
  /** A picture of one page. Throws `ReadError`, and `RangeError` for a page that does not exist. */
  drawPage(bytes: Uint8Array, options: DrawOptions): Promise<PageDrawing>
  /**
   * Reads the rows of a CSV or XLSX file in the caller's thread, with no more than a piece of the file in memory.
   * The generator throws `ReadError`.
   */
  readTableRecords(open: OpenBytes): AsyncGenerator<TableRecord>
  close(): Promise<void>
}

export type Inspection = {
  readonly pages: number
  /** Points, as displayed, of each page in order. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[]
  readonly attachments: readonly Attachment[]
}

/** A file that was inside a document. */
export type OpenedAttachment = Attachment & { readonly bytes: Uint8Array }
