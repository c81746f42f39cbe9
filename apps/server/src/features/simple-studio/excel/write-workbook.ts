import { type CellComment, cellComments } from './cell-comments.ts'

export type WorkbookCell = {
  readonly text: string | null
  readonly comment?: string | undefined
}

export type Workbook = {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly WorkbookCell[])[]
}

/** Maximum number of characters in a cell. */
const maxCharacters = 32_767

/**
 * Writes a workbook with one sheet. Texts are in text cells, and an apostrophe precedes texts that
 * a program could take for a formula.
 */
export async function writeWorkbook({ headings, rows }: Workbook): Promise<Uint8Array> {
  // Loaded only when a workbook is requested.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const bold = headings.map((text) => ({ ...cellOf(text), fontWeight: 'bold' as const }))
  const data = [bold, ...rows.map((row) => row.map(({ text }) => cellOf(text)))]
  const comments: CellComment[] = rows.flatMap((row, place) =>
    row
      .map(({ comment }, column) =>
        comment === undefined ? undefined : { row: place + 1, column, text: storable(comment) },
      )
      .filter((value) => value !== undefined),
  )
  const columns = headings.map(() => ({ width: 28 }))
  const options = { features: [cellComments(comments)] }
  return await writeXlsxFile(
    data,
    { sheet: 'Documents', stickyRowsCount: 1, columns },
    options,
  ).toBuffer()
}

const cellOf = (text: string | null) => ({
  type: String,
  value: harmless(storable(text ?? '')).slice(0, maxCharacters),
})

/**
 * Prevents formulas: a text cell loses its type when it is copied or saved as CSV. Amounts such as
 * -3.50 are harmless.
 */
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,\s]+$/.test(text) ? `'${text}` : text

/** Removes characters that are not allowed in XML. */
const storable = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
