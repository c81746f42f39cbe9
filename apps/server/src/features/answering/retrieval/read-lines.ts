/** The lines of a list that a model made, without what marks them as one; none when it had nothing to say. */
export function linesIn(reply: string): readonly string[] {
  return reply
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim())
    .filter((line) => line !== '' && line.toUpperCase() !== 'NA')
}

const maxKeywords = 10
const longest = 60

/** Keywords that a model named, folded, with the single words of those that have several. */
export function keywordsIn(reply: string): readonly string[] {
  const named = reply
    .split(/[\n,;]/)
    .map((one) => foldKeyword(one).slice(0, longest))
    .filter(Boolean)
    .slice(0, maxKeywords)
  return [...new Set(named.flatMap((one) => [one, ...one.split(' ')]))].filter(isTelling)
}

const isTelling = (word: string) => word.length > 2 || /\d/.test(word)

/** Without case, accents and signs. */
const foldKeyword = (text: string): string =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
