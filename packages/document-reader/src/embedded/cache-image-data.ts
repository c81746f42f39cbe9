import { createHash } from 'node:crypto'
import type { EmbeddedData } from '@recto/document-text/embedded'
import { openScopedCaches, type ScopedCache, type ScopedCaches } from '../scoped-cache.ts'

const megabyte = 1024 * 1024
/** The digest of a larger file would delay other requests of the process. */
const maxHashedBytes = 8 * megabyte
/** Estimated bytes of a value, beside its text. */
const valueBytes = 500

/** Opens a cache for the data in image files; each scope sees only its own. */
export function openImageDataCaches(): ScopedCaches<EmbeddedData> {
  return openScopedCaches({
    maxBytes: 8 * megabyte,
    maxScopeBytes: megabyte,
    measure: ({ values, problems }) =>
      values.reduce((sum, { value }) => sum + valueBytes + 2 * value.length, 0) +
      problems.length * valueBytes,
  })
}

/** The data in the bytes of one image file, as far as it is cached. */
export type CachedImageData = {
  get(): EmbeddedData | undefined
  set(data: EmbeddedData): void
}

/** Caches the data of an image file by the digest of its bytes, if it has a scope. */
export function cacheImageData(
  caches: ScopedCaches<EmbeddedData>,
  scope: string | undefined,
  bytes: Uint8Array,
): CachedImageData {
  if (scope === undefined || bytes.length > maxHashedBytes)
    return { get: () => undefined, set: () => {} }
  const cache: ScopedCache<EmbeddedData> = caches.in(scope)
  const key = createHash('sha256').update(bytes).digest('base64')
  return { get: () => cache.get(key), set: (data) => cache.set(key, data) }
}
