/** The text as the database can keep it: without NUL, and without halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** What `JSON.stringify` writes for a NUL and for half of a surrogate pair, or any other escape. */
const escaped = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g

/**
 * The value as JSON that the database can keep in all its texts. Documents and models may bring what
 * it does not keep; a backslash that stands for itself stays.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  // As in nearly all values: the escapes of a long one are not looked at one by one.
  if (!json.includes('\\u')) return json
  return json.replace(escaped, (whole, code?: string) => {
    if (code === undefined) return whole
    return code === '0000' ? '' : '\ufffd'
  })
}
