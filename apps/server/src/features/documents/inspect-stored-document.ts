import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getDocumentLocation, getPreviewsFolder, pagesVersion } from './document-location.ts'
import { type MaybeLockedDocument, unlockBytes } from './unlock-bytes.ts'

type InspectDependencies = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>

/** Sizes of all pages in points, as displayed. */
export type DocumentPages = readonly { readonly width: number; readonly height: number }[]

/** Measures the pages of a stored document, once. Throws `ReadError`. */
export async function inspectStoredDocument(
  ctx: InspectDependencies,
  tenant: Tenant,
  { hash, ...lockedDocument }: MaybeLockedDocument & { readonly hash: string },
): Promise<DocumentPages> {
  const location = await getDocumentLocation(tenant, { hash })
  const path = `${getPreviewsFolder(location)}/pages.v${pagesVersion}.json`
  return ctx.cache.join(path, async () => {
    if (await ctx.files.stat(path))
      return JSON.parse(new TextDecoder().decode(await ctx.files.readBytes(path)))
    const original = await ctx.files.readBytes(location.original)
    const bytes = await unlockBytes(ctx, lockedDocument, original)
    const { sizes } = await ctx.reader.inspect(bytes, { name: lockedDocument.name })
    await ctx.files.write(path, JSON.stringify(sizes))
    return sizes
  })
}
