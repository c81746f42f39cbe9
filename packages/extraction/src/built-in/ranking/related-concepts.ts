import relatedGroups from '../../vocabulary/related-concepts.json' with { type: 'json' }
import type { MeaningToken } from '../concepts/meaning-tokens.ts'

const pairs = relatedGroups.flatMap((group) =>
  group.flatMap((key) =>
    group.filter((otherKey) => otherKey !== key).map((otherKey) => ({ key, otherKey })),
  ),
)

const relatedKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(pairs, ({ key }) => key)].map(([key, pairsOfKey]) => [
    key,
    new Set(pairsOfKey.map(({ otherKey }) => otherKey)),
  ]),
)

/** Whether one of the tokens names something that people call by the word of another: a deadline by `payment`. */
export const hasRelated = (tokens: readonly MeaningToken[], { keys }: MeaningToken): boolean =>
  keys.some((key) => {
    const keysOfOthers = relatedKeys.get(key)
    return (
      keysOfOthers !== undefined &&
      tokens.some((token) => token.keys.some((one) => keysOfOthers.has(one)))
    )
  })
