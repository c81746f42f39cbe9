/** Average number of letters per token in common tokenizers. */
export const lettersPerToken = 4

/** First code unit of the East Asian scripts. */
const firstUnspacedCode = 0x2e80

/**
 * Estimates how many tokens a text takes. A run of spaces, which keeps the columns of a layout,
 * counts as one; letters of scripts without spaces count as one token each.
 */
export function estimateTokens(text: string): number {
  let letters = 0
  let isSpace = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const wasSpace = isSpace
    isSpace = code === 32 || (code >= 9 && code <= 13)
    if (isSpace && wasSpace) continue
    letters += code < firstUnspacedCode ? 1 : lettersPerToken
  }
  return Math.ceil(letters / lettersPerToken)
}
