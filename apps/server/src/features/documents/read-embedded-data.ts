import type { EmbeddedData } from '@recto/document-text/embedded'
import { omitUndefined } from '@recto/omit-undefined'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type DocumentReference,
  getDocumentLocation,
  getEmbeddedDataPath,
} from './document-location.ts'
import { decryptPassword, type MaybeLockedDocument } from './unlock-bytes.ts'

type EmbeddedDataDependencies = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>

type EmbeddedDataRequest = DocumentReference &
  MaybeLockedDocument & {
    /** Bytes of the document, if the caller has them in memory. */
    readonly bytes?: Uint8Array | undefined
    /** Whether the document was stored for the first time just now: no data of it can be stored. */
    readonly isNew?: boolean | undefined
    readonly signal?: AbortSignal | undefined
  }

/** Data that was found faster is not stored, because finding it again is cheaper than a file. */
const minStoredMilliseconds = 1000

/**
 * Reads the machine-readable data embedded in a document, and stores it if that took long. Throws
 * `ReadError`.
 */
export async function readEmbeddedData(
  ctx: EmbeddedDataDependencies,
  tenant: Tenant,
  { bytes: bytesInMemory, isNew, signal: callerSignal, ...document }: EmbeddedDataRequest,
): Promise<EmbeddedData> {
  const location = await getDocumentLocation(tenant, document)
  const path = getEmbeddedDataPath(location)
  const findOrRead = async (signal: AbortSignal): Promise<EmbeddedData> => {
    if (!isNew && (await ctx.files.stat(path)))
      return JSON.parse(new TextDecoder().decode(await ctx.files.readBytes(path)))
    const original = bytesInMemory ?? (await ctx.files.readBytes(location.original))
    const since = performance.now()
    // The original bytes are read with the password: an unlocked copy would break the signatures.
    const password = decryptPassword(ctx, document)
    const data = await ctx.reader.readEmbedded(original, {
      name: document.name,
      signal,
      cacheScope: String(tenant.organizationId),
      ...omitUndefined({ password }),
    })
    if (performance.now() - since > minStoredMilliseconds)
      await ctx.files.write(path, JSON.stringify(data))
    return data
  }
  return ctx.cache.join(path, findOrRead, callerSignal)
}
