/** Of the texts that models are trained on, about four letters make a token. */
export const lettersPerToken = 4

/**
 * About how many tokens a model makes of a text. Blanks in a row, which keep the columns of a layout, are
 * few tokens; letters of scripts without blanks are one each.
 */
export function estimateTokens(text: string): number {
  let letters = 0
  let isBlank = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const wasBlank = isBlank
    isBlank = code === 32 || (code >= 9 && code <= 13)
    if (isBlank && wasBlank) continue
    letters += code < firstUnspaced ? 1 : lettersPerToken
  }
  return Math.ceil(letters / lettersPerToken)
}

/** From here on lie the scripts of East Asia. */
const firstUnspaced = 0x2e80
