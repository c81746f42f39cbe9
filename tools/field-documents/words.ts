import { readFileSync } from 'node:fs'
import type { Chance } from './chance.ts'

/** The half of the documents that anybody may look at, and the one that is for the score only. */
export type Half = 'open' | 'kept'

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sv'] as const
export type PrintLanguage = (typeof languages)[number]

/** A label as a document prints it. */
type Label = {
  readonly text: string
  /** It is a word that few documents use, which an extractor need not have in its vocabulary. */
  readonly isSynonym: boolean
}

/** The words of one language, as the documents of one half print them. */
export type Words = {
  readonly language: PrintLanguage
  readonly half: Half
  /** Returns the list under a name in `open/words/<language>.txt`, usual words only. */
  readonly list: (name: string) => readonly string[]
  /** What a document calls a field: its usual words, or now and then a synonym of the half. */
  readonly label: (name: string, chance: Chance) => Label
}

/** How often a label is a synonym, where there is one. */
const synonymShare = 0.3

type Entry = { readonly usual: readonly string[]; readonly synonyms: readonly string[] }

/** Lines such as `name = usual | usual ; synonym | synonym`. */
function readEntries(path: string): ReadonlyMap<string, Entry> {
  const lines = readFileSync(new URL(path, import.meta.url), 'utf8').split('\n')
  const listOf = (written = '') => written.split('|').flatMap((one) => one.trim() || [])
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
  const own = readEntries(`./open/words/${language}.txt`)
  const kept = half === 'kept' ? readEntries(`./kept/words/${language}.txt`) : undefined
  const usualOf = (name: string) => {
    const entry = own.get(name)
    if (!entry) throw new Error(`open/words/${language}.txt has no line “${name} = …”.`)
    return entry.usual
  }
  return {
    language,
    half,
    list: usualOf,
    label(name, chance) {
      const usual = usualOf(name)
      const synonyms = kept ? (kept.get(name)?.usual ?? []) : (own.get(name)?.synonyms ?? [])
      const isSynonym = chance.happens(synonymShare) && synonyms.length > 0
      return { text: chance.pick(isSynonym ? synonyms : usual), isSynonym }
    },
  }
}
