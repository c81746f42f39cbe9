/** Abbreviations that labels write in capitals. */
const abbreviations: ReadonlySet<string> = new Set([
  'api',
  'etl',
  'iam',
  'id',
  'json',
  'llm',
  'ocr',
  'pdf',
  'url',
])

/** An identifier: words in one case, joined by signs or humps. */
const identifier = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/

/**
 * Label for the name of a field or for a value that has no label of its own: `access_keys` is “Access keys”. A text
 * that people wrote, with spaces or other signs, stays as it is.
 */
export function labelOfWord(word: string): string {
  if (word.length > 100 || !identifier.test(word)) return word
  const words = word
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[_\- ]/)
    .map((part) => part.toLowerCase())
    .map((part) => (abbreviations.has(part) ? part.toUpperCase() : part))
  const label = words.join(' ')
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`
}
