import type { CustomData } from '@recto/contract/wire'
import type { ComparedDocument } from '@recto/extraction/compare-documents'
import type { FieldsByRole } from '@recto/extraction/document-identity'
import type { Json } from '@recto/provider-spec/answer'
import type { NamedDocument } from '../answering/answering.port.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import type { UsageSum } from '../usage/usage.port.ts'
import type { ToolResult } from './present-result.ts'
import type { Tool } from './tool.ts'

/** A file of an execution. */
export type FileRef = { readonly execution_id: string; readonly file_id: string }

/** Says what earlier documents say of the values of this one, and keeps by what it is recognised. */
export type CompareDocument = (document: {
  readonly fields: FieldsByRole
  readonly values: Readonly<Record<string, Json>>
}) => Promise<readonly ComparedDocument<FileRef>[]>

/** Every model call and the reading of the document goes through its `step`. */
export type ToolRun = CallContext & {
  readonly tool: Tool
  /** What the workflow has set, under the names of the tool's spec. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Stored in the documents room. */
  readonly document: NamedDocument
  /** Of the caller's own, for prompts that refer to it. */
  readonly customData?: CustomData | null | undefined
  /** Absent where documents are not compared with others. */
  readonly compare?: CompareDocument | undefined
}

/** What a tool made of a document, and what its calls have used. */
export type RunOfTool = {
  readonly result: ToolResult
  /** Which fields failed, and why; null when none did. */
  readonly error: string | null
  /** Of the document; null where none was read. */
  readonly pages: number | null
  readonly used: readonly UsageSum[]
}
