import { invalid } from '../../../platform/app-error.ts'
import type { EditableProject, ProjectRow } from '../rows/projects.store.ts'

type ChallengeSettings = Pick<ProjectRow, 'enable_challenge' | 'challenge_llm_id'>
const challengeOff: ChallengeSettings = { enable_challenge: false, challenge_llm_id: null }

/** Throws if a second model must challenge answers, but none is chosen. */
export function assertChallengerChosen(
  changes: EditableProject,
  current: ChallengeSettings = challengeOff,
): void {
  const isOn = changes.enableChallenge ?? current.enable_challenge
  const { challengeLlmId: llmId = current.challenge_llm_id } = changes
  // Clients send whole rows back, including rows that were saved in this state before.
  const wasIncomplete = current.enable_challenge && current.challenge_llm_id === null
  if (!isOn || llmId || wasIncomplete) return
  const detail = 'Select the language model that challenges the answers.'
  throw invalid('challengeLlmId', detail, 'required')
}
