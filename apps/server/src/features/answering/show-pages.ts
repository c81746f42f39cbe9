import { maxSeenPages } from '@recto/contract/prompt-studio/profile-fields'
import type { ShownPages } from '@recto/extraction/assemble-prompt'
import type { ImageOfPage } from '@recto/provider-spec/llm'
import pLimit from 'p-limit'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { OpenedLlm, Sight } from '../adapters/adapters.port.ts'
import { drawPageImage, inspectStoredDocument } from '../documents/documents.port.ts'
import { type CallContext, maskedImagesError, timeStage } from '../model-calls/model-calls.port.ts'
import type {
  AnsweringDependencies,
  AnswerSettings,
  HashedDocument,
  SeenPages,
} from './answer-settings.ts'
import { explainAnsweringError } from './answering-errors.ts'

/** The images that a model gets with a question, and what its prompt says of them. */
export type PagesToShow = {
  /** Empty in a replay, which sends nothing. */
  readonly images: readonly ImageOfPage[]
  readonly shownPages: ShownPages
}

/** Draws the pages of one document for models. */
export type PageAlbum = {
  /** Estimates the tokens of the images of one question. */
  estimateTokens(llm: OpenedLlm): number
  /** `passages` are the texts whose pages are shown, where those are selected. */
  show(llm: OpenedLlm, passages: readonly string[]): Promise<PagesToShow>
}

type AlbumInput = {
  readonly document: HashedDocument
  readonly settings: Pick<AnswerSettings, 'seenPages' | 'masking' | 'chunkSize'>
  readonly llm: OpenedLlm
  readonly calls: CallContext
  /** Finds the zero-based pages of passages. */
  readonly findPages: (passages: readonly string[]) => Promise<readonly number[]>
}

const maxConcurrentDrawings = 4
/** We assume this many tokens for an image where its service does not document them. */
export const assumedImageTokens = 1500

/** Throws 400 if the settings let the model see pages and it cannot, or must not. */
export function assertMaySee(
  llm: Pick<OpenedLlm, 'name' | 'sight'>,
  { seenPages, masking }: Pick<AnswerSettings, 'seenPages' | 'masking'>,
  calls: Pick<CallContext, 'masking' | 'hidesPages'>,
): void {
  if (!seenPages) return
  if (masking || calls.masking || calls.hidesPages) throw maskedImagesError()
  if (!llm.sight) throw badRequest(describeBlindModel(llm.name))
}

export const describeBlindModel = (name: string) =>
  `“${name}” is not known to accept images of pages. Choose a model that does, or turn on “Accepts images” in its adapter.`

/**
 * Opens the album of a document; `undefined` where the model gets text alone. Throws 400 if the document has more pages than may
 * be shown, before any call is paid.
 */
export async function openPageAlbum(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, settings, llm, calls, findPages }: AlbumInput,
): Promise<PageAlbum | undefined> {
  const { seenPages } = settings
  if (!seenPages) return undefined
  const { isTextLeftOut } = seenPages
  // Nothing is sent in a replay, so nothing is drawn.
  if (calls.isReplay) {
    const pages = { images: [], shownPages: { isTextLeftOut } }
    return { estimateTokens: () => 0, show: async () => pages }
  }
  const sizes = await inspectStoredDocument(ctx, tenant, document)
  const selectPages = createSelection(seenPages, { pageCount: sizes.length, settings, findPages })
  await selectPages([], llm)
  const drawings = new Map<string, Promise<ImageOfPage>>()
  const limit = pLimit(maxConcurrentDrawings)
  const draw = (page: number, { limits: { maxSide } }: Sight) => {
    const key = `${page}/${maxSide}`
    const request = { ...document, page, maxSide }
    const drawing =
      drawings.get(key) ??
      limit(() => timeStage(calls, 'read', () => drawPageImage(ctx, tenant, request)))
    drawings.set(key, drawing)
    return drawing
  }
  return {
    estimateTokens: ({ sight }) => {
      const count = Math.min(getMaxCount(seenPages, sight), sizes.length)
      const side = sight?.limits.maxSide ?? 0
      return count * (sight?.countTokens({ width: side, height: side }) ?? assumedImageTokens)
    },
    async show(askedLlm, passages) {
      assertMaySee(askedLlm, settings, calls)
      const sight = askedLlm.sight!
      const pages = await selectPages(passages, askedLlm)
      const images = await Promise.all(pages.map((page) => draw(page, sight))).catch((error) => {
        throw explainAnsweringError(error)
      })
      assertWithinLimits(images, askedLlm)
      return { images, shownPages: { numbers: images.map(({ page }) => page), isTextLeftOut } }
    },
  }
}

const getMaxCount = ({ maxPages }: SeenPages, sight: Sight | undefined) =>
  Math.min(maxPages, maxSeenPages, sight?.limits.maxCount ?? maxSeenPages)

type SelectionInput = Pick<AlbumInput, 'findPages'> & {
  readonly pageCount: number
  readonly settings: Pick<AnswerSettings, 'chunkSize'>
}

/** Selects zero-based pages in their order. */
function createSelection(
  seenPages: SeenPages,
  { pageCount, settings, findPages }: SelectionInput,
): (passages: readonly string[], llm: OpenedLlm) => Promise<readonly number[]> {
  const { selection } = seenPages
  return async (passages, llm) => {
    const maxCount = getMaxCount(seenPages, llm.sight)
    if (selection === 'all' && pageCount > maxCount)
      throw badRequest(
        `The document has ${pageCount} pages, and all of them are to be shown to “${llm.name}”, but at most ${maxCount} may be. Show the first pages or those of the retrieved chunks instead, or raise the limit of the profile.`,
      )
    const firstPages = Array.from({ length: Math.min(pageCount, maxCount) }, (_, page) => page)
    // A question that searches nothing, such as one of a single pass, has no passages.
    if (selection !== 'retrieved' || settings.chunkSize === 0 || passages.length === 0)
      return firstPages
    const foundPages = [...new Set(await findPages(passages))].filter((page) => page < pageCount)
    return foundPages.slice(0, maxCount).toSorted((a, b) => a - b)
  }
}

function assertWithinLimits(images: readonly ImageOfPage[], { name, sight }: OpenedLlm): void {
  const { maxBytes = 0, maxTotalBytes = 0 } = sight?.limits ?? {}
  const tooLargeImage = images.find(({ bytes }) => bytes.length > maxBytes)
  if (tooLargeImage)
    throw badRequest(
      `The image of page ${tooLargeImage.page} has ${formatMegabytes(tooLargeImage.bytes.length)}, and “${name}” accepts at most ${formatMegabytes(maxBytes)}.`,
    )
  const total = images.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (total > maxTotalBytes)
    throw badRequest(
      `The images of ${images.length} pages have ${formatMegabytes(total)} together, and “${name}” accepts at most ${formatMegabytes(maxTotalBytes)}. Show fewer pages.`,
    )
}

const formatMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
