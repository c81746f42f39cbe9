import { createHash, timingSafeEqual } from 'node:crypto'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Whether a text is a UUID. Older clients send an empty text, `null` or the word `undefined`
 * instead of a missing id.
 */
export function isUuid(text: string | null | undefined): text is string {
  return typeof text === 'string' && uuidPattern.test(text)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Hashes an API key, which is random, so that a fast hash is enough. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Compares a secret in constant time, so that timing does not reveal how much of it matched. */
export function timingSafeEqualText(a: string, b: string): boolean {
  const leftBytes = Buffer.from(a)
  const rightBytes = Buffer.from(b)
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}
