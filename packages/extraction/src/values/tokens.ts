const sampled = 1500
/** Scripts of which a letter is about a token. */
const dense = /[\u2e80-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/g

/** Letters that a model takes for about one token, in texts of this kind; rather too few. */
export function lettersPerToken(text: string): number {
  const middle = Math.max(0, Math.floor(text.length / 2) - sampled)
  const sample = text.slice(0, sampled) + text.slice(middle, middle + sampled)
  const share = (sample.match(dense)?.length ?? 0) / Math.max(1, sample.length)
  return 1 / (share + (1 - share) / 3)
}

/** About how many tokens a model takes the text for; rather too many. */
export const tokensIn = (text: string): number => Math.ceil(text.length / lettersPerToken(text))
