import type { EmbeddedData } from '@recto/document-text/embedded'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import type { AnswerSettings } from './answer-settings.ts'
import type { Passages } from './open-passages.ts'
import type { OpenedText } from './text/open-text.ts'
import type { HiddenLines } from './text/operations.ts'

/** A document as it was read, with the opened adapters that answer questions on it. */
export type OpenedDocument = {
  readonly name: string
  readonly text: OpenedText
  /** Of the document's bytes, and of its text. */
  readonly hash: string
  readonly textHash: string
  /** Names the extractor and its settings. */
  readonly extractorKey: string
  /** The chunks that are searched; `undefined` when the whole text is the context. */
  readonly passages: Passages | undefined
  readonly llm: OpenedLlm
  readonly settings: AnswerSettings
  /** What is answered from in the place of the text, such as a summary; evidence is of the text all the same. */
  readonly source?: string | undefined
  /** What the document says in forms made for machines; absent where nobody wants to know. */
  readonly embedded?: EmbeddedData | undefined
  /** What nobody sees of it; absent where nobody has looked. */
  readonly hidden?: HiddenLines | undefined
  /** Judges the answers. */
  readonly challenger?: Challenger | undefined
}

/** The second model; or why there is none, which the log says. */
export type Challenger = { readonly opened: OpenedLlm } | { readonly error: unknown }

/** What questions are answered from when it is not searched. */
export const sourceOf = async ({ source, text }: OpenedDocument): Promise<string> =>
  source ?? text.wholeText()
