/**
 * Parses the lines of a list in a reply, without bullets and numbers; empty when the reply is `NA`.
 */
export function parseLines(reply: string): readonly string[] {
  return reply
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim())
    .filter((line) => line !== '' && line.toUpperCase() !== 'NA')
}

const maxKeywords = 10
const maxKeywordLength = 60

/** Parses keywords, normalized, and adds the single words of those that have several. */
export function parseKeywords(reply: string): readonly string[] {
  const keywords = reply
    .split(/[\n,;]/)
    .map((keyword) => foldKeyword(keyword).slice(0, maxKeywordLength))
    .filter(Boolean)
    .slice(0, maxKeywords)
  return [...new Set(keywords.flatMap((keyword) => [keyword, ...keyword.split(' ')]))].filter(
    isDistinctive,
  )
}

const isDistinctive = (word: string) => word.length > 2 || /\d/.test(word)

/** Removes case, accents and punctuation. */
const foldKeyword = (text: string): string =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
