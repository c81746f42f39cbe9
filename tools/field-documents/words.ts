import { readFileSync } from 'node:fs'
import type { Chance } from './chance.ts'

/** The open half of the documents, and the held-out one (`kept`), which is only for scoring. */
export type Half = 'open' | 'kept'

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sv'] as const
export type PrintLanguage = (typeof languages)[number]

/** A label as a document prints it. */
type Label = {
  readonly text: string
  /** Whether it is a rare word that an extractor need not have in its vocabulary. */
  readonly isSynonym: boolean
}

/** The words of one language, as the documents of one half print them. */
export type Words = {
  readonly language: PrintLanguage
  readonly half: Half
  /** Returns the list under a name in `open/words/<language>.txt`, usual words only. */
  readonly list: (name: string) => readonly string[]
  /** Chooses a label for a field: one of its usual words, or sometimes a synonym of the half. */
  readonly label: (name: string, chance: Chance) => Label
}

/** Probability that a label is a synonym, if there is one. */
const synonymShare = 0.3

type Entry = { readonly usual: readonly string[]; readonly synonyms: readonly string[] }

/** Parses lines such as `name = usual | usual ; synonym | synonym`. */
function readEntries(path: string): ReadonlyMap<string, Entry> {
  const lines = readFileSync(new URL(path, import.meta.url), 'utf8').split('\n')
  const listOf = (text = '') => text.split('|').flatMap((one) => one.trim() || [])
  return new Map(
    lines
      .map((line) => {
        const index = line.indexOf(' = ')
        if (index < 0) return undefined
        const [usual, synonyms] = line.slice(index + 3).split(';')
        return [line.slice(0, index), { usual: listOf(usual), synonyms: listOf(synonyms) }] as const
      })
      .filter((value) => value !== undefined),
  )
}

export function wordsOf(language: PrintLanguage, half: Half): Words {
  const openEntries = readEntries(`./open/words/${language}.txt`)
  const heldOutEntries = half === 'kept' ? readEntries(`./kept/words/${language}.txt`) : undefined
  const usualOf = (name: string) => {
    const entry = openEntries.get(name)
    if (!entry) throw new Error(`open/words/${language}.txt has no line “${name} = …”.`)
    return entry.usual
  }
  return {
    language,
    half,
    list: usualOf,
    label(name, chance) {
      const usual = usualOf(name)
      const synonyms = heldOutEntries
        ? (heldOutEntries.get(name)?.usual ?? [])
        : (openEntries.get(name)?.synonyms ?? [])
      const isSynonym = chance.happens(synonymShare) && synonyms.length > 0
      return { text: chance.pick(isSynonym ? synonyms : usual), isSynonym }
    },
  }
}
