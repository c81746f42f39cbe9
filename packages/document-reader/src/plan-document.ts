import type { Attachment } from '@recto/document-text/model'
import { nameOf, ReadError } from '@recto/document-text/read-error'
import { type ContainedFile, containedLimits, describeUnread } from './contained/contained-files.ts'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import { inspectFile, type SizeInPoints } from './inspect-file.ts'
import { type PackedPage, packPage } from './pages/packed-page.ts'
import { tooManyPages } from './pages/select-pages.ts'
import type { ReadRequest } from './read-request.ts'

/** A file whose pages are consecutive pages of the document. */
export type DocumentPart = {
  /** An older office document is the PDF that it was converted to, so that it is converted once. */
  readonly file: DetectedFile
  /** The names of the files that lead to it, its own last; empty for the document itself. */
  readonly path: readonly string[]
  /** Number of its first page in the document, zero-based. */
  readonly firstPage: number
  readonly sizes: readonly SizeInPoints[]
  /** The pages of a file that has none of its own; they were set to count them. */
  readonly pages?: readonly PackedPage[]
  /** Whether it was an older office document. */
  readonly isConverted?: boolean
  /** Whether it is attached to a mail, which reads its e-invoice. */
  readonly isMailed?: boolean
}

export type DocumentPlan = {
  readonly parts: readonly DocumentPart[]
  /** Those of the document itself. */
  readonly attachments: readonly Attachment[]
  /** Sentences about the files inside that are not read. */
  readonly warnings: readonly string[]
  readonly pageCount: number
}

/** These engines count the pages of the parts. */
type PlanningEngines = Pick<Engines, 'converter' | 'pdf' | 'maxPages' | 'maxBytes'>

type PlanRequest = Pick<ReadRequest, 'name' | 'signal'> & {
  /** Keeps what files state of their structure. */
  readonly withStructure?: boolean
  /** The last page that is needed, zero-based; later parts may be missing from the plan. */
  readonly lastPage?: number
}

/**
 * Finds out of which files a document without pages of its own consists: a mail and its attachments, files within
 * those, and the scanned pages in an office document. A contained file that cannot be read fails alone. Throws
 * `ReadError` for the document itself.
 */
export async function planDocument(
  engines: PlanningEngines,
  file: DetectedFile,
  request: PlanRequest,
): Promise<DocumentPlan> {
  const planner = new Planner(engines, request)
  const attachments = await planner.addSet(file, [])
  const { parts, warnings, pageCount } = planner
  return { parts, attachments, warnings, pageCount }
}

class Planner {
  readonly parts: DocumentPart[] = []
  readonly warnings: string[] = []
  pageCount = 0
  readonly #engines: PlanningEngines
  readonly #request: PlanRequest
  #fileCount = 0
  #byteCount = 0

  constructor(engines: PlanningEngines, request: PlanRequest) {
    this.#engines = engines
    this.#request = request
  }

  /** Adds a file without pages of its own, and the files inside it. */
  async addSet(
    file: DetectedFile,
    path: readonly string[],
    isMailed = false,
  ): Promise<readonly Attachment[]> {
    const { converter, maxPages } = this.#engines
    const pages: PackedPage[] = []
    const sizes: SizeInPoints[] = []
    let wordCount = 0
    const { attachments, contained: content } = await converter.readPages(
      file,
      async (page) => {
        if (this.pageCount + pages.length >= maxPages)
          throw tooManyPages(this.#request.name, `more than ${maxPages} pages`, maxPages)
        pages.push(packPage(page))
        sizes.push({ width: page.width, height: page.height })
        wordCount += page.words.length
      },
      this.#request,
    )
    const isMail = file.type.type === 'eml' || file.type.type === 'msg'
    // The pages of an office document that only holds its scans are empty.
    const isCover = !isMail && wordCount === 0 && content.files.length > 0
    const part = { file, path, sizes, pages, isMailed }
    if (!isCover) this.#add(part)
    const countBefore = this.pageCount
    for (const text of content.warnings) this.#warn(text)
    await this.#addFiles(content.files, path, isMail)
    // Without any scan that can be read, the empty pages are all that there is.
    if (isCover && this.pageCount === countBefore) this.#add(part)
    return attachments
  }

  async #addFiles(
    files: readonly ContainedFile[],
    path: readonly string[],
    isMailed: boolean,
  ): Promise<void> {
    const { name, lastPage = Number.POSITIVE_INFINITY } = this.#request
    const { maxFiles } = containedLimits
    for (const file of files) {
      if (this.pageCount > lastPage) return
      if (this.#fileCount === maxFiles) {
        this.#warn(
          `${nameOf(name)} contains more than ${maxFiles} files; the others were not read.`,
        )
        return
      }
      this.#fileCount += 1
      await this.#addContained(file, [...path, file.name], isMailed)
    }
  }

  async #addContained(
    { name, bytes }: ContainedFile,
    path: readonly string[],
    isMailed: boolean,
  ): Promise<void> {
    try {
      this.#byteCount += bytes.length
      if (path.length > containedLimits.maxLevels)
        throw new ReadError(
          'too-large',
          `it is more than ${containedLimits.maxLevels} levels deep.`,
        )
      if (this.#byteCount > containedLimits.maxBytes)
        throw new ReadError('too-large', 'the files inside the document are too large together.')
      const { maxBytes, maxPages } = this.#engines
      const file = checkInput({ bytes, name, maxBytes, acceptsArchives: true })
      const kind = documentKind(file.type.type)
      if (kind === 'set') {
        await this.addSet(file, path, isMailed)
        return
      }
      const isConverted = kind === 'old-office'
      const pageFile = isConverted ? await this.#convert(file) : file
      const { sizes } = await inspectFile(this.#engines, pageFile, this.#request.signal)
      if (this.pageCount + sizes.length > maxPages)
        throw new ReadError('too-many-pages', `the document would exceed ${maxPages} pages.`)
      this.#add({ file: pageFile, path, sizes, isConverted, isMailed })
    } catch (error) {
      if (!(error instanceof ReadError)) throw error
      this.#warn(describeUnread(path.join(' › '), error.message))
    }
  }

  /** Converts an older office document to a PDF of its name. */
  async #convert(file: DetectedFile): Promise<DetectedFile> {
    const { converter, maxBytes } = this.#engines
    const bytes = await converter.toPdf(file, this.#request.signal)
    return { ...checkInput({ bytes, maxBytes, name: undefined }), name: file.name }
  }

  #add(part: Omit<DocumentPart, 'firstPage'>): void {
    // An archive has no page.
    if (part.sizes.length === 0) return
    this.parts.push({ ...part, firstPage: this.pageCount })
    this.pageCount += part.sizes.length
  }

  /** Says the same once, and no more than people read. */
  #warn(text: string): void {
    if (this.warnings.length < containedLimits.maxWarnings && !this.warnings.includes(text))
      this.warnings.push(text)
  }
}
