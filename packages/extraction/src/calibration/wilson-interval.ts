export type Interval = { readonly low: number; readonly high: number }

/** Standard deviations that 95 % of the values of a normal distribution are within. */
const deviations = 1.96

/**
 * Returns the interval that has the true share of right values in 95 % of cases; 0 to 1 if there are no values. (Wilson, “Probable inference, the law of succession,
 * and statistical inference”, Journal of the American Statistical Association 22, 1927.)
 */
export function wilsonInterval(right: number, checked: number): Interval {
  if (checked === 0) return { low: 0, high: 1 }
  const share = right / checked
  const square = deviations ** 2
  const center = share + square / (2 * checked)
  const spread =
    deviations * Math.sqrt((share * (1 - share)) / checked + square / (4 * checked ** 2))
  const scale = 1 + square / checked
  return {
    low: right === 0 ? 0 : Math.max(0, (center - spread) / scale),
    high: right === checked ? 1 : Math.min(1, (center + spread) / scale),
  }
}
