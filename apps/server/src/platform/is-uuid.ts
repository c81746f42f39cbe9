const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Older clients write an absent id as an empty text, `null` or the word `undefined`. */
export function isUuid(text: string | null | undefined): text is string {
  return typeof text === 'string' && uuid.test(text)
}
