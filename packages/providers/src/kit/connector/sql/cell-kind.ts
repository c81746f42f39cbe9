import type { CellKind } from '@recto/provider-spec/database-connector'

const kinds: readonly (readonly [RegExp, CellKind])[] = [
  [/^(bool|bit$|tinyint\(1\)|number\(1(,0)?\)$)/, 'truth'],
  [/^json|^variant|^object|^super/, 'json'],
  [/^(small|big|tiny|medium)?int(eger|\d|\(|$| )|^(small|big)?serial|^number\(\d+(,0)?\)/, 'whole'],
  [/^(big|small)?(num|dec|money)/, 'decimal'],
  [/^(binary_)?(float|double|real)/, 'number'],
  [/^date$/, 'date'],
  [/^(date|time)/, 'time'],
  [/char|text|string|clob|enum|uuid|uniqueidentifier/, 'text'],
]

/** Returns the kind of value that a column type accepts; null when the type is unknown. */
export function cellKindOf(type: string): CellKind | null {
  const plain = type.toLowerCase()
  return kinds.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}
