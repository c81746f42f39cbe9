import { getBudget, setBudget } from '@recto/contract/usage/budget'
import { exportUsed, readUsed } from '@recto/contract/usage/used'
import { omitUndefined } from '@recto/omit-undefined'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../shared/api/address.ts'
import { readAs, useChange } from '../../shared/api/ask.ts'
import { budgetFieldOf, budgetFromWire, budgetToWire } from './budget.ts'
import { type UsageSearch, usedFromWire } from './used.ts'

const queryOf = ({ from, until }: UsageSearch) =>
  omitUndefined({
    start_date: from || undefined,
    end_date: until || undefined,
  })

/** The usage of a period. While another period is loading, the previous one stays visible. */
export const usedIn = (search: UsageSearch) =>
  queryOptions({
    ...readAs(readUsed, { query: queryOf(search) }, usedFromWire),
    placeholderData: keepPreviousData,
  })

/** Address for downloading the usage as a file. */
export const usedExportAddress = (search: UsageSearch): string =>
  addressOf(exportUsed, { query: queryOf(search) })

export const budgetOfMonth = readAs(getBudget, {}, budgetFromWire)

export const useChangeBudget = () =>
  useChange(setBudget, { makesStale: [getBudget], toWire: budgetToWire, fieldOf: budgetFieldOf })
