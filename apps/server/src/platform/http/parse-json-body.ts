import { valuesOfBody } from '@recto/contract/limits'

/** Shorter ones cannot hold enough to take long. */
const shortText = 64 * 1024

const quote = 0x22
const comma = 0x2c
const colon = 0x3a

/** Bytes that are no UTF-8 would silently become other letters than were meant. */
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The value of a JSON body, `undefined` for none. Throws an error of status 400 for what is no JSON in UTF-8, and for what
 * holds so many values that parsing and checking them would hold up everyone else.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  if (text === '') return
  if (text.length > shortText && hasMore(text, valuesOfBody)) {
    throw badBody(`A body may hold no more than ${valuesOfBody} values.`)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw badBody('JSON parse error.', cause)
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw badBody('JSON parse error: the body is not in UTF-8.', cause)
  }
}

/** Counts what parts values, without making any: what stands within quotes is leapt over. */
function hasMore(text: string, most: number): boolean {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma || code === colon) count += 1
    if (count > most) return true
  }
  return false
}

function endOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
  } while (isEscaped(text, end))
  return end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

const badBody = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { statusCode: 400 })
