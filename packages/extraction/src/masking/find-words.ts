import { fold, wordsOf } from '../values/fold.ts'
import type { PlaceholderKind } from './placeholders.ts'
import type { MaskedSpan } from './span.ts'

type Token = { readonly word: string; readonly start: number; readonly end: number }

/** The names that begin with the same words. */
type Names = { readonly next: Map<string, Names>; isWhole: boolean }

/** Shorter words have no genitive that would tell them from others. */
const leastForGenitive = 4
/** Between two words of a name: blanks and ends of lines, or so many other signs. */
const mostSigns = 3

/** Parts of a text that are given words, in whatever letters and over whatever lines; of several the longest. */
export function findWordSpans(
  text: string,
  given: readonly string[],
  kind: PlaceholderKind,
): readonly MaskedSpan[] {
  const names = namesOf(given)
  if (names.next.size === 0) return []
  const tokens = tokensOf(text)
  return tokens.flatMap((_, at) => {
    const found = longestAt(text, tokens, at, names)
    return found ? [{ ...found, kind }] : []
  })
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
  for (let at = first; names && at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (at > first && !isNear(text.slice(tokens[at - 1]?.end, token.start))) break
    const { word, rest } = wholeIn(names, token.word)
    if (word) best = { start, end: token.end - rest, normal: [...words, word].join(' ') }
    names = names.next.get(token.word)
    words.push(token.word)
  }
  return best
}

/** The last word of a name, as it stands or without the s of a genitive, and how much of it is none of the name. */
function wholeIn({ next }: Names, word: string): { readonly word?: string; readonly rest: number } {
  if (next.get(word)?.isWhole) return { word, rest: 0 }
  const owner = word.length > leastForGenitive && word.endsWith('s') ? word.slice(0, -1) : ''
  return next.get(owner)?.isWhole ? { word: owner, rest: 1 } : { rest: 0 }
}

const isNear = (between: string) => between.trim() === '' || between.length <= mostSigns
