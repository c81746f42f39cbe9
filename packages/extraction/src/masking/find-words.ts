import { fold, wordsOf } from '../values/fold.ts'
import type { PlaceholderKind } from './placeholders.ts'
import type { MaskedSpan } from './span.ts'

type Token = { readonly word: string; readonly start: number; readonly end: number }

/** Trie of names by their words. */
type Names = { readonly next: Map<string, Names>; isWhole: boolean }

/** Minimum word length for a genitive: in shorter words it cannot be distinguished. */
const leastForGenitive = 4
/** Maximum number of signs other than spaces and line ends between two words of a name. */
const mostSigns = 3

/** Finds the given words in any case and across lines; the longest of several matches is taken. */
export function findWordSpans(
  text: string,
  given: readonly string[],
  kind: PlaceholderKind,
): readonly MaskedSpan[] {
  const names = namesOf(given)
  if (names.next.size === 0) return []
  const tokens = tokensOf(text)
  return tokens
    .map((_, index) => {
      const found = longestAt(text, tokens, index, names)
      return found ? { ...found, kind } : undefined
    })
    .filter((value) => value !== undefined)
}

function namesOf(given: readonly string[]): Names {
  const all: Names = { next: new Map(), isWhole: false }
  for (const one of given) {
    let names = all
    for (const word of wordsOf(one)) {
      const next = names.next.get(word) ?? { next: new Map(), isWhole: false }
      names.next.set(word, next)
      names = next
    }
    names.isWhole = true
  }
  return all
}

const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: found, index }) => ({
    word: fold(found),
    start: index,
    end: index + found.length,
  }))

function longestAt(
  text: string,
  tokens: readonly Token[],
  first: number,
  all: Names,
): Omit<MaskedSpan, 'kind'> | undefined {
  const words: string[] = []
  let names: Names | undefined = all
  let best: Omit<MaskedSpan, 'kind'> | undefined
  const start = tokens[first]?.start ?? 0
  for (let index = first; names && index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (index > first && !isNear(text.slice(tokens[index - 1]?.end, token.start))) break
    const { word, rest } = wholeIn(names, token.word)
    if (word) best = { start, end: token.end - rest, normal: [...words, word].join(' ') }
    names = names.next.get(token.word)
    words.push(token.word)
  }
  return best
}

/**
 * Returns the last word of a name, unchanged or without the genitive s, and the length of the rest
 * that is not part of the name.
 */
function wholeIn({ next }: Names, word: string): { readonly word?: string; readonly rest: number } {
  if (next.get(word)?.isWhole) return { word, rest: 0 }
  const owner = word.length > leastForGenitive && word.endsWith('s') ? word.slice(0, -1) : ''
  return next.get(owner)?.isWhole ? { word: owner, rest: 1 } : { rest: 0 }
}

const isNear = (between: string) => between.trim() === '' || between.length <= mostSigns
