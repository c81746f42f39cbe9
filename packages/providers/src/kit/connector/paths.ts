import { ServiceFailure } from './service-failure.ts'

/** The segments of a path in a tree of folders. None goes up: what lies above the root is nobody's. */
export function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').filter((one) => one !== '' && one !== '.')
  if (segments.includes('..')) throw new ServiceFailure('refused', 'A path cannot go up by “..”.')
  if (path.includes('\0')) throw new ServiceFailure('refused', 'A path has no zero byte.')
  return segments
}

export const joined = (...parts: readonly string[]): string =>
  parts.filter((one) => one !== '').join('/')

/** Bucket and key of an object: a key is taken as it is, because `a//b` is another object than `a/b`. */
export function bucketAndKey(path: string): { readonly bucket: string; readonly key: string } {
  const [, bucket = '', key = ''] = /^\/*([^/]*)\/?(.*)$/s.exec(path) ?? []
  return { bucket, key }
}

/** Returns the prefix of all keys below a key. */
export const prefixOf = (key: string): string => (key === '' ? '' : `${key}/`)

/** The path of a folder from the prefix of its keys. */
export const withoutSlash = (prefix: string): string => prefix.replace(/\/$/, '')

/** Each segment as it stands in an address. */
export const encodedPath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/')

export const notThere = (path: string) => new ServiceFailure('not-found', `There is no “${path}”.`)
