import { isContainer, isExactNumber, readNumber } from './exact-number.ts'

/** Digits in which a number may have lost some; the shortest of them has 16. */
const longNumber = /[\d.]{16,}(?:[eE][+-]?\d{1,4})?/g

/**
 * Parses JSON like `JSON.parse`, except that numbers that would be rounded become `ExactNumber`s.
 * Throws what `JSON.parse` throws.
 */
export function parseExactJson(text: string): unknown {
  return mayContainExactNumber(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}

/** The numbers are also looked for in texts, which costs no more than a slower call. */
function mayContainExactNumber(text: string): boolean {
  for (const [digits] of text.matchAll(longNumber)) {
    if (isExactNumber(readNumber(digits))) return true
  }
  return false
}

function keepDigits(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return readNumber(context.source) ?? value
}

/** Whether a value is a number that a JavaScript number would round, or contains one. */
export function hasExactNumber(value: unknown): boolean {
  return isContainer(value) ? Object.values(value).some(hasExactNumber) : isExactNumber(value)
}
