import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import type { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import type { EvidenceTreeReply } from '@recto/contract/prompt-studio/evidence'
import type { HiddenLine } from '@recto/contract/prompt-studio/hidden-text'
import type { RequiredMode } from '@recto/contract/wire/required-fields'
import type { NestedConfidence } from '../prompt-studio/prompt-studio.port.ts'

export type Output = Readonly<Record<string, unknown>>

/** A document under review. */
export type ReviewedItem = {
  readonly id: string
  readonly fileName: string
  readonly isPdf: boolean
  readonly output: Output
  readonly evidence: Readonly<Record<string, EvidenceTreeReply>>
  readonly confidences: Readonly<Record<string, NestedConfidence>>
  /** Explanation of how each field was found, or why not; it only applies to that value. */
  readonly explanations: Readonly<Record<string, FieldExplanation>>
  readonly required: Readonly<Record<string, RequiredMode>>
  readonly note: string | null
  /** Text that the file contains and its pages do not show. */
  readonly hidden: readonly HiddenLine[]
  /** Outcomes of the checks of the extracted values. */
  readonly checks: readonly CheckOutcome[]
  /** Rows of lookup tables that values mean, by field. */
  readonly lookups: Readonly<Record<string, ReviewedLookup>>
  /** Fields that no prompt asks for: columns of rows that values mean. */
  readonly addedFields: readonly string[]
  /** Fields whose prompts ask for nested values, which may be empty still. */
  readonly nestedFields: readonly string[]
  /** Fields that hold rows, or whose prompts ask for rows. */
  readonly tables: Readonly<Record<string, ReviewedTable>>
}

type ReviewedLookup = {
  readonly match: PresentedLookup
  /** The row that the person chose, or several of a list; absent as soon as they are saved. */
  readonly chosenRows?: readonly ChosenRow[]
}

export type ChosenRow = {
  /** Null: the value is not in the table. */
  readonly rowKey: string | null
  /** The place of the row in the list; absent if the value is no list. */
  readonly listRow?: number
  /** Whether the same value means this row from now on. */
  readonly isRemembered: boolean
  /** Whether an earlier choice is withdrawn, so that the value is matched again. */
  readonly isWithdrawn?: boolean
}

/** Edits as they are stored. */
export type StoredEdits = {
  readonly output: Output
  /** All matches; absent if there are none. */
  readonly lookups?: ReviewedItem['lookups']
}

export type FieldExplanation = { readonly value: unknown; readonly text: string }

export type ValueStep = string | number

/** A field that contains rows. Its columns stay when the last row is removed. */
export type ReviewedTable = {
  /** Path from the field's value to its rows: empty, or `rows` next to the headers. */
  readonly inner: readonly string[]
  readonly columns: readonly string[]
  /** A stable id for each row, wherever it is moved. */
  readonly ids: readonly number[]
}
