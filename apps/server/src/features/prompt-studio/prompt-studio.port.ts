/** The door of this room: all that other rooms may use. */

export { uploadDocuments } from './documents/upload-documents.ts'
export { answerSettingsOf, profileSettings } from './profiles/answer-settings-of.ts'
export { findOwnProfile } from './profiles/find-own-profile.ts'
export { createProject } from './projects/create-project.ts'
export { listProjects } from './projects/list-projects.ts'
export { createPrompt } from './prompts/create-prompt.ts'
export { purgeRemoved } from './removed/purge-removed.ts'
export { type ComparedField, compareRuns } from './replay/compare-runs.ts'
export { replayStudioRun } from './replay/replay-studio-run.ts'
export {
  costOfCalls,
  failedField,
  type ReplayedField,
  type ReplayedRun,
  replaying,
  sameText,
} from './replay/replayed.ts'
export { getProject } from './rows/get-project.ts'
export type { LlmProfileRow } from './rows/profiles.store.ts'
export { countProjects } from './rows/projects.store.ts'
export { type ProjectParts, projectPeople, readProject } from './rows/read-project.ts'
export { runPrompt } from './runs/run-prompt.ts'
export { saveReviewedTruths } from './truths/save-reviewed-truths.ts'
