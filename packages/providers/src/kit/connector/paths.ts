import { ServiceFailure } from './service-failure.ts'

/** Splits a path into segments. Refuses `..`, so that no path leads out of the root. */
export function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').filter((one) => one !== '' && one !== '.')
  if (segments.includes('..')) throw new ServiceFailure('refused', 'A path cannot contain “..”.')
  if (path.includes('\0'))
    throw new ServiceFailure('refused', 'A path cannot contain null characters.')
  return segments
}

export const joinPath = (...parts: readonly string[]): string =>
  parts.filter((one) => one !== '').join('/')

/** Splits a path into bucket and key. The key is kept as it is, because `a//b` and `a/b` are different objects. */
export function bucketAndKey(path: string): { readonly bucket: string; readonly key: string } {
  const [, bucket = '', key = ''] = /^\/*([^/]*)\/?(.*)$/s.exec(path) ?? []
  return { bucket, key }
}

/** Returns the prefix of all keys below a key. */
export const prefixOf = (key: string): string => (key === '' ? '' : `${key}/`)

/** Returns the path of a folder from the prefix of its keys. */
export const withoutSlash = (prefix: string): string => prefix.replace(/\/$/, '')

/** Percent-encodes each segment of a path. */
export const encodedPath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/')

export const notFoundError = (path: string) =>
  new ServiceFailure('not-found', `“${path}” does not exist.`)
