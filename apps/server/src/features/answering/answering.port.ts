/** The door of this room: all that other rooms may use. */
export { answerInOnePass } from './answer-in-one-pass.ts'
export type { AnsweredQuestion, PresentedAnswer } from './answer-question.ts'
export { answerQuestions, type QuestionOutcome } from './answer-questions.ts'
export type {
  AnsweringNeeds,
  AnswerSettings,
  ConfiguredQuestion,
  NamedDocument,
} from './answer-settings.ts'
export { assertChallenges } from './challenge-answers.ts'
export { answerChat } from './chat/answer-chat.ts'
export type { ChatDocument } from './chat/chat-question.ts'
export { judgeDocument } from './checks/judge-document.ts'
export { presentChecks } from './checks/present-checks.ts'
export { classifyDocument } from './classify-document.ts'
export { collectionOf } from './collection-of.ts'
export { endsRun } from './ends-run.ts'
export { explainAnsweringError, rethrowExplained } from './explain-answering-error.ts'
export { extractedText } from './extracted-text.ts'
export { fieldTypeOf } from './field-type-of.ts'
export { fitValues } from './fit-values.ts'
export { forgetPassages } from './forget-passages.ts'
export { describeHidden } from './hidden-text.ts'
export { type Highlight, highlightLines } from './highlight-lines.ts'
export {
  describeFailed,
  type FailedQuestion,
  keptAnswers,
} from './kept-answers.ts'
export { keepExample } from './layouts/keep-example.ts'
export {
  countExamples,
  countLayoutAnswers,
  findLayoutSettings,
  forgetExample,
  type LayoutSettings,
  listExamples,
  listLayoutRows,
  saveLayoutSettings,
  suspendRules,
} from './layouts/layouts.store.ts'
export { remakeLayouts } from './layouts/remake-layouts.ts'
export { listOrChunks, listSettingsOf } from './list-settings-of.ts'
export type { Metrics } from './open-clock.ts'
export type { EnsureIndexed } from './open-documents.ts'
export { openPassages, type Passages } from './open-passages.ts'
export { presentListReport } from './present-list-report.ts'
export { previewQuestion, type QuestionPreview } from './preview-question.ts'
export { proposeFields } from './propose-fields.ts'
export { findText, keyOfReading, readText } from './read-text.ts'
export {
  agreedConfidence,
  type ShownConfidence,
  showConfidence,
  showConfidences,
} from './show-confidence.ts'
export { firstThatSummarises, summariseText } from './summarise-text.ts'
export type { FittedConfidence } from './text/fit-judged.ts'
export type { HiddenLines } from './text/operations.ts'
export { transcribeDocument } from './transcribe-document.ts'
export { assertNoCircle, inOrderOfReferences } from './variables/order-of-references.ts'
export { variablesOf } from './variables/variables-in.ts'
export { wordsOnPage } from './words-on-page.ts'
