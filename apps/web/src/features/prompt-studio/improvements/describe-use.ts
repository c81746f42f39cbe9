import type { MeasuringRun } from '../measuring-run.ts'

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})

const minShownDollars = 0.0001

/** Says what the calls have used of the budget. */
export function describeUse({ callsUsed, budgetCalls, ...money }: MeasuringRun): string {
  const { dollars: cost, budgetDollars, reservedDollars } = money
  const calls = `${callsUsed} of ${budgetCalls} calls`
  if (budgetDollars === null) return cost === null ? calls : `${calls}, ${dollars.format(cost)}`
  const heldDollars = Math.max(0, (reservedDollars ?? 0) - (cost ?? 0))
  const price = `${calls}, ${dollars.format(cost ?? 0)} of ${dollars.format(budgetDollars)}`
  return heldDollars < minShownDollars
    ? price
    : `${price}, and ${dollars.format(heldDollars)} held for calls whose cost is not known`
}
