import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { type DocumentName, embeddedIn, getPlace } from './document-places.ts'
import { type LockedName, passwordOf } from './unlocked-bytes.ts'

type Needs = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>

type Wanted = DocumentName &
  LockedName & {
    /** The document's, when the caller has them in hand. */
    readonly bytes?: Uint8Array | undefined
    /** Whether it has just come for the first time: nobody can have looked before. */
    readonly isNew?: boolean | undefined
    readonly signal?: AbortSignal | undefined
  }

/** To look again at what took less costs less than a file does. */
const dearMilliseconds = 1000

/** What a stored document says in forms made for machines; kept when it took long to find. Throws `ReadError`. */
export async function readEmbeddedData(
  ctx: Needs,
  tenant: Tenant,
  { bytes: given, isNew, signal: wanted, ...document }: Wanted,
): Promise<EmbeddedData> {
  const place = await getPlace(tenant, document)
  const path = embeddedIn(place)
  const look = async (signal: AbortSignal): Promise<EmbeddedData> => {
    if (!isNew && (await ctx.files.stat(path)))
      return JSON.parse(new TextDecoder().decode(await ctx.files.readBytes(path)))
    const original = given ?? (await ctx.files.readBytes(place.original))
    const since = performance.now()
    // As it came, and not a copy without its password, which no signature would be about.
    const password = passwordOf(ctx, document)
    const data = await ctx.reader.readEmbedded(original, {
      ...{ name: document.name, signal, ...(password !== undefined && { password }) },
    })
    if (performance.now() - since > dearMilliseconds)
      await ctx.files.write(path, JSON.stringify(data))
    return data
  }
  return ctx.cache.join(path, look, wanted)
}
