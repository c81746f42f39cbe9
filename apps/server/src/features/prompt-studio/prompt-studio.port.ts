/** The door of this room: all that other rooms may use. */

export { calibratedBy, calibrationOf } from './calibration/calibration-of.ts'
export { deleteDocument } from './documents/delete-document.ts'
export { pagesOf } from './documents/list-pages.ts'
export { documentViews } from './documents/map-document.ts'
export { readDocument } from './documents/read-document.ts'
export { uploadDocuments } from './documents/upload-documents.ts'
export { answerSettingsOf, hiddenTextOf, profileSettings } from './profiles/answer-settings-of.ts'
export { findOwnProfile } from './profiles/find-own-profile.ts'
export { createProject } from './projects/create-project.ts'
export { deleteProject } from './projects/delete-project.ts'
export { listProjects } from './projects/list-projects.ts'
export { updateProject } from './projects/update-project.ts'
export { createPrompt } from './prompts/create-prompt.ts'
export { deletePrompt } from './prompts/delete-prompt.ts'
export { reorderPrompts } from './prompts/reorder-prompts.ts'
export { updatePrompt } from './prompts/update-prompt.ts'
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
export type { DocumentRow } from './rows/documents.store.ts'
export { getDocument, listDocuments } from './rows/get-document.ts'
export { getProject } from './rows/get-project.ts'
export { getPrompt } from './rows/get-prompt.ts'
export type { OutputRow } from './rows/outputs.store.ts'
export type { LlmProfileRow } from './rows/profiles.store.ts'
export { countProjects } from './rows/projects.store.ts'
export type { PromptRow } from './rows/prompts.store.ts'
export { type ProjectParts, projectPeople, readProject } from './rows/read-project.ts'
export { textOfValue } from './rows/text-of-value.ts'
export { listVerifiableTruths, type VerifiableTruth } from './rows/verifiable-truths.store.ts'
export { type IndexProgress, indexStates } from './runs/index-states.ts'
export { listOutputs } from './runs/list-outputs.ts'
export { indexAndAwait, runAndAwait } from './runs/run-and-await.ts'
export { runPrompt } from './runs/run-prompt.ts'
export { presentPublicOutputs } from './sharing/map-public.ts'
export { shareProject } from './sharing/share-project.ts'
export { adoptProject } from './transfer/adopt-project.ts'
export { saveReviewedTruths } from './truths/save-reviewed-truths.ts'
