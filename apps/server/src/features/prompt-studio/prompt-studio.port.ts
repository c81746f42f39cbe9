/** The door of this room: all that other rooms may use. */

export { uploadDocuments } from './documents/upload-documents.ts'
export { answerSettingsOf } from './profiles/answer-settings-of.ts'
export { createProject } from './projects/create-project.ts'
export { listProjects } from './projects/list-projects.ts'
export { createPrompt } from './prompts/create-prompt.ts'
export { purgeRemoved } from './removed/purge-removed.ts'
export { findContext } from './rows/contexts.store.ts'
export { getProject } from './rows/get-project.ts'
export type { LlmProfileRow } from './rows/profiles.store.ts'
export { countProjects } from './rows/projects.store.ts'
export { type ProjectParts, projectPeople, readProject } from './rows/read-project.ts'
export { runPrompt } from './runs/run-prompt.ts'
