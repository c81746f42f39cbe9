import type { PageDrawing } from '@recto/document-text/reader'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getDocumentLocation, getPreviewsFolder, pagesVersion } from './document-location.ts'
import { type MaybeLockedDocument, unlockBytes } from './unlock-bytes.ts'

type DrawDependencies = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>

export type DrawnPage = Pick<PageDrawing, 'bytes' | 'mimeType'>

type DrawRequest = MaybeLockedDocument & {
  readonly hash: string
  /** Zero-based. */
  readonly page: number
  /** Pixels, rounded up to one of a few widths, so that few images are stored. */
  readonly width: number
}

/** Widths of a thumbnail, a page in a window, and an enlarged page. */
const widths = [200, 1000, 2000] as const
const types = { png: 'image/png', svg: 'image/svg+xml' } as const

/**
 * Draws a page of a stored document as an image, once: concurrent requests wait for the same image.
 * Throws `ReadError`, and `RangeError` for a page that does not exist.
 */
export async function drawDocumentPage(
  ctx: DrawDependencies,
  tenant: Tenant,
  { hash, page, width, ...lockedDocument }: DrawRequest,
): Promise<DrawnPage> {
  const location = await getDocumentLocation(tenant, { hash })
  const drawnWidth = widths.find((candidate) => candidate >= width) ?? widths[2]
  const path = `${getPreviewsFolder(location)}/${page}-${drawnWidth}.v${pagesVersion}`
  return ctx.cache.join(path, async () => {
    const existingDrawing = await findDrawing(ctx, path)
    if (existingDrawing) return existingDrawing
    const original = await ctx.files.readBytes(location.original)
    const bytes = await unlockBytes(ctx, lockedDocument, original)
    const drawing = await ctx.reader.drawPage(bytes, {
      name: lockedDocument.name,
      page,
      width: drawnWidth,
    })
    const extension = drawing.mimeType === types.svg ? 'svg' : 'png'
    await ctx.files.write(`${path}.${extension}`, drawing.bytes)
    return { bytes: drawing.bytes, mimeType: drawing.mimeType }
  })
}

async function findDrawing(
  { files }: DrawDependencies,
  path: string,
): Promise<DrawnPage | undefined> {
  for (const extension of ['png', 'svg'] as const) {
    if (!(await files.stat(`${path}.${extension}`))) continue
    return { bytes: await files.readBytes(`${path}.${extension}`), mimeType: types[extension] }
  }
  return undefined
}
