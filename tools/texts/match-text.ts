/** Makes texts of the specification and of the source comparable: `…` for placeholders, one space, plain quotes. */
export function normalizeText(text: string): string {
  return text
    .replace(/\{[^{}]*\}|\.\.\./g, '…')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Returns whether two texts may be the same: either may have `…` where the other has a value. What is fixed must
 * be at least half of the letters, so that `… of …` is not every text.
 */
export function matchesText(quote: string, text: string): boolean {
  const first = normalizeText(quote)
  const second = normalizeText(text)
  return first === second || covers(first, second) || covers(second, first)
}

function covers(pattern: string, text: string): boolean {
  const parts = pattern.split('…')
  if (parts.length === 1 || countLetters(pattern) * 2 < countLetters(text)) return false
  const [head = '', ...middleParts] = parts
  const tail = middleParts.pop() ?? ''
  if (!text.startsWith(head) || !text.endsWith(tail)) return false
  return hasInOrder(text.slice(head.length, text.length - tail.length), middleParts)
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let position = 0
  for (const part of parts) {
    const index = text.indexOf(part, position)
    if (index < 0) return false
    position = index + part.length
  }
  return true
}

const countLetters = (text: string) => text.replace(/[^\p{L}\d]/gu, '').length
