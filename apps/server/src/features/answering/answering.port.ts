/** The door of this room: all that other rooms may use. */
export type { AnsweredQuestion, Metrics } from './answer-question.ts'
export { answerQuestions } from './answer-questions.ts'
export type {
  AnsweringNeeds,
  AnswerSettings,
  ConfiguredQuestion,
  NamedDocument,
} from './answer-settings.ts'
export { collectionOf } from './collection-of.ts'
export { everyAnswer } from './every-answer.ts'
export { explainAnsweringError, rethrowExplained } from './explain-answering-error.ts'
export { fieldTypeOf } from './field-type-of.ts'
export { variablesOf } from './fill-variables.ts'
export { type Highlight, highlightLines } from './highlight-lines.ts'
export { listOrChunks, listSettingsOf } from './list-settings-of.ts'
export type { EnsureIndexed } from './open-documents.ts'
export { openPassages, type Passages } from './open-passages.ts'
export { presentListReport } from './present-list-report.ts'
export { findText, readText } from './read-text.ts'
export { refuseChallenge } from './refuse-challenge.ts'
export { type ShownConfidence, showConfidence, showConfidences } from './show-confidence.ts'
