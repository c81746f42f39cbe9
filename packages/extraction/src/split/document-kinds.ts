import { wordsOf } from '../values/fold.ts'
import kinds from '../vocabulary/kinds.json' with { type: 'json' }

/** A kind of document that the vocabulary names, such as `invoice`. */
export type KindName = keyof typeof kinds

/** A document states the numbers of those behind it: an invoice that of its order. The order is that of the vocabulary. */
export const documentKinds = Object.keys(kinds) as readonly KindName[]

type KindTitle = { readonly kind: KindName; readonly words: readonly string[] }

/** One word may end a longer one, as in “Monatsrechnung”, if it has this many letters. */
const minStem = 6

const titles: readonly KindTitle[] = documentKinds
  .flatMap((kind) => kinds[kind].map((title): KindTitle => ({ kind, words: wordsOf(title) })))
  .sort((a, b) => b.words.length - a.words.length)

const titlesByFirstWord: ReadonlyMap<string, readonly KindTitle[]> = Map.groupBy(
  titles,
  ({ words }) => words[0]!,
)

const endOf = (word: string) => word.slice(-minStem)

/** Single words by their ends, from the longest on, so that a compound is named by the most specific one. */
const stemsByEnd: ReadonlyMap<string, readonly KindTitle[]> = Map.groupBy(
  titles
    .filter(({ words }) => words.length === 1 && words[0]!.length >= minStem)
    .sort((a, b) => b.words[0]!.length - a.words[0]!.length),
  ({ words }) => endOf(words[0]!),
)

export type KindMention = {
  readonly kind: KindName
  /** Index of the first word, and number of words. */
  readonly index: number
  readonly count: number
}

/** Finds the first kind that folded words name; of several titles that begin there, the longest one. */
export function findKind(words: readonly string[]): KindMention | undefined {
  for (const [index, word] of words.entries()) {
    const title =
      titlesByFirstWord
        .get(word)
        ?.find((one) => one.words.every((part, i) => words[index + i] === part)) ?? findStem(word)
    if (title) return { kind: title.kind, index, count: title.words.length }
  }
  return undefined
}

function findStem(word: string): KindTitle | undefined {
  if (word.length <= minStem) return undefined
  return stemsByEnd.get(endOf(word))?.find(({ words: [stem = ''] }) => word.endsWith(stem))
}

/** The kind whose number a label names: “Rechnungsnummer”, “Invoice No.”. */
export function kindOfLabel(label: string): KindName | undefined {
  const words = wordsOf(label)
  const mention = findKind(words)
  if (mention) return mention.kind
  return titles.find(
    ({ words: [stem = '', ...otherWords] }) =>
      otherWords.length === 0 &&
      stem.length >= minStem &&
      words.some((word) => word.startsWith(stem)),
  )?.kind
}

/** The kind of a document that states numbers of several. */
export function firstKind(kindsOfLabels: ReadonlySet<KindName>): KindName | undefined {
  return documentKinds.find((kind) => kindsOfLabels.has(kind))
}
