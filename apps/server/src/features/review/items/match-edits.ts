import { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import type { Json } from '@recto/provider-spec/answer'
import { z } from 'zod'
import { badRequest, invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  isOfRows,
  matchChosenRow,
  matchValues,
  type ValueMatch,
} from '../../lookups/lookups.port.ts'
import { listAddedColumns, presentLookups } from '../../tools/tools.port.ts'
import type { ChosenRows, LookupsByField, RowChoice } from './chosen-rows.ts'
import type { ReviewedPrompt } from './find-prompts.ts'
import { matchEditedLists } from './match-edited-lists.ts'

type Fields = Readonly<Record<string, unknown>>

type EditsToMatch = {
  readonly prompts: readonly ReviewedPrompt[]
  readonly oldOutput: Fields
  /** The output with the edits of the person. */
  readonly output: Fields
  readonly oldLookups: LookupsByField
  readonly chosenRows: ChosenRows
}

type MatchedEdits = { readonly output: Fields; readonly lookups: LookupsByField }

/** Reads the matches of a result. */
export const lookupsIn = (metadata: Fields | undefined): LookupsByField =>
  z.record(z.string(), PresentedLookup).safeParse(metadata?.lookups).data ?? {}

/**
 * Applies the rows that the person chose, and matches values again whose own value or compared values were edited. The
 * columns of the rows replace those that were added to the output before.
 */
export async function matchEdits(tenant: Tenant, edits: EditsToMatch): Promise<MatchedEdits> {
  const { prompts, oldOutput, output, oldLookups, chosenRows } = edits
  const allPrompts = prompts
    .map(({ name: key, matchTo }) => (matchTo ? { key, matchTo } : undefined))
    .filter((prompt) => prompt !== undefined)
  assertChoices(allPrompts, chosenRows)
  const matchedPrompts = allPrompts.filter(({ matchTo }) => !isOfRows(matchTo))
  const listPrompts = allPrompts.filter(
    (prompt) => isOfRows(prompt.matchTo) && (chosenRows[prompt.key] || isAffected(prompt, edits)),
  )
  const chosenMatches = await matchChosenRows(tenant, matchedPrompts, chosenRows)
  const promptsToMatch = matchedPrompts.filter(
    (prompt) =>
      !chosenMatches.has(prompt.key) &&
      (isWithdrawn(chosenRows, prompt.key) || isAffected(prompt, edits)),
  )
  const names = new Set(prompts.map(({ name }) => name))
  // Values of results are JSON.
  const values = Object.fromEntries(
    Object.entries(output).filter(([field]) => names.has(field)),
  ) as Readonly<Record<string, Json>>
  const lists = await matchEditedLists(tenant, { ...edits, values, prompts: listPrompts })
  const newMatches =
    promptsToMatch.length > 0
      ? await matchValues(tenant, { prompts: promptsToMatch, values, time: new Date() })
      : new Map<string, ValueMatch>()
  // A column that the person edited stays as it is, also if they did so before and the row is still the same.
  const otherMatches = new Map(
    [...newMatches].filter(
      ([key, { match }]) => isWithdrawn(chosenRows, key) || !isSameRow(match, oldLookups[key]),
    ),
  )
  const newColumns = Object.entries(listAddedColumns(otherMatches, values)).filter(
    ([field]) => !isChanged(field, oldOutput, output),
  )
  return {
    output: {
      ...output,
      ...Object.fromEntries(newColumns),
      ...listAddedColumns(chosenMatches, values),
      ...lists.output,
    },
    lookups: {
      ...oldLookups,
      ...presentLookups(newMatches),
      ...presentLookups(chosenMatches),
      ...presentLookups(lists.matches),
    },
  }
}

/** Returns whether the choice for a value that is no list is withdrawn. */
const isWithdrawn = (chosenRows: ChosenRows, field: string): boolean =>
  chosenRows[field]?.[0]?.isWithdrawn ?? false

const isSameRow = (match: ValueMatch['match'], oldLookup: PresentedLookup | undefined): boolean =>
  match.status === oldLookup?.status &&
  match.row_key === oldLookup.row_key &&
  match.version === oldLookup.version

type PromptToMatch = { readonly key: string; readonly matchTo: MatchTo }

async function matchChosenRows(
  tenant: Tenant,
  prompts: readonly PromptToMatch[],
  chosenRows: ChosenRows,
): Promise<ReadonlyMap<string, ValueMatch>> {
  const matches = new Map<string, ValueMatch>()
  for (const { key, matchTo } of prompts) {
    const chosenRow = chosenRows[key]?.[0]
    if (!chosenRow || chosenRow.isWithdrawn) continue
    const { rowKey, name } = chosenRow
    matches.set(key, await matchChosenRow(tenant, { matchTo, rowKey, name }))
  }
  return matches
}

function assertChoices(prompts: readonly PromptToMatch[], chosenRows: ChosenRows): void {
  for (const [field, rows] of Object.entries(chosenRows)) {
    const prompt = prompts.find(({ key }) => key === field)
    if (!prompt) {
      throw badRequest(`“${field}” is not matched to a lookup table.`, { attr: 'updated_lookups' })
    }
    assertPlaces(rows, isOfRows(prompt.matchTo))
  }
}

function assertPlaces(rows: readonly RowChoice[], isList: boolean): void {
  const places = new Set<number | undefined>()
  for (const { listRow, name } of rows) {
    if (isList !== (listRow !== undefined)) {
      const detail = isList ? 'The value is a list: state its row.' : 'The value is not a list.'
      throw invalid(`${name}.row`, detail)
    }
    if (places.has(listRow)) throw invalid(`${name}.row`, 'There are two choices for this place.')
    places.add(listRow)
  }
}

/** A row that a person chose stays until the value itself is edited. */
function isAffected(
  { key, matchTo }: PromptToMatch,
  { oldOutput, output, oldLookups }: EditsToMatch,
): boolean {
  if (isChanged(key, oldOutput, output)) return true
  if (oldLookups[key]?.by === 'person') return false
  return matchTo.compare.some(({ field }) => field !== null && isChanged(field, oldOutput, output))
}

const isChanged = (field: string, oldOutput: Fields, output: Fields): boolean =>
  JSON.stringify(oldOutput[field] ?? null) !== JSON.stringify(output[field] ?? null)
