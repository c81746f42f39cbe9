/** A row of the panel: a word and its synonyms in documents. */
export type GrammarRow = { readonly word: string; readonly synonyms: readonly string[] }

export const maxGrammarRows = 200

type Grammar = Readonly<Record<string, readonly string[]>>

export const rowsOf = (grammar: Grammar): readonly GrammarRow[] =>
  Object.entries(grammar).map(([word, synonyms]) => ({ word, synonyms }))

const isWhole = ({ word, synonyms }: GrammarRow) => word.trim() !== '' && synonyms.length > 0

/**
 * Returns what is saved: rows with a word and a synonym; if a word occurs in several rows, the
 * first one.
 */
export function grammarOf(rows: readonly GrammarRow[]): Record<string, string[]> {
  const grammar = new Map<string, string[]>()
  for (const row of rows.filter(isWhole)) {
    const word = row.word.trim()
    if (!grammar.has(word)) grammar.set(word, [...row.synonyms])
  }
  return Object.fromEntries(grammar)
}

/** Returns the reason why a row is not saved. */
export function rowRefusal(rows: readonly GrammarRow[], index: number): string | undefined {
  const row = rows[index]
  if (!row || (row.word.trim() === '' && row.synonyms.length === 0)) return undefined
  if (row.word.trim() === '') return 'Enter a word.'
  if (row.synonyms.length === 0) return 'Enter a synonym.'
  const first = rows.findIndex(
    (candidate) => isWhole(candidate) && candidate.word.trim() === row.word.trim(),
  )
  return first < index ? 'This word is already in the list.' : undefined
}
