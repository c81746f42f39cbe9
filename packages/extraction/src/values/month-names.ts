import { languages } from '../vocabulary/languages.ts'
import { fold } from './fold.ts'

/** Folded month names and their usual short forms in all languages. */
const namesByMonth: readonly (readonly string[])[] = Array.from({ length: 12 }, (_, month) => [
  ...new Set(languages.flatMap(({ months }) => (months[month] ?? []).map(fold))),
])

const monthByName = new Map(
  namesByMonth.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)

/** Matches any month name in a folded text; longer names are tried first. */
export const monthPattern = `(?:${[...monthByName.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`

/** The month (1 to 12), or `undefined` for another word. */
export function getMonthNumber(foldedName: string): number | undefined {
  return monthByName.get(foldedName)
}

/** All folded names of a month (1 to 12). */
export function getMonthNames(month: number): readonly string[] {
  return namesByMonth[month - 1] ?? []
}
