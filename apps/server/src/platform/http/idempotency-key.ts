import type { IncomingHttpHeaders } from 'node:http'
import { invalid } from '../app-error.ts'

export const maxIdempotencyKeyCharacters = 255

/**
 * Reads the key by which a caller names its request, so that the same one sent again is done and paid once; see
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function readIdempotencyKey({
  headers,
}: {
  readonly headers: IncomingHttpHeaders
}): string | undefined {
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  if (key === '' || key.length > maxIdempotencyKeyCharacters) {
    const detail = `An idempotency key must have 1 to ${maxIdempotencyKeyCharacters} characters.`
    throw invalid('Idempotency-Key', detail)
  }
  return key
}
