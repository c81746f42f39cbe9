/**
 * A document that has no pages of its own, as it is read: blocks from top to bottom, to be set on pages.
 * Readers hand blocks over one by one, so that none of them keeps a whole document.
 */
export type FlowBlock = TextBlock | TableBlock | PageBlock | WarningBlock

/** Begins a page; one with a title or that is unbroken is there even when it stays empty. */
export type PageBlock = {
  readonly kind: 'page'
  /** The document's name of the page, such as the name of a sheet. It is also printed as a line. */
  readonly title?: string
  /** All until the next page block stays on one page, however long it gets. */
  readonly isUnbroken?: true
}

/** A sentence for people about what is not in the text; it is printed nowhere. */
export type WarningBlock = { readonly kind: 'warning'; readonly text: string }

export type TextBlock = {
  readonly kind: 'text'
  /** Line feeds begin a new line. */
  readonly text: string
  /** Cells from the left margin. */
  readonly indent?: number
  /** Cells from the indent, for all lines but the first. */
  readonly hangingIndent?: number
  /** Keeps runs of spaces; lines are only broken at the widest page. */
  readonly isPreformatted?: true
  /** No blank line before it. */
  readonly isTight?: true
  /** The role that the file states. */
  readonly role?: TextRole
}

/** Titles count from 1, items of lists from 0. */
export type TextRole = { readonly kind: 'title' | 'list-item'; readonly level: number }

export type TableBlock = {
  readonly kind: 'table'
  readonly rows: readonly TableRow[]
  readonly indent?: number
  readonly isTight?: true
}

/** An empty row is a blank line. */
export type TableRow = readonly (string | TableCell)[]

export type TableCell = {
  /** Line feeds begin a new line. */
  readonly text: string
  /** Columns that the cell spans; default 1. */
  readonly span?: number
  /** Rows that the cell reaches down; default 1. Below it are empty cells. */
  readonly rows?: number
}

/** Result of a format reader. */
export type Flow = Iterable<FlowBlock> | AsyncIterable<FlowBlock>
