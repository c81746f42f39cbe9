import { formatVersion } from '@recto/document-text/model'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getPlace, previewsIn } from './document-places.ts'
import { type LockedName, unlockedBytes } from './unlocked-bytes.ts'

type Needs = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>

/** The sizes of all pages, in points, as displayed. */
export type DocumentPages = readonly { readonly width: number; readonly height: number }[]

/**
 * How many pages a stored document has, and how large they are: found out once. Throws `ReadError`.
 */
export async function inspectDocument(
  ctx: Needs,
  tenant: Tenant,
  { hash, ...named }: LockedName & { readonly hash: string },
): Promise<DocumentPages> {
  const place = await getPlace(tenant, { hash })
  const path = `${previewsIn(place)}/pages.v${formatVersion}.json`
  return ctx.cache.join(path, async () => {
    if (await ctx.files.stat(path))
      return JSON.parse(new TextDecoder().decode(await ctx.files.readBytes(path)))
    const original = await ctx.files.readBytes(place.original)
    const bytes = await unlockedBytes(ctx, named, original)
    const { sizes } = await ctx.reader.inspect(bytes, { name: named.name })
    await ctx.files.write(path, JSON.stringify(sizes))
    return sizes
  })
}
