import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import { omitUndefined } from '@recto/omit-undefined'
import type { Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import { matchValues, type ValueMatch } from '../lookups/lookups.port.ts'
import type { ToolMetadata } from './tool-metadata.ts'

type ValuesOfTool = {
  readonly metadata: Pick<ToolMetadata, 'outputs'>
  readonly values: Readonly<Record<string, Json>>
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

/** Returns the name of an added column in the result, such as `vendor_supplier_number`. */
const toOutputKey = (key: string, column: string): string => {
  const words = column.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [key, ...words.filter(Boolean)].join('_')
}

/** Lists the values of the columns that lookups add to an output. A value that a prompt has stays. */
export function listAddedColumns(
  lookups: LookupsByKey,
  output: Readonly<Record<string, Json>>,
): Readonly<Record<string, string | null>> {
  const entries = [...lookups].flatMap(([key, { match }]) =>
    Object.entries(match.columns).map(
      ([column, text]) => [toOutputKey(key, column), text] as const,
    ),
  )
  return Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(output, key)))
}

/** Returns `undefined` where nothing is matched, so that such results stay as they were. */
export function presentLookups(
  lookups: LookupsByKey,
): Readonly<Record<string, PresentedLookup>> | undefined {
  if (lookups.size === 0) return undefined
  return Object.fromEntries(
    [...lookups].map(([key, { match }]) => {
      const { columns: _, ...lookup } = match
      return [key, lookup]
    }),
  )
}

type ResultToMatch = {
  readonly output: Readonly<Record<string, Json>>
  readonly metadata: object
}

type RematchedResult<T> = { readonly result: T; readonly lookups: LookupsByKey }

/** Matches the values of a reused result anew, because the tables may have changed. */
export async function matchResultAgain<T extends ResultToMatch>(
  tenant: Tenant,
  { metadata, time }: Omit<ValuesOfTool, 'values'>,
  result: T,
): Promise<RematchedResult<T>> {
  const keys = new Set(metadata.outputs.map(({ name }) => name))
  const output = Object.fromEntries(Object.entries(result.output).filter(([key]) => keys.has(key)))
  const lookups = await applyLookups(tenant, { metadata, values: output, time })
  if (lookups.size === 0) return { result, lookups }
  const matchedResult = {
    ...result,
    output: { ...output, ...listAddedColumns(lookups, output) },
    metadata: { ...result.metadata, ...omitUndefined({ lookups: presentLookups(lookups) }) },
  }
  return { result: matchedResult, lookups }
}
