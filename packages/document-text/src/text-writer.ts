import { omitUndefined } from '@recto/omit-undefined'
import type { EmbeddedData } from './embedded.ts'
import type { Page } from './model.ts'
import { type DocumentEnd, storedHead, storedPage, storedTail } from './stored-text.ts'

/** Properties of a page other than its words. */
export type PageOutline = Pick<Page, 'number' | 'height' | 'handwrittenRegions'>

/** A document's text as it is stored, for those who do not look into it. */
export type StoredText = {
  /** Writes the format that `parseStoredDocumentText` reads, in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly pages: readonly PageOutline[]
  /** Whether any word of it was recognised in a picture. */
  readonly isRecognised: boolean
  /**
   * The machine-readable data, as `readEmbedded` returns it. It is absent where nobody asked for it, and where finding it
   * takes a second reading.
   */
  readonly embedded?: EmbeddedData
}

type TextWriter = {
  /** Written at once: nothing of the page is held. */
  add(page: Page): void
  finish(end?: DocumentEnd): StoredText
}

/** Stores a text page by page: a long one never lies in memory as words. */
export function openTextWriter(): TextWriter {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = [encoder.encode(storedHead)]
  const pages: PageOutline[] = []
  let isRecognised = false
  return {
    add(page) {
      const { number, handwrittenRegions } = page
      const comma = pages.length > 0 ? ',' : ''
      parts.push(encoder.encode(comma + storedPage(page)))
      // Rounded as the page is.
      const height = Math.round(page.height * 100) / 100
      pages.push({ number, height, ...omitUndefined({ handwrittenRegions }) })
      isRecognised ||= page.words.some(({ origin }) => origin === 'ocr')
    },
    finish(end = {}) {
      parts.push(encoder.encode(storedTail(end)))
      return { bytes: concat(parts), pages, isRecognised }
    },
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
