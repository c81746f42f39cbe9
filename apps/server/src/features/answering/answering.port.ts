/** Public entry of this feature: all that other features may import. */
export { answerDocumentInOnePass } from './answer-in-one-pass.ts'
export type { AnsweredQuestion, PresentedAnswer } from './answer-question.ts'
export { type AnsweringInput, answerQuestions } from './answer-questions.ts'
export type {
  AnsweringDependencies,
  AnswerSettings,
  ConfiguredQuestion,
  HashedDocument,
} from './answer-settings.ts'
export { endsRun, explainAnsweringError, rethrowExplained } from './answering-errors.ts'
export { assertCanChallenge } from './challenge-answers.ts'
export { answerChat } from './chat/answer-chat.ts'
export type { ChatDocument, ChatRequest, FindCitations } from './chat/chat-request.ts'
export { classifyDocument } from './classify-document.ts'
export { escalateContradicted } from './escalation/escalate-contradicted.ts'
export { toFieldType, toListSettings, withoutChunksForLists } from './field-settings.ts'
export { fitCalibration } from './fit-calibration.ts'
export { groupDocumentsByLayout } from './layouts/group-by-layout.ts'
export {
  findLayoutFailure,
  type LayoutFailure,
  saveLayoutFailure,
} from './layouts/layout-failures.store.ts'
export {
  countExamples,
  countLayoutAnswers,
  deleteExample,
  findLayoutSettings,
  type LayoutSettings,
  listExamples,
  listLayoutRows,
  saveLayoutSettings,
  suspendLayoutRules,
} from './layouts/layouts.store.ts'
export { recompileLayouts } from './layouts/recompile-layouts.ts'
export { saveLayoutExample } from './layouts/save-layout-example.ts'
export type { EnsureIndexed } from './open-documents.ts'
export { type HighlightTree, highlightLines } from './presentation/highlight-lines.ts'
export { presentChecks } from './presentation/present-checks.ts'
export {
  adjustForAgreement,
  type PresentedConfidence,
  presentConfidence,
  presentSinglePassConfidences,
} from './presentation/present-confidence.ts'
export { presentEscalation } from './presentation/present-escalation.ts'
export { presentListReport } from './presentation/present-list-report.ts'
export { previewQuestion, type QuestionPreview } from './preview-question.ts'
export {
  collectAnswers,
  describeFailed,
  type FailedQuestion,
  type QuestionOutcome,
} from './question-outcomes.ts'
export { getExtractedText } from './reading/extracted-text.ts'
export { describeHiddenText } from './reading/hidden-text.ts'
export {
  findStoredText,
  getExtractorKey,
  type LoadedText,
  loadDocumentText,
} from './reading/load-document-text.ts'
export { type DocumentProposals, proposeFieldsOfDocument } from './reading/propose-fields.ts'
export { type LineOfValue, readLineOfValue } from './reading/read-line-of-value.ts'
export {
  findTextInDocument,
  readRowsOnPage,
  readWordsOnPage,
} from './reading/read-words-on-page.ts'
export { deleteAllIndexes } from './retrieval/delete-all-indexes.ts'
export {
  deleteDocumentIndex,
  openDocumentIndex,
  type SearchableDocument,
  toCollectionName,
} from './retrieval/open-document-index.ts'
export { runChecks } from './run-checks.ts'
export { assumedImageTokens, describeBlindModel } from './show-pages.ts'
export {
  findSummarizer,
  summarizeDocument,
} from './summarize-document.ts'
export type { FittedConfidence } from './text/fit-judged.ts'
export type { HiddenLines } from './text/operations.ts'
export type { ProposedValue } from './text/propose-values.ts'
export type { Metrics } from './timer.ts'
export { transcribeDocument } from './transcribe-document.ts'
export { listReferencedKeys, parseVariables } from './variables/parse-variables.ts'
export {
  assertNoCircularReference,
  sortByReferences,
} from './variables/sort-by-references.ts'
