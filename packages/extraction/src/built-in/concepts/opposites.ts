import type { MeaningToken } from './meaning-tokens.ts'

/** Two similar values differ by what their labels say. */
const opposites: readonly (readonly [string, string])[] = [
  ['surname', 'firstname'],
  ['start', 'end'],
  ['opening', 'closing'],
  ['departure', 'arrival'],
  ['checkin', 'checkout'],
  ['outbound', 'inbound'],
  ['minimum', 'maximum'],
  ['net', 'gross'],
  ['landlord', 'tenant'],
  ['employer', 'employee'],
]

/** Whether words name the opposite of what a question means. */
export function areOpposed(
  concepts: ReadonlySet<string>,
  tokens: readonly MeaningToken[],
): boolean {
  const keys = new Set(tokens.flatMap((token) => token.keys))
  const isOpposed = (wantedKey: string, otherKey: string) =>
    concepts.has(wantedKey) && !concepts.has(otherKey) && keys.has(otherKey) && !keys.has(wantedKey)
  return opposites.some(([first, second]) => isOpposed(first, second) || isOpposed(second, first))
}
