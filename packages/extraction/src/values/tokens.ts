const sampleLength = 1500
/** Scripts in which a letter takes about one token. */
const denseScripts = /[\u2e80-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/g

/** Estimates how many letters of this text make one token; rather too few. */
export function estimateLettersPerToken(text: string): number {
  const middle = Math.max(0, Math.floor(text.length / 2) - sampleLength)
  const sample = text.slice(0, sampleLength) + text.slice(middle, middle + sampleLength)
  const share = (sample.match(denseScripts)?.length ?? 0) / Math.max(1, sample.length)
  return 1 / (share + (1 - share) / 3)
}

/** Estimates the number of tokens in a text; rather too many. */
export const estimateTextTokens = (text: string): number =>
  Math.ceil(text.length / estimateLettersPerToken(text))
