/** Folded month names and their usual short forms: en, de, fr, es, it, nl, pt. */
const names: readonly (readonly string[])[] = [
  [
    'january',
    'januar',
    'janner',
    'janvier',
    'enero',
    'gennaio',
    'januari',
    'janeiro',
    'jan',
    'janv',
    'ene',
    'genn',
    'gen',
  ],
  [
    'february',
    'februar',
    'feber',
    'fevrier',
    'febrero',
    'febbraio',
    'februari',
    'fevereiro',
    'feb',
    'fevr',
    'fev',
    'febbr',
  ],
  ['march', 'marz', 'maerz', 'mars', 'marzo', 'maart', 'marco', 'mar', 'mrz', 'mrt'],
  ['april', 'avril', 'abril', 'aprile', 'apr', 'avr', 'abr'],
  ['may', 'mai', 'mayo', 'maggio', 'mei', 'maio', 'magg', 'mag'],
  ['june', 'juni', 'juin', 'junio', 'giugno', 'junho', 'jun', 'giu'],
  ['july', 'juli', 'juillet', 'julio', 'luglio', 'julho', 'jul', 'juil', 'lug'],
  ['august', 'aout', 'agosto', 'augustus', 'aug', 'ago'],
  [
    'september',
    'septembre',
    'septiembre',
    'setiembre',
    'settembre',
    'setembro',
    'sept',
    'sep',
    'sett',
    'set',
  ],
  ['october', 'oktober', 'octobre', 'octubre', 'ottobre', 'outubro', 'oct', 'okt', 'ott', 'out'],
  ['november', 'novembre', 'noviembre', 'novembro', 'nov'],
  ['december', 'dezember', 'decembre', 'diciembre', 'dicembre', 'dezembro', 'dec', 'dez', 'dic'],
]

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
