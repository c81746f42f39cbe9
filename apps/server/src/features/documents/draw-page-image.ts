import { createHash } from 'node:crypto'
import type { ImageOfPage } from '@recto/provider-spec/llm'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getDocumentLocation, getPreviewsFolder, pagesVersion } from './document-location.ts'
import { type MaybeLockedDocument, unlockBytes } from './unlock-bytes.ts'

type DrawDependencies = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>

type PageImageRequest = MaybeLockedDocument & {
  readonly hash: string
  /** Zero-based. */
  readonly page: number
  /** Largest number of pixels of the longer side. */
  readonly maxSide: number
}

/** Rounded down to one of a few sizes, so that few images are stored. */
const sides = [1000, 1536, 2000] as const

/**
 * Draws a page of a stored document for a model, once: the image is stored beside the previews, and deleted with them.
 * Throws `ReadError`, and `RangeError` for a page that does not exist.
 */
export async function drawPageImage(
  ctx: DrawDependencies,
  tenant: Tenant,
  { hash, page, maxSide: requestedSide, ...lockedDocument }: PageImageRequest,
): Promise<ImageOfPage> {
  const location = await getDocumentLocation(tenant, { hash })
  const maxSide = sides.findLast((side) => side <= requestedSide) ?? sides[0]
  const folder = `${getPreviewsFolder(location)}/${page}-for-models-${maxSide}.v${pagesVersion}`
  return ctx.cache.join(folder, async () => {
    const storedImage = await findStoredImage(ctx, folder, page)
    if (storedImage) return storedImage
    const original = await ctx.files.readBytes(location.original)
    const bytes = await unlockBytes(ctx, lockedDocument, original)
    const drawing = await ctx.reader.drawPage(bytes, {
      name: lockedDocument.name,
      page,
      width: maxSide,
      maxSide,
    })
    const { width, height } = drawing
    await ctx.files.write(`${folder}/${width}x${height}.jpg`, drawing.bytes)
    return toPageImage(drawing.bytes, page, { width, height })
  })
}

/** The name of the file states the size of the image. */
async function findStoredImage(
  { files }: DrawDependencies,
  folder: string,
  page: number,
): Promise<ImageOfPage | undefined> {
  const [file] = await files.list(folder)
  const [, width, height] = /\/(\d{1,5})x(\d{1,5})\.jpg$/.exec(file?.path ?? '') ?? []
  if (!file || width === undefined || height === undefined) return undefined
  const size = { width: Number(width), height: Number(height) }
  return toPageImage(await files.readBytes(file.path), page, size)
}

const toPageImage = (
  bytes: Uint8Array,
  page: number,
  { width, height }: Pick<ImageOfPage, 'width' | 'height'>,
): ImageOfPage => ({
  bytes,
  mediaType: 'image/jpeg',
  page: page + 1,
  width,
  height,
  digest: createHash('sha256').update(bytes).digest('hex'),
})
