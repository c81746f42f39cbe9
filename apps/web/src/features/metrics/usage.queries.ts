import { getBudget, setBudget } from '@recto/contract/usage/budget'
import { exportUsed, readUsed } from '@recto/contract/usage/used'
import { omitUndefined } from '@recto/omit-undefined'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../shared/api/address.ts'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { budgetFieldOf, budgetFromWire, budgetToWire } from './budget.ts'
import { periodUsageFromWire, type UsageSearch } from './usage.ts'

const queryOf = ({ from, until, model, project, deployment }: UsageSearch) =>
  omitUndefined({
    start_date: from || undefined,
    end_date: until || undefined,
    model,
    project,
    deployment,
  })

/** The usage of a period. While another period is loading, the previous one stays visible. */
export const periodUsage = (search: UsageSearch) =>
  queryOptions({
    ...readAs(readUsed, { query: queryOf(search) }, periodUsageFromWire),
    placeholderData: keepPreviousData,
  })

/** Address for downloading the usage as a file. */
export const usageExportAddress = (search: UsageSearch): string =>
  addressOf(exportUsed, { query: queryOf(search) })

export const budgetOfMonth = readAs(getBudget, {}, budgetFromWire)

export const useChangeBudget = () =>
  useChange(setBudget, { invalidates: [getBudget], toWire: budgetToWire, fieldOf: budgetFieldOf })
