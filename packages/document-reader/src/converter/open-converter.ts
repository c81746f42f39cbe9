import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Attachment, Page } from '@recto/document-text/model'
import type { OpenedAttachment, PageDrawing } from '@recto/document-text/reader'
import type { DetectedFile } from '../detect/file-type.ts'
import { withOfficeProgram } from '../office/libreoffice/office-program.ts'
import { unpackPage } from '../pages/packed-page.ts'
import { drawTextPage } from '../typeset/draw-text-page.ts'
import { openProcessPool } from '../workers/open-process-pool.ts'
import type {
  ConvertJob,
  ConvertPart,
  ConvertResult,
  FrameSize,
  SetDocument,
} from './convert-job.ts'

/** Turns every format but PDF into pages, pictures or PDF, in processes of its own. */
export type Converter = {
  /**
   * Sets a document without pages of its own on pages, one by one, and lists the files inside it that are read with it.
   * Throws `ReadError`.
   */
  readPages(
    file: DetectedFile,
    onPage: (page: Page) => Promise<void>,
    options?: { readonly signal?: AbortSignal | undefined; readonly withStructure?: boolean },
  ): Promise<SetDocument>
  /** How many pictures an image holds. Throws `ReadError`. */
  countFrames(file: DetectedFile, signal?: AbortSignal): Promise<number>
  /** How large a picture of an image is on a page, in points, as a viewer turns it. Throws `ReadError`. */
  frameSize(file: DetectedFile, index: number, signal?: AbortSignal): Promise<FrameSize>
  /** One picture of an image, upright, on white, as PNG of the given width in pixels. Throws `ReadError`. */
  drawFrame(file: DetectedFile, picture: WantedFrame, signal?: AbortSignal): Promise<PageDrawing>
  /** The files inside a mail; none in other documents. Throws `ReadError`. */
  attachments(file: DetectedFile, signal?: AbortSignal): Promise<readonly Attachment[]>
  /** Throws `ReadError`, and `RangeError` when there is no such attachment. */
  openAttachment(file: DetectedFile, index: number, signal?: AbortSignal): Promise<OpenedAttachment>
  /** Returns the machine-readable data of a file. Throws `ReadError`. */
  embedded(file: DetectedFile, signal?: AbortSignal): Promise<EmbeddedData>
  /** Older office documents, through LibreOffice. Throws `ReadError`: `office-missing` where it is not installed. */
  toPdf(file: DetectedFile, signal?: AbortSignal): Promise<Uint8Array>
  /** Pictures, and documents without pages of their own, as a PDF. Throws `ReadError`. */
  render(
    file: DetectedFile,
    options: { readonly maxPages: number; readonly signal?: AbortSignal | undefined },
  ): Promise<Uint8Array>
  /** A page whose words are all that it shows, as SVG of the given width in pixels. */
  drawTextPage(page: Page, width: number): PageDrawing
  close(): Promise<void>
}

/** Images that hold several pictures, or that are refused; no process is needed to know that any other holds one. */
const mayHoldMore: ReadonlySet<string> = new Set(['tiff', 'heic'])

type WantedFrame = { readonly index: number; readonly width: number }

type ConverterSettings = {
  /** Default 1. */
  readonly processes?: number
  /** Time limit for a job, restarted after every page; default 60. */
  readonly timeoutSeconds?: number
  /** Memory limit per process; default 1,000. */
  readonly memoryMegabytes?: number
  /** Whether the files inside mails and office documents are listed when those are read; default true. */
  readonly listsContained?: boolean
  /** Folders, divided by colons, where LibreOffice is looked for; default that of this process. */
  readonly searchPath?: string
}

type ConversionOptions = {
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** No process starts before the first document comes. */
export function openConverter(settings: ConverterSettings = {}): Converter {
  const { processes = 1, timeoutSeconds = 60, memoryMegabytes = 1000, searchPath } = settings
  const { listsContained = true } = settings
  const pool = openProcessPool<ConvertJob, ConvertResult, ConvertPart>({
    program: new URL('./convert-process.ts', import.meta.url),
    processes,
    timeoutSeconds,
    memoryMegabytes,
    recycleAboveMegabytes: memoryMegabytes / 2,
  })

  /** The job decides what is returned; the types cannot say so across a process. */
  async function run<Result extends ConvertResult>(
    job: ConvertJob,
    options: ConversionOptions,
    onPage?: (page: Page) => Promise<void>,
  ): Promise<Result> {
    const take = async (part: ConvertPart) => {
      if (part !== 'page') await onPage?.(unpackPage(part))
    }
    return (await pool.run(job, { ...options, onPart: take })) as Result
  }
  const optionsOf = (
    { name }: DetectedFile,
    signal: AbortSignal | undefined,
  ): ConversionOptions => ({
    name,
    signal,
  })

  return {
    readPages(file, onPage, { signal, withStructure = false } = {}) {
      const job: ConvertJob = { kind: 'pages', file, listsContained, withStructure }
      return run<SetDocument>(job, optionsOf(file, signal), onPage)
    },
    async countFrames(file, signal) {
      if (!mayHoldMore.has(file.type.type)) return 1
      return await run<number>({ kind: 'count', file }, optionsOf(file, signal))
    },
    frameSize: (file, index, signal) =>
      run({ kind: 'frame-size', file, index }, optionsOf(file, signal)),
    async drawFrame(file, frame, signal) {
      const job: ConvertJob = { kind: 'frame-png', file, ...frame }
      return { ...(await run<PageDrawing>(job, optionsOf(file, signal))), mimeType: 'image/png' }
    },
    attachments: (file, signal) => run({ kind: 'attachments', file }, optionsOf(file, signal)),
    async openAttachment(file, index, signal) {
      const job: ConvertJob = { kind: 'attachment', file, index }
      const attachment = await run<OpenedAttachment | null>(job, optionsOf(file, signal))
      if (!attachment) throw new RangeError(`There is no attachment ${index}.`)
      return attachment
    },
    embedded: (file, signal) => run({ kind: 'embedded', file }, optionsOf(file, signal)),
    toPdf: (file, signal) =>
      withOfficeProgram(searchPath, file, (office) =>
        run<Uint8Array>({ kind: 'pdf', file, office }, optionsOf(file, signal)),
      ),
    render: (file, { maxPages, signal }) =>
      run({ kind: 'rendering', file, maxPages }, optionsOf(file, signal)),
    drawTextPage,
    close: () => pool.close(),
  }
}
