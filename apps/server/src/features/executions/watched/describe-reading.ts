import { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { z } from 'zod'
import type { StoredWatchedField } from '../../../platform/db/tables/watch.ts'
import type { StageSeconds } from '../../model-calls/model-calls.port.ts'
import { extractRawConfidences, type StoredResult } from '../../tools/tools.port.ts'
import { totalUsage, type UsageSum } from '../../usage/usage.port.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'

/** Facts about the reading of a document, without its values. */
export type FileReading = {
  readonly fields: Readonly<Record<string, StoredWatchedField>>
  readonly failedChecks: number
  readonly seconds: number
  /** Null if a price is unknown. */
  readonly dollars: number | null
}

type ReadDocument = {
  readonly outcome: { readonly result?: unknown; readonly isReused?: boolean }
  readonly usage: readonly UsageSum[]
  readonly stageSeconds: StageSeconds | undefined
}

/** Each document has a row with all of them. */
const maxFields = 200

/**
 * Describes what was read of a document. Returns `undefined` if nothing was read now, and for tools without a project: their fields are
 * not those of anybody.
 */
export function describeReading(
  { tool }: Pick<ExecutionPlan, 'tool'>,
  { outcome, usage, stageSeconds = {} }: ReadDocument,
): FileReading | undefined {
  const result = outcome.result as ReadResult | null | undefined
  if (!result || tool.builtIn || outcome.isReused === true) return undefined
  // An approved result may have been corrected.
  if (result.metadata?.review) return undefined
  const failedChecks = listFailedChecks(result)
  const contradictedFields = new Set(failedChecks.flatMap(({ fields }) => fields))
  const confidences = extractRawConfidences(result)
  const names = tool.metadata.outputs.filter(({ active }) => active).map(({ name }) => name)
  const fields = names.slice(0, maxFields).map((name): [string, StoredWatchedField] => {
    const value = confidences.get(name)
    const isEmpty = typeof value !== 'object'
    return [
      name,
      {
        isEmpty,
        confidence: isEmpty ? null : value.confidence,
        isContradicted: contradictedFields.has(name),
      },
    ]
  })
  return {
    fields: Object.fromEntries(fields),
    failedChecks: failedChecks.length,
    seconds: Object.values(stageSeconds).reduce((sum, seconds) => sum + seconds, 0),
    dollars: usage.length === 0 ? 0 : (totalUsage(usage)?.costInDollars ?? null),
  }
}

type ReadResult = StoredResult & {
  readonly metadata?: { readonly checks?: unknown; readonly review?: unknown }
}

function listFailedChecks({ metadata }: ReadResult): readonly CheckOutcome[] {
  const checks = z.array(CheckOutcome).safeParse(metadata?.checks ?? [])
  return checks.success ? checks.data.filter(({ outcome }) => outcome === 'contradicted') : []
}
