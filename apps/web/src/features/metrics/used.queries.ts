import { getBudget, setBudget } from '@recto/contract/budget'
import { exportUsed, readUsed } from '@recto/contract/used'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../shared/api/address.ts'
import { readAs, useChange } from '../../shared/api/ask.ts'
import { budgetFieldOf, budgetFromWire, budgetToWire } from './budget.ts'
import { type UsageSearch, usedFromWire } from './used.ts'

const queryOf = ({ from, until }: UsageSearch) => ({
  ...(from && { start_date: from }),
  ...(until && { end_date: until }),
})

/** What was used in a period; the one before stays until the new one is there. */
export const usedIn = (search: UsageSearch) =>
  queryOptions({
    ...readAs(readUsed, { query: queryOf(search) }, usedFromWire),
    placeholderData: keepPreviousData,
  })

/** Where the browser gets it as a file. */
export const usedExportAddress = (search: UsageSearch): string =>
  addressOf(exportUsed, { query: queryOf(search) })

export const budgetOfMonth = readAs(getBudget, {}, budgetFromWire)

export const useChangeBudget = () =>
  useChange(setBudget, { makesStale: [getBudget], toWire: budgetToWire, fieldOf: budgetFieldOf })
