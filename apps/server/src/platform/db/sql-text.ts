/** Removes what the database cannot store from a text: NUL and unpaired surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Matches what `JSON.stringify` writes for a NUL or an unpaired surrogate, or any other escape. */
const jsonEscape = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g

/**
 * Serializes a value to JSON that the database can store. Documents and models may contain NUL or
 * unpaired surrogates; escaped backslashes stay.
 */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value)
  // True of nearly all values, and much faster for long ones.
  if (!json.includes('\\u')) return json
  return json.replace(jsonEscape, (match, code?: string) => {
    if (code === undefined) return match
    return code === '0000' ? '' : '\ufffd'
  })
}

/** Escapes a text so that `like` matches it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}
