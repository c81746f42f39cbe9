import { formatVersion } from '@recto/document-text/model'
import type { PageDrawing } from '@recto/document-text/reader'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getPlace, previewsIn } from './document-places.ts'
import { type LockedName, unlockedBytes } from './unlocked-bytes.ts'

type Needs = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>

export type DrawnPage = Pick<PageDrawing, 'bytes' | 'mimeType'>

type DrawRequest = LockedName & {
  readonly hash: string
  /** Zero-based. */
  readonly page: number
  /** Pixels; drawn in the next of a few widths, so that few pictures are kept. */
  readonly width: number
}

/** A thumbnail, a page in a window, a page that is looked at closely. */
const widths = [200, 1000, 2000] as const
const types = { png: 'image/png', svg: 'image/svg+xml' } as const

/**
 * A picture of a page of a stored document, drawn once. Whoever asks while it is being drawn waits
 * for the same picture. Throws `ReadError`, and `RangeError` for a page that does not exist.
 */
export async function drawDocumentPage(
  ctx: Needs,
  tenant: Tenant,
  { hash, page, width, ...named }: DrawRequest,
): Promise<DrawnPage> {
  const place = await getPlace(tenant, { hash })
  const step = widths.find((one) => one >= width) ?? widths[2]
  const path = `${previewsIn(place)}/${page}-${step}.v${formatVersion}`
  return ctx.cache.join(path, async () => {
    const known = await findDrawing(ctx, path)
    if (known) return known
    const original = await ctx.files.readBytes(place.original)
    const bytes = await unlockedBytes(ctx, named, original)
    const drawing = await ctx.reader.drawPage(bytes, { name: named.name, page, width: step })
    const ending = drawing.mimeType === types.svg ? 'svg' : 'png'
    await ctx.files.write(`${path}.${ending}`, drawing.bytes)
    return { bytes: drawing.bytes, mimeType: drawing.mimeType }
  })
}

async function findDrawing({ files }: Needs, path: string): Promise<DrawnPage | undefined> {
  for (const ending of ['png', 'svg'] as const) {
    if (!(await files.stat(`${path}.${ending}`))) continue
    return { bytes: await files.readBytes(`${path}.${ending}`), mimeType: types[ending] }
  }
  return undefined
}
