import { valuesOfBody } from '@recto/contract/wire/limits'
import { parseExactJson } from '@recto/exact-json/parse-json'

/** Shorter bodies cannot hold enough values to take long. */
const shortBodyLength = 64 * 1024

const quoteCode = 0x22
const commaCode = 0x2c
const colonCode = 0x3a

/** Fatal, because invalid UTF-8 would otherwise silently become other characters. */
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body; `undefined` if it is empty. Throws an error of status 400 for anything that
 * is not JSON in UTF-8, and for so many values that parsing and checking them would block everyone
 * else. With `keepsDigits`, numbers that would be rounded are `ExactNumber`s.
 */
export function parseJsonBody(bytes: Uint8Array, { keepsDigits = false } = {}): unknown {
  const text = decode(bytes)
  if (text === '') return
  if (text.length > shortBodyLength && hasMoreValues(text, valuesOfBody)) {
    throw createBadBodyError(`The request body can contain at most ${valuesOfBody} values.`)
  }
  try {
    return keepsDigits ? parseExactJson(text) : JSON.parse(text)
  } catch (cause) {
    throw createBadBodyError('JSON parse error.', cause)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw createBadBodyError('JSON parse error: the request body is not valid UTF-8.', cause)
  }
}

/** Counts the separators between values without parsing; strings are skipped. */
function hasMoreValues(text: string, maxValues: number): boolean {
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quoteCode) index = findEndOfString(text, index)
    else if (code === commaCode || code === colonCode) count += 1
    if (count > maxValues) return true
  }
  return false
}

function findEndOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
  } while (isEscaped(text, end))
  return end
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text[index - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

const createBadBodyError = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { statusCode: 400 })
