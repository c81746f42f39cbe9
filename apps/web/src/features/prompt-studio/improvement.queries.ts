import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import * as api from '@recto/contract/tools/improvements'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import { readAs, useChange } from '../../shared/api/requests.ts'
import {
  type MeasuringRun,
  type MeasuringRunRef,
  polledWhileOpen,
  type RunDecision,
  runFromWire,
} from './measuring-run.ts'
import type { ValueType } from './prompt.ts'

export type SearchOutcome = api.ImprovementOutcome
export const { maxProposedLetters, minExpectedValues } = api

/** Scores of one part of the expected values, before and after. */
export type PartComparison = {
  readonly checked: number
  readonly before: RightShare
  readonly after: RightShare
}
/** Right answers, with the ends of the 95 % interval of their share. */
export type RightShare = { readonly right: number; readonly low: number; readonly high: number }

export type ChangedDocument = {
  readonly hash: string
  readonly documentId: string | null
  readonly documentName: string
  readonly expectedValue: string | null
  readonly currentValue: string | null
  readonly newValue: string | null
  readonly isRight: boolean
}

type Wording = { readonly prompt: string; readonly type: ValueType }

export type ImprovementResult = {
  readonly promptId: string
  readonly key: string
  readonly outcome: SearchOutcome
  readonly reason: string
  readonly currentWording: Wording
  readonly newWording: Wording | null
  readonly source: 'model' | 'labels' | null
  readonly first: PartComparison | null
  readonly second: PartComparison | null
  readonly decision: 'accepted' | 'edited' | 'dropped' | null
  /** Number of documents whose answer changes; the first of them are listed. */
  readonly changeCount: number
  readonly changes: readonly ChangedDocument[]
}

/** A search for better prompts. */
export type Improvement = MeasuringRun & { readonly results: readonly ImprovementResult[] }

export type Improvements = {
  /** Numbers of usable expected values by prompt id. */
  readonly expectedValueCounts: ReadonlyMap<string, number>
  readonly latest: Improvement | undefined
  /** Proposals of earlier searches that nobody has decided about. */
  readonly openProposals: readonly OpenProposal[]
}

type OpenProposal = {
  readonly improvementId: string
  readonly result: ImprovementResult
}

export const isUndecided = ({ outcome, decision }: ImprovementResult) =>
  outcome === 'proposed' && decision === null

export const improvementList = (projectId: string) => ({
  ...readAs(api.listImprovements, { params: { tool_id: projectId } }, listFromWire),
  ...polledWhileOpen,
})

function listFromWire(wire: EndpointReply<typeof api.listImprovements>): Improvements {
  const [latest, ...earlier] = wire.improvements.map(fromWire)
  const newestIds = new Set(latest?.results.filter(isUndecided).map(({ promptId }) => promptId))
  const openProposals: OpenProposal[] = []
  for (const { id: improvementId, results } of earlier) {
    for (const result of results.filter(isUndecided)) {
      // A field has its newest proposal alone.
      if (newestIds.has(result.promptId)) continue
      newestIds.add(result.promptId)
      openProposals.push({ improvementId, result })
    }
  }
  return {
    expectedValueCounts: new Map(wire.fields.map(({ prompt_id, truths }) => [prompt_id, truths])),
    latest,
    openProposals,
  }
}

const fromWire = (wire: api.ImprovementReply): Improvement => ({
  ...runFromWire(wire),
  results: wire.results.map(resultFromWire),
})

const resultFromWire = (wire: api.ImprovementResultReply): ImprovementResult => ({
  promptId: wire.prompt_id,
  key: wire.prompt_key,
  outcome: wire.outcome,
  reason: wire.reason,
  currentWording: { prompt: wire.before.prompt, type: wire.before.enforce_type },
  newWording: wire.after && { prompt: wire.after.prompt, type: wire.after.enforce_type },
  source: wire.source,
  first: scoreFromWire(wire.first),
  second: scoreFromWire(wire.second),
  decision: wire.decision,
  changeCount: wire.changed,
  changes: wire.changes.map((change) => ({
    hash: change.document_hash,
    documentId: change.document_id,
    documentName: change.document_name,
    expectedValue: change.truth,
    currentValue: change.before,
    newValue: change.after,
    isRight: change.is_right,
  })),
})

function scoreFromWire(score: api.ImprovementResultReply['first']): PartComparison | null {
  if (!score) return null
  return {
    checked: score.checked,
    before: { right: score.right_before, low: score.before_low, high: score.before_high },
    after: { right: score.right_after, low: score.after_low, high: score.after_high },
  }
}

type NewImprovement = {
  readonly projectId: string
  readonly promptIds: readonly string[]
  readonly llmId: string | null
  readonly budgetCalls: number
  readonly budgetDollars: number | null
}

export const useStartImprovement = () =>
  useChange(api.startImprovement, {
    invalidates: [api.listImprovements],
    toWire: ({ projectId, promptIds, llmId, budgetCalls, budgetDollars }: NewImprovement) => ({
      params: { tool_id: projectId },
      body: {
        prompt_ids: [...promptIds],
        llm: llmId,
        budget_calls: budgetCalls,
        budget_dollars: budgetDollars,
      },
    }),
  })

export const useCancelImprovement = () =>
  useChange(api.cancelImprovement, {
    invalidates: [api.listImprovements],
    toWire: ({ projectId, id }: MeasuringRunRef) => ({
      params: { tool_id: projectId, improvement_id: id },
    }),
  })

type Decision = RunDecision & {
  /** Absent if the proposal is accepted as it is. */
  readonly prompt?: string | undefined
}

/** Accepting a proposal changes the prompt. */
export const useDecideImprovement = () =>
  useChange(api.decideImprovement, {
    invalidates: [api.listImprovements, getProject],
    toWire: ({ projectId, id, promptId, decision, prompt }: Decision) => ({
      params: { tool_id: projectId, improvement_id: id },
      body: { prompt_id: promptId, decision, ...omitUndefined({ prompt }) },
    }),
  })
