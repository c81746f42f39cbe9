import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import { omitUndefined } from '@recto/omit-undefined'
import type { Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import {
  addRowColumns,
  type ListMatch,
  matchValues,
  removeFromRows,
  toOutputKey,
  type ValueMatch,
} from '../lookups/lookups.port.ts'
import type { ToolMetadata } from './tool-metadata.ts'

type Values = Readonly<Record<string, Json>>

type ValuesOfTool = {
  readonly metadata: Pick<ToolMetadata, 'outputs'>
  readonly values: Values
  /** The time at which the run began, whose versions of the tables are used. */
  readonly time: Date
}

/** The rows that values mean, by the keys of the prompts. */
export type LookupsByKey = ReadonlyMap<string, ValueMatch>

/** Matches the values of a tool to lookup tables, where its prompts say so. */
export async function applyLookups(
  tenant: Tenant,
  { metadata, values, time }: ValuesOfTool,
): Promise<LookupsByKey> {
  const prompts = metadata.outputs
    .filter(({ active }) => active)
    // The plan of an execution of an earlier version has no such setting.
    .map(({ name: key, match_to: matchTo = null }) => (matchTo ? { key, matchTo } : undefined))
    .filter((prompt) => prompt !== undefined)
  if (prompts.length === 0) return new Map()
  return matchValues(tenant, { prompts, values, time })
}

/**
 * Lists the values that lookups add to an output: columns of rows, and lists whose rows have further columns. A value
 * that a prompt has stays.
 */
export function listAddedColumns(lookups: LookupsByKey, output: Values): Values {
  const entries = [...lookups].flatMap(([key, { match }]) =>
    Object.entries(match.columns).map(
      ([column, text]) => [toOutputKey(key, column), text] as const,
    ),
  )
  return {
    ...Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(output, key))),
    ...listChangedLists(lookups, output),
  }
}

/** Returns the lists whose rows are matched, with the added columns. */
export function listChangedLists(lookups: LookupsByKey, values: Values): Values {
  const lists = [...lookups]
    .map(([key, { list }]) =>
      list && Object.hasOwn(values, key)
        ? ([key, addRowColumns(values[key] ?? null, list)] as const)
        : undefined,
    )
    .filter((entry) => entry !== undefined)
  return Object.fromEntries(lists)
}

type Lookups = Readonly<Record<string, PresentedLookup>>

/** Returns `undefined` where nothing is matched, so that such results stay as they were. */
export function presentLookups(lookups: LookupsByKey): Lookups | undefined {
  if (lookups.size === 0) return undefined
  return Object.fromEntries(
    [...lookups].map(([key, { match, list }]) => {
      const { columns: _, ...lookup } = match
      return [key, { ...lookup, ...(list && presentRows(list)) }]
    }),
  )
}

const presentRows = ({ rows, addedColumns }: ListMatch) => ({
  rows: rows.map(({ columns: _, ...row }) => row),
  added_columns: [...addedColumns.values()],
})

type ResultToMatch = {
  readonly output: Values
  readonly metadata: { readonly lookups?: Lookups }
}

type RematchedResult<T> = { readonly result: T; readonly lookups: LookupsByKey }

/** Matches the values of a reused result anew, because the tables may have changed. */
export async function matchResultAgain<T extends ResultToMatch>(
  tenant: Tenant,
  { metadata, time }: Omit<ValuesOfTool, 'values'>,
  result: T,
): Promise<RematchedResult<T>> {
  const keys = new Set(metadata.outputs.map(({ name }) => name))
  const output = Object.fromEntries(
    Object.entries(result.output)
      .filter(([key]) => keys.has(key))
      .map(([key, value]) => {
        const addedColumns = result.metadata?.lookups?.[key]?.added_columns ?? []
        return [key, removeFromRows(value, addedColumns)]
      }),
  )
  const lookups = await applyLookups(tenant, { metadata, values: output, time })
  if (lookups.size === 0) return { result, lookups }
  const matchedResult = {
    ...result,
    output: { ...output, ...listAddedColumns(lookups, output) },
    metadata: { ...result.metadata, ...omitUndefined({ lookups: presentLookups(lookups) }) },
  }
  return { result: matchedResult, lookups }
}
