/** The value that such a share of all values does not exceed; 0 where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const worstOf = (values: readonly number[]): number => Math.max(0, ...values)
