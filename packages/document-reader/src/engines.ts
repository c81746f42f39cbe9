import type { EmbeddedData } from '@recto/document-text/embedded'
import type { ReadPage } from '@recto/document-text/reader'
import { type Converter, openConverter } from './converter/open-converter.ts'
import { openImageDataCaches } from './embedded/cache-image-data.ts'
import { openPixelBudget, type PixelBudget } from './images/pixel-budget.ts'
import { openWordCaches } from './ocr/cache-words.ts'
import { openOcr } from './ocr/open-ocr.ts'
import type { OcrEngine, OcrResult } from './ocr/words/ocr-engine.ts'
import { openPdfEngine, type PdfEngine } from './pdf/open-pdf-engine.ts'
import type { ScopedCaches } from './scoped-cache.ts'

export type ReaderLimits = {
  /** How many PDF documents are read at the same time; each thread takes about 32 MB and more for its document. Default 2. */
  readonly threads?: number
  /**
   * For the next pages of a document, from the moment that a thread or a process takes them up, so that a long
   * document may take longer. Default 60.
   */
  readonly timeoutSeconds?: number
  /** Memory limit of PDFium per thread, the document's own bytes included. Default 512. */
  readonly memoryMegabytes?: number
  /** Maximum number of selected pages. Default 5,000. */
  readonly maxPages?: number
  /** Default 200,000,000. */
  readonly maxBytes?: number
  /** How many pages are recognised at the same time; each process takes up to a gigabyte and a core. Default 1. */
  readonly ocrProcesses?: number
  /** Time limit per page. Default 120. */
  readonly ocrTimeoutSeconds?: number
  /** Memory limit per OCR process. Default 1,500. */
  readonly ocrMemoryMegabytes?: number
  /** A folder with OCR models in PaddleOCR's layout, in place of the installed ones; see `checkOcrModels`. */
  readonly ocrModels?: string | undefined
  /** How many documents other than PDF are opened at the same time. Default 1. */
  readonly converterProcesses?: number
  /** Memory limit per converter process. Default 1,000. */
  readonly converterMemoryMegabytes?: number
  /** Whether attachments of mails and scanned pages in office documents are read as parts of the document. Default true. */
  readonly readsContainedFiles?: boolean | undefined
  /** Certificates in PEM, one behind the other, that make a signature's issuer a known one. None by default. */
  readonly trustedCertificates?: string | undefined
  /** Maximum number of pixels of rendered pages that wait for OCR, of all documents together. Default 64,000,000. */
  readonly maxWaitingPixels?: number
  /** Recognises in place of the built-in engines. */
  readonly ocr?: OcrEngine
  /** Opens a watch over the pages of one file; what it says at their end is a warning. None by default. */
  readonly watchDocuments?: () => DocumentWatch
}

/** Sees the pages of one file in order, and says what is odd about the whole. */
type DocumentWatch = {
  add(page: ReadPage): void
  describe(): string | undefined
}

/** What reads, each in threads or processes of its own, and the limits that hold for all. */
export type Engines = {
  readonly pdf: PdfEngine
  readonly ocr: OcrEngine
  readonly converter: Converter
  /** How many pages the OCR engine recognises at the same time. */
  readonly ocrProcesses: number
  /** Limits the rendered pages that wait for OCR. */
  readonly pixels: PixelBudget
  readonly maxPages: number
  readonly maxBytes: number
  readonly trustedCertificates: string
  /** Words of small pictures that were recognised before. */
  readonly ocrResults: ScopedCaches<OcrResult>
  /** Data of image files that were searched before. */
  readonly imageData: ScopedCaches<EmbeddedData>
  readonly watchDocuments?: (() => DocumentWatch) | undefined
}

/** No thread and no process starts before it is needed. */
export function openEngines(limits: ReaderLimits): Engines {
  const { timeoutSeconds = 60, threads = 2, memoryMegabytes = 512 } = limits
  const { ocrProcesses = 1, maxPages = 5000, maxBytes = 200_000_000 } = limits
  return {
    pdf: openPdfEngine({ threads, timeoutSeconds, memoryMegabytes }),
    ocr: limits.ocr ?? openLimitedOcr(limits, ocrProcesses),
    converter: openConverter({
      processes: limits.converterProcesses ?? 1,
      timeoutSeconds,
      memoryMegabytes: limits.converterMemoryMegabytes ?? 1000,
      listsContained: limits.readsContainedFiles ?? true,
    }),
    ocrProcesses,
    pixels: openPixelBudget(limits.maxWaitingPixels ?? 64_000_000),
    maxPages,
    maxBytes,
    trustedCertificates: limits.trustedCertificates ?? '',
    ocrResults: openWordCaches(),
    imageData: openImageDataCaches(),
    watchDocuments: limits.watchDocuments,
  }
}

export async function closeEngines(engines: Engines): Promise<void> {
  const { pdf, ocr, converter } = engines
  await Promise.all([pdf.close(), ocr.close(), converter.close()])
}

function openLimitedOcr(limits: ReaderLimits, processes: number): OcrEngine {
  const { ocrTimeoutSeconds: timeoutSeconds = 120, ocrMemoryMegabytes: memoryMegabytes = 1500 } =
    limits
  return openOcr({ processes, timeoutSeconds, memoryMegabytes, models: limits.ocrModels })
}
