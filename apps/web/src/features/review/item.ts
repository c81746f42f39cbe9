import type { CheckOutcome } from '@recto/contract/checks'
import type { EvidenceTreeReply } from '@recto/contract/evidence'
import type { HiddenLine } from '@recto/contract/hidden-text'
import type { RequiredMode } from '@recto/contract/required-fields'
import type { SurenessTree } from '../prompt-studio/prompt-studio.port.ts'

export type Output = Readonly<Record<string, unknown>>

/** A file in somebody's hands. */
export type ReviewedItem = {
  readonly id: string
  readonly fileName: string
  readonly isPdf: boolean
  readonly output: Output
  readonly evidence: Readonly<Record<string, EvidenceTreeReply>>
  readonly sureness: Readonly<Record<string, SurenessTree>>
  /** By field how its value was found, or why it was not: true of that value alone. */
  readonly explained: Readonly<Record<string, KnownReason>>
  readonly required: Readonly<Record<string, RequiredMode>>
  readonly note: string | null
  /** What the file has and its pages do not show. */
  readonly hidden: readonly HiddenLine[]
  /** What checks said of the values that were read. */
  readonly checks: readonly CheckOutcome[]
  /** Fields that hold rows. */
  readonly tables: Readonly<Record<string, ReviewedTable>>
}

export type KnownReason = { readonly value: unknown; readonly why: string }

export type ValueStep = string | number

/** A field that holds rows. Its columns stay, also when the last row goes. */
export type ReviewedTable = {
  /** From the field's value to its rows: nowhere, or `rows` beside the headers. */
  readonly inner: readonly string[]
  readonly columns: readonly string[]
  /** A name for each row that stays its own wherever the row is moved. */
  readonly ids: readonly number[]
}
