import { detectType } from '@recto/document-reader/detect/detect-type'
import { formatVersion } from '@recto/document-text/model'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getPlace, previewsIn } from './document-places.ts'
import { type LockedName, unlockedBytes } from './unlocked-bytes.ts'

type Needs = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>
type Request = LockedName & { readonly hash: string }

/**
 * A stored document as a PDF for looking at: a PDF as it is, or unlocked, and of anything else its pages as they
 * are read, made once; an unlocked copy is kept nowhere. Whoever asks while it is being made waits for the same one. Throws `ReadError`.
 */
export async function renderDocument(
  ctx: Needs,
  tenant: Tenant,
  { hash, ...named }: Request,
): Promise<Uint8Array> {
  const place = await getPlace(tenant, { hash })
  const path = `${previewsIn(place)}/rendering.v${formatVersion}.pdf`
  return ctx.cache.join(path, async () => {
    if (await ctx.files.stat(path)) return ctx.files.readBytes(path)
    const bytes = await ctx.files.readBytes(place.original)
    if (named.sealed_password) return unlockedBytes(ctx, named, bytes)
    if (detectType(bytes, named.name).kind === 'pdf') return bytes
    const pdf = await ctx.reader.toPdf(bytes, { name: named.name })
    await ctx.files.write(path, pdf)
    return pdf
  })
}
