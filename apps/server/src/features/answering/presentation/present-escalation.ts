import type { EscalationReply } from '@recto/contract/prompt-studio/escalation'
import type { Escalation } from '../escalation.ts'

export const presentEscalation = (escalation: Escalation): EscalationReply => ({
  problems: [...escalation.problems],
  small_model: escalation.smallModel,
  large_model: escalation.largeModel,
  small_value: escalation.smallValue,
  replaced: escalation.isReplaced,
  calls: escalation.calls,
  cost_in_dollars: escalation.costInDollars,
  error: escalation.error ?? null,
})
