/** Public entry of the prompt studio: everything that other features may use. */

export { calibrateConfidence, loadCalibration } from './calibration/calibration.ts'
export { deleteDocument } from './documents/delete-document.ts'
export { loadPages } from './documents/list-pages.ts'
export { documentViews } from './documents/map-document.ts'
export { readProjectDocument } from './documents/read-document.ts'
export { type UploadDocumentsRequest, uploadDocuments } from './documents/upload-documents.ts'
export { saveReadValues } from './expected-values/save-read-values.ts'
export {
  saveReviewedValues,
  toStoredText,
} from './expected-values/save-reviewed-values.ts'
export {
  buildAnswerSettings,
  getProfileSettings,
  toHiddenTextSetting,
  toOrder,
} from './profiles/answer-settings.ts'
export { findProfileOfOwner } from './profiles/find-profile-of-owner.ts'
export { createProject } from './projects/create-project.ts'
export { deleteProject } from './projects/delete-project.ts'
export { listProjects } from './projects/list-projects.ts'
export { updateProject } from './projects/update-project.ts'
export { type CreatePromptRequest, createPrompt } from './prompts/create-prompt.ts'
export { deletePrompt } from './prompts/delete-prompt.ts'
export { reorderPrompts } from './prompts/reorder-prompts.ts'
export { type UpdatePromptRequest, updatePrompt } from './prompts/update-prompt.ts'
export { purgeRemoved } from './removed/purge-removed.ts'
export { type ComparedField, compareRuns } from './replay/compare-runs.ts'
export { replayStudioRun } from './replay/replay-studio-run.ts'
export {
  assertTextUnchanged,
  createFailedField,
  createReplayContext,
  type ReplayedField,
  type ReplayedRun,
  sumCallCosts,
} from './replay/replayed-run.ts'
export { getDocument, getProject, getPrompt, listDocuments } from './rows/access.ts'
export type { DocumentRow } from './rows/documents.store.ts'
export {
  listTestableExpectedValues,
  type TestableExpectedValue,
} from './rows/expected-values.store.ts'
export {
  listCollaboratorIds,
  loadProject,
  type ProjectParts,
} from './rows/load-project.ts'
export type { OutputRow } from './rows/outputs.store.ts'
export type { LlmProfileRow } from './rows/profiles.store.ts'
export { countProjects } from './rows/projects.store.ts'
export type { PromptRow } from './rows/prompts.store.ts'
export { type IndexProgress, loadIndexProgress } from './runs/index-progress.ts'
export { listLatestOutputs, listOutputs } from './runs/list-outputs.ts'
export {
  indexDocumentAndWait,
  runPromptAndWait,
} from './runs/run-and-wait.ts'
export { runPrompt } from './runs/run-prompt.ts'
export { presentPublicOutputs } from './sharing/map-public.ts'
export { shareProject } from './sharing/share-project.ts'
export { adoptProject } from './transfer/adopt-project.ts'
