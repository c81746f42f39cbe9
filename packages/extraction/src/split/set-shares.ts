type Values = ReadonlySet<string | number>

function countShared(a: Values, b: Values): number {
  let count = 0
  for (const one of a) if (b.has(one)) count += 1
  return count
}

/** The share of all values that both sets have. */
export function overlap(a: Values, b: Values): number {
  const sharedCount = countShared(a, b)
  const count = a.size + b.size - sharedCount
  return count === 0 ? 0 : sharedCount / count
}

/** The share of the smaller set that the other one has, too. */
export function containment(a: Values, b: Values): number {
  const size = Math.min(a.size, b.size)
  return size === 0 ? 0 : countShared(a, b) / size
}

export const shareAny = (a: Values, b: Values): boolean => countShared(a, b) > 0

/** Whether both have some, and none in common. */
export const areApart = (a: Values, b: Values): boolean =>
  a.size > 0 && b.size > 0 && !shareAny(a, b)
