import { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import type { ReviewType } from '@recto/contract/review/review'
import { z } from 'zod'
import { badRequest } from '../../../platform/app-error.ts'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { findRecordedFile } from '../../executions/executions.port.ts'
import type { Tool } from '../../tools/tools.port.ts'
import { compareOutputs, type ValueChange } from './compare-outputs.ts'
import { insertEvents } from './events.store.ts'
import { fitType } from './fit-type.ts'
import {
  type ClassReference,
  getHeldItem,
  holdSeconds,
  resultOf,
  waitingStatusOf,
} from './held-item.ts'
import { editItem, type ReviewItemRow } from './items.store.ts'

type Fields = Readonly<Record<string, unknown>>

type Edits = {
  readonly output: Fields
  /** Changed evidence of values; the evidence of the others stays. */
  readonly evidence?: Fields | undefined
}
type EditItemRequest = ClassReference & Edits & { readonly type: ReviewType }

/** Saves the edits of the holder, and logs each change with its previous value. */
export async function editHeldItem(
  ctx: Pick<Context, 'db' | 'config'>,
  { type, output, evidence, ...reference }: EditItemRequest,
): Promise<void> {
  const { actor } = reference
  const status = waitingStatusOf(actor, type)
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const item = await getHeldItem(tenant, reference, status)
    await applyEdits(ctx, tenant, { item, userId: actor.userId, output, evidence })
  })
}

type EditItemOptions = Edits & { readonly item: ReviewItemRow; readonly userId: number }

/** Applies edits in a transaction that has locked the item. Returns the edited item. */
export async function applyEdits(
  ctx: Pick<Context, 'config'>,
  tenant: Tenant,
  { item, userId, output: sentOutput, evidence }: EditItemOptions,
): Promise<ReviewItemRow> {
  const oldResult = resultOf(item)
  const output = await fitOutput(tenant, {
    item,
    oldOutput: oldResult.output,
    sentOutput: outputIn(sentOutput),
  })
  const changes = compareOutputs(oldResult.output, output)
  if (changes.length === 0 && !evidence) return item
  // Results hold the evidence twice: `metadata.evidence_data` is the contract's name for it.
  const oldEvidence = (oldResult.metadata?.evidence_data ?? oldResult.evidence ?? {}) as Fields
  const mergedEvidence = evidence ? { ...oldEvidence, ...evidence } : oldEvidence
  const editedFields = new Set([
    ...changes.map(({ steps }) => steps[0]),
    ...Object.keys(evidence ?? {}),
  ])
  const result = {
    ...oldResult,
    output,
    evidence: mergedEvidence,
    metadata: {
      ...withoutReasons(oldResult.metadata, editedFields),
      evidence_data: mergedEvidence,
    },
  }
  const seconds = holdSeconds(ctx)
  await editItem(tenant, { id: item.id, result, seconds })
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

type SentEdit = {
  readonly item: ReviewItemRow
  readonly oldOutput: Fields
  readonly sentOutput: Fields
}

/**
 * Converts the sent values to the types of their fields, in the order of the fields. Unchanged
 * values stay as the machine read them, even if they do not fit the type.
 */
async function fitOutput(
  tenant: Tenant,
  { item, oldOutput, sentOutput }: SentEdit,
): Promise<Fields> {
  const unknownField = Object.keys(sentOutput).find((field) => !Object.hasOwn(oldOutput, field))
  if (unknownField !== undefined) {
    throw badRequest(`The document has no field “${unknownField}”.`, { attr: 'updated_data' })
  }
  const recordedFile = await findRecordedFile(tenant, item.file_execution_id)
  const outputs = (recordedFile?.plan.tool as Tool | undefined)?.metadata.outputs ?? []
  const types = new Map(outputs.map(({ name, type }) => [name, type]))
  const output: Record<string, unknown> = { ...oldOutput }
  for (const [field, value] of Object.entries(sentOutput)) {
    if (JSON.stringify(value) === JSON.stringify(oldOutput[field])) continue
    output[field] = fitType(field, types.get(field), value)
  }
  return output
}
