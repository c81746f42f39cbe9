import type { OpenedLlm } from '../adapters/adapters.port.ts'
import type { AnswerSettings } from './answer-settings.ts'
import type { Passages } from './open-passages.ts'
import type { OpenedText } from './text/open-text.ts'

/** A document as it was read, with the opened adapters that answer questions on it. */
export type OpenedDocument = {
  readonly text: OpenedText
  /** Names the extractor and its settings. */
  readonly extractorKey: string
  /** The chunks that are searched; `undefined` when the whole text is the context. */
  readonly passages: Passages | undefined
  readonly llm: OpenedLlm
  readonly settings: AnswerSettings
}
