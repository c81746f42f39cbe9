import type { CustomData } from '@recto/contract/wire/wire'
import type { ComparedDocument } from '@recto/extraction/compare-documents'
import type { FieldsByRole } from '@recto/extraction/document-identity'
import type { Json } from '@recto/provider-spec/answer'
import type { FailedQuestion, HashedDocument } from '../answering/answering.port.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import type { UsageSum } from '../usage/usage.port.ts'
import type { ToolResult } from './present-tool-result.ts'
import type { Tool } from './tool.ts'

/** A file of an execution. */
export type FileRef = { readonly execution_id: string; readonly file_id: string }

/** Compares the values of a document with those of earlier ones, and stores what identifies it. */
export type CompareDocument = (document: {
  readonly fields: FieldsByRole
  readonly values: Readonly<Record<string, Json>>
}) => Promise<readonly ComparedDocument<FileRef>[]>

/** The input of a run; every model call and the reading of the document is a `step`. */
export type ToolRun = CallContext & {
  readonly tool: Tool
  /** Settings of the workflow, named as in the tool's spec. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly document: HashedDocument
  /** Data of the caller, for prompts that refer to it. */
  readonly customData?: CustomData | null | undefined
  /** Absent where documents are not compared with others. */
  readonly compareWithEarlierFiles?: CompareDocument | undefined
}

/** The result of a tool for a document, with the usage of its calls. */
export type ToolRunResult = {
  readonly result: ToolResult
  /** Describes which fields failed, and why; null when none did. */
  readonly error: string | null
  /** Number of pages of the document; null where none was read. */
  readonly pages: number | null
  readonly usage: readonly UsageSum[]
  /** The values of masked prompts, in the spellings of the document; `undefined` while one of them is unknown. */
  readonly maskedValues?: readonly string[] | undefined
  /** Questions that could not be answered, unless none could: that is thrown. */
  readonly failedQuestions?: readonly FailedQuestion[]
}
