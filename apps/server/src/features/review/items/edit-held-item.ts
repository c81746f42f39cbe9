import { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import type { ReviewType } from '@recto/contract/review/review'
import type { InputNotation } from '@recto/extraction/read-input'
import { z } from 'zod'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
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

type Fields = Readonly<Record<string, unknown>>

type Edits = {
  readonly output: Fields
  /** Changed evidence of values; the evidence of the others stays. */
  readonly evidence?: Fields | undefined
  /** Notation of the person, where the document leaves it open. */
  readonly notation?: InputNotation | undefined
}
type EditItemRequest = HeldItemReference & Edits & { readonly type: ReviewType }

/**
 * Saves the edits of the holder, and logs each change with its previous value. Returns the sent
 * fields as they are stored.
 */
export async function editHeldItem(
  ctx: Pick<Context, 'db' | 'config'>,
  { type, output, evidence, notation, ...reference }: EditItemRequest,
): Promise<Fields> {
  const { actor } = reference
  const status = waitingStatusOf(actor, type)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const item = await getHeldItem(tenant, reference, status)
    const edits = { output, evidence, notation }
    const editedItem = await applyEdits(ctx, tenant, { item, userId: actor.userId, ...edits })
    const { output: storedOutput } = resultOf(editedItem)
    return Object.fromEntries(
      Object.entries(storedOutput).filter(([field]) => Object.hasOwn(outputIn(output), field)),
    )
  })
}

type EditItemOptions = Edits & { readonly item: ReviewItemRow; readonly userId: number }

/** Applies edits in a transaction that has locked the item. Returns the edited item. */
export async function applyEdits(
  ctx: Pick<Context, 'config'>,
  tenant: Tenant,
  { item, userId, output: sentOutput, evidence, notation }: EditItemOptions,
): Promise<ReviewItemRow> {
  const oldResult = resultOf(item)
  // Results hold the evidence twice: `metadata.evidence_data` is the contract's name for it.
  const oldEvidence = (oldResult.metadata?.evidence_data ?? oldResult.evidence ?? {}) as Fields
  const prompts = await findPrompts(tenant, item)
  const { output, enteredTexts } = convertToTypes({
    machineOutput: resultOf({ result: item.machine_result }).output,
    oldOutput: oldResult.output,
    sentOutput: outputIn(sentOutput),
    promptTypes: new Map(prompts.map(({ name, type }) => [name, type])),
    // Places that the person has just shown are of the document as well.
    evidence: [oldEvidence, evidence ?? null],
    personNotation: notation,
    enteredTexts: oldResult.enteredTexts ?? {},
  })
  const changes = compareOutputs(oldResult.output, output)
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
