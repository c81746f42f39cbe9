import { invalid } from '../../../platform/app-error.ts'
import type { EditableProject, ProjectRow } from '../rows/projects.store.ts'

type Before = Pick<ProjectRow, 'enable_challenge' | 'challenge_llm_id'>
const nothing: Before = { enable_challenge: false, challenge_llm_id: null }

/** Throws when a second model is to judge answers and none is chosen. */
export function assertChallenger(changes: EditableProject, before: Before = nothing): void {
  const isOn = changes.enableChallenge ?? before.enable_challenge
  const { challengeLlmId: llmId = before.challenge_llm_id } = changes
  // Clients send rows back whole, also those that were saved so before.
  const wasSo = before.enable_challenge && before.challenge_llm_id === null
  if (!isOn || llmId || wasSo) return
  const detail = 'Choose the language model that challenges the extraction.'
  throw invalid('challengeLlmId', detail, 'required')
}
