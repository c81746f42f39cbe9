import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { type DocumentName, embeddedIn, getPlace } from './document-places.ts'
import { type LockedName, unlockedBytes } from './unlocked-bytes.ts'

type Needs = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>

type Wanted = DocumentName &
  LockedName & {
    /** The document's, when the caller has them in hand. */
    readonly bytes?: Uint8Array | undefined
    readonly signal?: AbortSignal | undefined
  }

/** What a stored document says in forms made for machines: looked for once. Throws `ReadError`. */
export async function readEmbeddedData(
  ctx: Needs,
  tenant: Tenant,
  { bytes: given, signal: wanted, ...document }: Wanted,
): Promise<EmbeddedData> {
  const place = await getPlace(tenant, document)
  const path = embeddedIn(place)
  const look = async (signal: AbortSignal): Promise<EmbeddedData> => {
    if (await ctx.files.stat(path))
      return JSON.parse(new TextDecoder().decode(await ctx.files.readBytes(path)))
    const original = given ?? (await ctx.files.readBytes(place.original))
    const bytes = await unlockedBytes(ctx, document, original, signal)
    const data = await ctx.reader.readEmbedded(bytes, { name: document.name, signal })
    await ctx.files.write(path, JSON.stringify(data))
    return data
  }
  return ctx.cache.join(path, look, wanted)
}
