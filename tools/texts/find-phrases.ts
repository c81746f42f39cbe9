/** Phrases that the product and its documents do not use, with what to write instead. */
export type PhraseKind = {
  readonly name: string
  readonly advice: string
  readonly phrases: readonly string[]
  /** Words that make a phrase good English, such as `there` before `is no`. */
  readonly notAfter?: readonly string[]
  readonly notBefore?: readonly string[]
  /** Maximum number of occurrences. It is lowered as phrases are removed and never raised. */
  readonly max: { readonly documents: number; readonly texts: number }
}

/** An occurrence of a phrase. `index` counts from the beginning of the text. */
export type FoundPhrase = { readonly kind: string; readonly phrase: string; readonly index: number }

type Word = { readonly text: string; readonly start: number; readonly end: number }

/** Returns each occurrence of a phrase: its words in this order, with nothing but white space between them. */
export function findPhrases(text: string, kinds: readonly PhraseKind[]): readonly FoundPhrase[] {
  const words = splitWords(text)
  return kinds.flatMap((kind) =>
    kind.phrases.flatMap((phrase) => {
      const phraseWords = phrase.split(' ')
      return words
        .filter((_, position) => isPhraseAt(text, words, position, phraseWords))
        .filter((word) => isWanted(words, words.indexOf(word), phraseWords.length, kind))
        .map(({ start }) => ({ kind: kind.name, phrase, index: start }))
    }),
  )
}

/** Words are compared in lower case and with a plain apostrophe. */
function splitWords(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\d'’_-]+/gu)].map(({ 0: word, index }) => ({
    text: word.toLowerCase().replaceAll('’', "'"),
    start: index,
    end: index + word.length,
  }))
}

function isPhraseAt(
  text: string,
  words: readonly Word[],
  position: number,
  phraseWords: readonly string[],
): boolean {
  return phraseWords.every((phraseWord, offset) => {
    const word = words[position + offset]
    if (word?.text !== phraseWord) return false
    const previous = offset === 0 ? undefined : words[position + offset - 1]
    return !previous || text.slice(previous.end, word.start).trim() === ''
  })
}

function isWanted(
  words: readonly Word[],
  position: number,
  length: number,
  { notAfter = [], notBefore = [] }: PhraseKind,
): boolean {
  const previousWord = words[position - 1]?.text ?? ''
  const nextWord = words[position + length]?.text ?? ''
  return !notAfter.includes(previousWord) && !notBefore.includes(nextWord)
}
