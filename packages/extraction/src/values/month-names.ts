import { languages } from '../vocabulary/languages.ts'
import { fold } from './fold.ts'

/** Folded month names and their usual short forms in all languages. */
const names: readonly (readonly string[])[] = Array.from({ length: 12 }, (_, month) => [
  ...new Set(languages.flatMap(({ months }) => (months[month] ?? []).map(fold))),
])

const numbers = new Map(names.flatMap((month, i) => month.map((name) => [name, i + 1] as const)))

/** Matches any month name in a folded text, the longest first. */
export const monthPattern = `(?:${[...numbers.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`

/** 1 to 12, or `undefined` for another word. */
export function monthOf(folded: string): number | undefined {
  return numbers.get(folded)
}

/** All names of a month, 1 to 12. */
export function namesOfMonth(month: number): readonly string[] {
  return names[month - 1] ?? []
}
