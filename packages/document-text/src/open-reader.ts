import { drawPage } from './draw-page.ts'
import type { Engines } from './engines.ts'
import { inspectDocument } from './inspect-document.ts'
import { formatVersion, type Page } from './model.ts'
import { openAttachment } from './open-attachment.ts'
import type { SourceEnd } from './page-source.ts'
import { openPdfEngine } from './pdf/open-pdf-engine.ts'
import { readDocument } from './read-document.ts'
import { settleOptions } from './read-request.ts'
import type { Reader } from './reader.ts'

export type ReaderLimits = {
  /** How many PDF documents are read at the same time; each thread takes about 32 MB and more for its document. */
  readonly threads?: number
  /** For the next pages of a document, from the moment that a thread takes them up; so a long document may take longer. */
  readonly timeoutSeconds?: number
  /** For PDFium in one thread, the document's own bytes included. */
  readonly memoryMegabytes?: number
  readonly maxPages?: number
  readonly maxBytes?: number
  /** How many pages are recognised at the same time. */
  readonly ocrProcesses?: number
}

/** Opens a reader. Nothing starts before the first document comes, and no engine before a document needs it. */
export function openReader(limits: ReaderLimits = {}): Reader {
  const engines: Engines = {
    pdf: openPdfEngine({
      threads: limits.threads ?? 2,
      timeoutSeconds: limits.timeoutSeconds ?? 60,
      memoryMegabytes: limits.memoryMegabytes ?? 512,
    }),
    ocrProcesses: limits.ocrProcesses ?? 1,
    maxPages: limits.maxPages ?? 5000,
    maxBytes: limits.maxBytes ?? 200_000_000,
  }

  return {
    async read(bytes, options = {}) {
      const pages: Page[] = []
      const reading = readDocument(engines, bytes, settleOptions(options))
      for (let next = await reading.next(); ; next = await reading.next()) {
        if (!next.done) pages.push(next.value.page)
        else return { formatVersion, pages, ...whenAny(next.value) }
      }
    },

    async *readPages(bytes, options = {}) {
      yield* readDocument(engines, bytes, settleOptions(options))
    },
    inspect: (bytes, options = {}) => inspectDocument(engines, bytes, options),
    openAttachment: (bytes, index, options = {}) =>
      openAttachment(engines, { bytes, index }, options),
    drawPage: (bytes, options) => drawPage(engines, bytes, options),
    close: () => engines.pdf.close(),
  }
}

/** A document without attachments does not mention them. */
function whenAny({ attachments }: SourceEnd): Partial<SourceEnd> {
  return attachments.length === 0 ? {} : { attachments }
}
