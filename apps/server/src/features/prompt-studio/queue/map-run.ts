import type { StudioRun } from '@recto/contract/prompt-studio/studio-runs'
import { presentTime } from '../../../platform/wire-format.ts'
import { getPromptFailures } from './run-outcome.ts'
import type { RunRow } from './runs.store.ts'

export function presentStudioRun(run: RunRow): StudioRun {
  return {
    id: run.id,
    kind: run.kind,
    prompt_id: run.prompt_id,
    document_id: run.document_id,
    profile_id: run.profile_id,
    state: run.state,
    waits_for: findAwaited(run),
    error: run.error,
    created_at: presentTime(run.created_at),
    started_at: run.started_at && presentTime(run.started_at),
    ended_at: run.ended_at && presentTime(run.ended_at),
    failed_prompts: getPromptFailures(run).map(({ promptId: prompt_id, reason: error }) => ({
      prompt_id,
      error,
    })),
  }
}

/** Returns what the run waits for: its turn, the text of its document, or the model that it has asked. */
export function findAwaited({
  state,
  asked_at,
}: RunRow): NonNullable<StudioRun['waits_for']> | null {
  if (state === 'waiting') return 'turn'
  if (state !== 'running') return null
  return asked_at ? 'model' : 'document'
}
