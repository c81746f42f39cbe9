import { fold, wordsOf } from '../values/fold.ts'
import type { PlaceholderKind } from './placeholders.ts'
import type { MaskedSpan } from './span.ts'

type Token = { readonly word: string; readonly start: number; readonly end: number }

/** Trie of names by their words. */
type NameTrie = { readonly next: Map<string, NameTrie>; isWhole: boolean }

/** Minimum word length for a genitive: in shorter words it cannot be distinguished. */
const minGenitiveLength = 4
/** Maximum number of signs other than spaces and line ends between two words of a name. */
const maxSigns = 3

/** Finds the given words in any case and across lines; the longest of several matches is taken. */
export function findWordSpans(
  text: string,
  phrases: readonly string[],
  kind: PlaceholderKind,
): readonly MaskedSpan[] {
  const names = buildNames(phrases)
  if (names.next.size === 0) return []
  const tokens = tokenize(text)
  return tokens
    .map((_, index) => {
      const match = matchAt(text, tokens, index, names)
      return match ? { ...match, kind } : undefined
    })
    .filter((value) => value !== undefined)
}

function buildNames(phrases: readonly string[]): NameTrie {
  const all: NameTrie = { next: new Map(), isWhole: false }
  for (const phrase of phrases) {
    let names = all
    for (const word of wordsOf(phrase)) {
      const next = names.next.get(word) ?? { next: new Map(), isWhole: false }
      names.next.set(word, next)
      names = next
    }
    names.isWhole = true
  }
  return all
}

const tokenize = (text: string): readonly Token[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: letters, index }) => ({
    word: fold(letters),
    start: index,
    end: index + letters.length,
  }))

function matchAt(
  text: string,
  tokens: readonly Token[],
  first: number,
  all: NameTrie,
): Omit<MaskedSpan, 'kind'> | undefined {
  const words: string[] = []
  let names: NameTrie | undefined = all
  let best: Omit<MaskedSpan, 'kind'> | undefined
  const start = tokens[first]?.start ?? 0
  for (let index = first; names && index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (index > first && !isNear(text.slice(tokens[index - 1]?.end, token.start))) break
    const { word, rest } = matchLastWord(names, token.word)
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
function matchLastWord(
  { next }: NameTrie,
  word: string,
): { readonly word?: string; readonly rest: number } {
  if (next.get(word)?.isWhole) return { word, rest: 0 }
  const owner = word.length > minGenitiveLength && word.endsWith('s') ? word.slice(0, -1) : ''
  return next.get(owner)?.isWhole ? { word: owner, rest: 1 } : { rest: 0 }
}

const isNear = (gap: string) => gap.trim() === '' || gap.length <= maxSigns
