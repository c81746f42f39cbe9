import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import * as api from '@recto/contract/tools/profile-comparisons'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { readAs, useChange } from '../../shared/api/requests.ts'
import {
  type MeasuringRun,
  type MeasuringRunRef,
  polledWhileOpen,
  type RunDecision,
  runFromWire,
} from './measuring-run.ts'

export type ComparisonOutcome = api.ProfileOutcome
export const { maxComparedProfiles } = api

/** Right answers of a profile, with the ends of the 95 % interval and averages for a document. */
export type ComparedScore = {
  readonly profileId: string
  readonly checked: number
  readonly right: number
  readonly low: number
  readonly high: number
  /** Null if a price is not known. */
  readonly dollars: number | null
  readonly seconds: number | null
}

export type FieldComparison = {
  readonly promptId: string
  readonly key: string
  readonly outcome: ComparisonOutcome
  readonly reason: string
  readonly currentId: string
  readonly chosenId: string | null
  readonly first: readonly ComparedScore[]
  readonly heldOut: readonly ComparedScore[]
  readonly decision: 'accepted' | 'dropped' | null
}

export type ProfileComparison = MeasuringRun & {
  readonly profiles: readonly { readonly id: string; readonly name: string }[]
  readonly tolerance: number
  readonly fields: readonly FieldComparison[]
  /** Sentences about the savings of the recommended profiles. */
  readonly savings: readonly string[]
  /** Share of the cost of all compared fields. */
  readonly savedShare: number | null
}

export const comparisonList = (projectId: string) => ({
  ...readAs(api.listComparisons, { params: { tool_id: projectId } }, listFromWire),
  ...polledWhileOpen,
})

const listFromWire = ({ comparisons }: EndpointReply<typeof api.listComparisons>) => ({
  latest: comparisons.map(fromWire)[0],
})

const fromWire = (wire: api.ComparisonReply): ProfileComparison => ({
  ...runFromWire(wire),
  profiles: wire.profiles,
  tolerance: wire.tolerance,
  fields: wire.results.map(fieldFromWire),
  savings: wire.savings.map(({ text }) => text),
  savedShare: wire.saved,
})

const fieldFromWire = (wire: api.FieldComparisonReply): FieldComparison => ({
  promptId: wire.prompt_id,
  key: wire.prompt_key,
  outcome: wire.outcome,
  reason: wire.reason,
  currentId: wire.current_profile,
  chosenId: wire.chosen_profile,
  first: wire.first.map(scoreFromWire),
  heldOut: wire.held_out.map(scoreFromWire),
  decision: wire.decision,
})

const scoreFromWire = (wire: api.FieldComparisonReply['first'][number]): ComparedScore => ({
  profileId: wire.profile_id,
  checked: wire.checked,
  right: wire.right,
  low: wire.low,
  high: wire.high,
  dollars: wire.cost_in_dollars,
  seconds: wire.seconds,
})

type NewComparison = {
  readonly projectId: string
  readonly promptIds: readonly string[]
  readonly profileIds: readonly string[]
  readonly tolerance: number
  readonly budgetCalls: number
  readonly budgetDollars: number | null
}

export const useStartComparison = () =>
  useChange(api.startComparison, {
    invalidates: [api.listComparisons],
    toWire: (comparison: NewComparison) => ({
      params: { tool_id: comparison.projectId },
      body: {
        prompt_ids: [...comparison.promptIds],
        profile_ids: [...comparison.profileIds],
        tolerance: comparison.tolerance,
        budget_calls: comparison.budgetCalls,
        budget_dollars: comparison.budgetDollars,
      },
    }),
  })

export const useCancelComparison = () =>
  useChange(api.cancelComparison, {
    invalidates: [api.listComparisons],
    toWire: ({ projectId, id }: MeasuringRunRef) => ({
      params: { tool_id: projectId, comparison_id: id },
    }),
  })

/** Accepting a recommendation sets the profile of the prompt. */
export const useDecideComparison = () =>
  useChange(api.decideComparison, {
    invalidates: [api.listComparisons, getProject],
    toWire: ({ projectId, id, promptId, decision }: RunDecision) => ({
      params: { tool_id: projectId, comparison_id: id },
      body: { prompt_id: promptId, decision },
    }),
  })
