import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import type { ReviewType } from '@recto/contract/review/review'
import type { InputNotation } from '@recto/extraction/read-input'
import { omitUndefined } from '@recto/omit-undefined'
import type { Json } from '@recto/provider-spec/answer'
import { z } from 'zod'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { rememberChosenRow, toText } from '../../lookups/lookups.port.ts'
import type { ChosenRows, LookupsByField } from './chosen-rows.ts'
import { compareOutputs, type ValueChange } from './compare-outputs.ts'
import { convertToTypes } from './convert-to-types.ts'
import { insertEvents } from './events.store.ts'
import { findPrompts } from './find-prompts.ts'
import {
  getHeldItem,
  type HeldItemReference,
  holdSeconds,
  resultOf,
  waitingStatusOf,
} from './held-item.ts'
import { type ReviewItemRow, saveEditedResult } from './items.store.ts'
import { lookupsIn, matchEdits } from './match-edits.ts'

type Fields = Readonly<Record<string, unknown>>

type Edits = {
  readonly output: Fields
  /** Changed evidence of values; the evidence of the others stays. */
  readonly evidence?: Fields | undefined
  /** Notation of the person, where the document leaves it open. */
  readonly notation?: InputNotation | undefined
  readonly chosenRows?: ChosenRows | undefined
}
type EditItemRequest = HeldItemReference & Edits & { readonly type: ReviewType }

type StoredEdits = {
  /** The sent fields as they are stored, and the columns that changed with their matches. */
  readonly output: Fields
  readonly lookups: LookupsByField
}

/** Saves the edits of the holder, and logs each change with its previous value. */
export async function editHeldItem(
  ctx: Pick<Context, 'db' | 'config'>,
  { type, output, evidence, notation, chosenRows = {}, ...reference }: EditItemRequest,
): Promise<StoredEdits> {
  const { actor } = reference
  const status = waitingStatusOf(actor, type)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const item = await getHeldItem(tenant, reference, status)
    const edits = { output, evidence, notation, chosenRows }
    const editedItem = await applyEdits(ctx, tenant, { item, userId: actor.userId, ...edits })
    await rememberChosenRows(tenant, actor, { item: editedItem, chosenRows })
    const { output: oldOutput } = resultOf(item)
    const { output: storedOutput, metadata } = resultOf(editedItem)
    const isSentOrChanged = ([field, value]: readonly [string, unknown]) =>
      Object.hasOwn(outputIn(output), field) ||
      JSON.stringify(value) !== JSON.stringify(oldOutput[field])
    return {
      output: Object.fromEntries(Object.entries(storedOutput).filter(isSentOrChanged)),
      lookups: lookupsIn(metadata),
    }
  })
}

type RowsToRemember = { readonly item: ReviewItemRow; readonly chosenRows: ChosenRows }

async function rememberChosenRows(
  tenant: Tenant,
  actor: Actor,
  { item, chosenRows }: RowsToRemember,
): Promise<void> {
  const { output, metadata } = resultOf(item)
  const lookups = lookupsIn(metadata)
  const rowsToRemember = Object.entries(chosenRows).flatMap(([field, rows]) =>
    rows.filter(({ isRemembered }) => isRemembered).map((row) => ({ ...row, field })),
  )
  for (const { field, rowKey, listRow, name } of rowsToRemember) {
    const lookup = lookups[field]
    if (!lookup) continue
    const value =
      listRow === undefined
        ? toText((output[field] ?? null) as Json)
        : (lookup.rows?.[listRow]?.value ?? '')
    await rememberChosenRow(tenant, actor, { table: lookup.table, value, rowKey, name })
  }
}

type EditItemOptions = Edits & { readonly item: ReviewItemRow; readonly userId: number }

/** Applies edits in a transaction that has locked the item. Returns the edited item. */
export async function applyEdits(
  ctx: Pick<Context, 'config'>,
  tenant: Tenant,
  { item, userId, output: sentOutput, evidence, notation, chosenRows = {} }: EditItemOptions,
): Promise<ReviewItemRow> {
  const oldResult = resultOf(item)
  // Results hold the evidence twice: `metadata.evidence_data` is the contract's name for it.
  const oldEvidence = (oldResult.metadata?.evidence_data ?? oldResult.evidence ?? {}) as Fields
  const prompts = await findPrompts(tenant, item)
  const { output: fittedOutput, enteredTexts } = convertToTypes({
    machineOutput: resultOf({ result: item.machine_result }).output,
    oldOutput: oldResult.output,
    sentOutput: outputIn(sentOutput),
    promptTypes: new Map(prompts.map(({ name, type }) => [name, type])),
    // Places that the person has just shown are of the document as well.
    evidence: [oldEvidence, evidence ?? null],
    personNotation: notation,
    enteredTexts: oldResult.enteredTexts ?? {},
  })
  const oldLookups = lookupsIn(oldResult.metadata)
  const { output, lookups } = await matchEdits(tenant, {
    prompts,
    oldOutput: oldResult.output,
    output: fittedOutput,
    oldLookups,
    chosenRows,
  })
  const changes = [...compareOutputs(oldResult.output, output), ...compareRows(oldLookups, lookups)]
  if (changes.length === 0 && !evidence) return item
  const mergedEvidence = evidence ? { ...oldEvidence, ...evidence } : oldEvidence
  const editedFields = new Set([
    ...changes.map(({ steps }) => steps[0]),
    ...Object.keys(evidence ?? {}),
  ])
  const result = {
    ...oldResult,
    output,
    enteredTexts,
    evidence: mergedEvidence,
    metadata: {
      ...withoutReasons(oldResult.metadata, editedFields),
      evidence_data: mergedEvidence,
      ...omitUndefined({ lookups: Object.keys(lookups).length > 0 ? lookups : undefined }),
    },
  }
  const seconds = holdSeconds(ctx)
  await saveEditedResult(tenant, { id: item.id, result, seconds })
  const events = changes.map(({ steps, ...change }) => {
    return { kind: 'edited', userId, ...change, places: evidenceIn(evidence, steps) } as const
  })
  await insertEvents(tenant, item, events)
  return { ...item, result, is_edited: true }
}

/** Returns the rows that changed, as the list of changes shows them; a choice of the same row is none. */
const compareRows = (oldLookups: LookupsByField, lookups: LookupsByField): ValueChange[] =>
  Object.entries(lookups).flatMap(([field, lookup]) => {
    const oldLookup = oldLookups[field]
    const { rows = [] } = lookup
    return [
      ...compareRow({ name: `row of ${field}`, field }, oldLookup, lookup),
      ...rows.flatMap((row, index) => {
        const name = `row of ${field} › row ${index + 1}`
        // A row that was moved has the match of its values.
        const oldRow = oldLookup?.rows?.find(({ value }) => value === row.value)
        return compareRow({ name, field }, oldLookup?.rows?.[index] ?? oldRow, row)
      }),
    ]
  })

type Match = Pick<PresentedLookup, 'status' | 'row_key' | 'by'>

function compareRow(
  { name, field }: { readonly name: string; readonly field: string },
  oldMatch: Match | undefined,
  match: Match,
): ValueChange[] {
  const isSame = (['status', 'row_key', 'by'] as const).every(
    (member) => oldMatch?.[member] === match[member],
  )
  if (isSame) return []
  const rows = { before: oldMatch?.row_key ?? null, after: match.row_key }
  return [{ field: name, steps: ['lookups', field], ...rows }]
}

/**
 * Removes the explanations of edited fields: they explain the machine's value, not the one that
 * replaced it.
 */
function withoutReasons(metadata: Fields | undefined, editedFields: ReadonlySet<unknown>): Fields {
  const { explanations, ...rest } = metadata ?? {}
  if (typeof explanations !== 'object' || explanations === null) return { ...metadata }
  const left = Object.entries(explanations).filter(([field]) => !editedFields.has(field))
  return left.length === 0 ? rest : { ...rest, explanations: Object.fromEntries(left) }
}

/**
 * Returns the evidence that the reviewer gave for a changed value; `undefined` when they gave none.
 */
function evidenceIn(evidence: unknown, steps: ValueChange['steps']): unknown {
  const fieldEvidence = steps.reduce<unknown>(
    (tree, step) =>
      typeof tree === 'object' && tree !== null ? (tree as Fields)[step] : undefined,
    evidence,
  )
  const parsedEvidence = z.array(EvidenceReply).min(1).safeParse(fieldEvidence)
  return parsedEvidence.success ? parsedEvidence.data : undefined
}

/** Returns the output; some clients send the whole result. */
function outputIn(sentOutput: Fields): Fields {
  const { output, metadata } = sentOutput
  const isResult = typeof output === 'object' && output !== null && typeof metadata === 'object'
  return isResult ? (output as Fields) : sentOutput
}
