import { fold, wordsOf } from '../../values/fold.ts'
import concepts from '../../vocabulary/concepts.json' with { type: 'json' }

/**
 * What the words of a concept do in a question: `forms` say what kind of value is meant, `generic`
 * words add little, `modifiers` choose one of several values of a kind, `contexts` name the document
 * or its subject, `roles` name a party, `things` name what is asked for, and
 * `units` say how it is measured.
 */
export type ConceptGroup = Exclude<keyof typeof concepts, 'functions'>

export type Concept = { readonly name: string; readonly group: ConceptGroup }

const groups = ['forms', 'generic', 'modifiers', 'contexts', 'roles', 'things', 'units'] as const

const splitWords = (words: string): readonly string[] =>
  words.split(',').map((phrase) => wordsOf(phrase).join(' '))

const conceptsByPhrase: ReadonlyMap<string, readonly Concept[]> = groupConcepts()

function groupConcepts(): ReadonlyMap<string, readonly Concept[]> {
  const entries = groups.flatMap((group) =>
    Object.entries(concepts[group]).flatMap(([name, words]) =>
      [...new Set(splitWords(words))]
        .filter((phrase) => phrase !== '')
        .map((phrase) => ({ phrase, concept: { name, group } })),
    ),
  )
  return new Map(
    [...Map.groupBy(entries, ({ phrase }) => phrase)].map(([phrase, all]) => [
      phrase,
      all.map(({ concept }) => concept),
    ]),
  )
}

/** Words that name nothing by themselves, in all languages. */
export const functionWords: ReadonlySet<string> = new Set(
  splitWords(concepts.functions.words).map(fold),
)

/** Maximum number of words in a phrase that names a concept. */
export const maxConceptWords = Math.max(
  ...[...conceptsByPhrase.keys()].map((phrase) => phrase.split(' ').length),
)

/** Endings of inflected words in several languages, longest first. */
const endings = 'innen ungen ern ers nen en em er es ed et te as os s n e a o i t d'.split(' ')
const minStemLength = 4

/** The word without the ending of its grammatical form. */
export function stemOf(word: string): string {
  // `kits`, `fees`
  if (word.length === minStemLength && word.endsWith('s') && !word.endsWith('ss'))
    return word.slice(0, -1)
  const ending = endings.find(
    (one) => word.length - one.length >= minStemLength && word.endsWith(one),
  )
  return ending ? word.slice(0, -ending.length) : word
}

const minInflectedLength = 5

const conceptsByStem: ReadonlyMap<string, readonly Concept[]> = new Map(
  [...conceptsByPhrase]
    .filter(([phrase]) => phrase.length >= minInflectedLength && !phrase.includes(' '))
    .map(([phrase, conceptsOfPhrase]) => [stemOf(phrase), conceptsOfPhrase] as const),
)

const noConcepts: readonly Concept[] = []

/** The concepts that a phrase of folded words names exactly. */
export const findConcepts = (phrase: string): readonly Concept[] =>
  conceptsByPhrase.get(phrase) ?? noConcepts

/** The concepts that a folded word names, also in another grammatical form. */
export function findConceptsOfWord(word: string): readonly Concept[] {
  const exact = conceptsByPhrase.get(word)
  if (exact) return exact
  if (word.length < minInflectedLength) return noConcepts
  // `Rechnungen`, whose stem is that of a verb as well
  const singular = word.endsWith('ungen') ? conceptsByPhrase.get(word.slice(0, -2)) : undefined
  if (singular) return singular
  const stem = stemOf(word)
  const exactStem = stem.length < minInflectedLength ? undefined : conceptsByPhrase.get(stem)
  return exactStem ?? conceptsByStem.get(stem) ?? noConcepts
}
