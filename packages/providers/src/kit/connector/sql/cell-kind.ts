import type { CellKind } from '@recto/provider-spec/database-connector'

const kinds: readonly (readonly [RegExp, CellKind])[] = [
  [/^(bool|bit$|tinyint\(1\)|number\(1(,0)?\)$)/, 'truth'],
  [/^json|^variant|^object|^super/, 'json'],
  [/^(small|big|tiny|medium)?int(eger|\d|\(|$| )|^(small|big)?serial|^number\(\d+(,0)?\)/, 'whole'],
  [/^(big|small|binary_)?(num|dec|float|double|real|money)/, 'number'],
  [/^(date|time)/, 'time'],
  [/char|text|string|clob|enum|uuid|uniqueidentifier/, 'text'],
]

/** What a column takes, by the name of its type; null where that is not plain. */
export function cellKindOf(type: string): CellKind | null {
  const plain = type.toLowerCase()
  return kinds.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}
