/** One cell of a table file. */
export type RecordCell = {
  /** The text that the file shows, without spaces around it. */
  readonly text: string
  /** Whether the cell is calculated instead of holding a value. */
  readonly isFormula: boolean
}

/** One row of a table file. */
export type TableRecord = {
  /** Its number in the file, from 1; the rows of a spreadsheet are counted as the spreadsheet does. */
  readonly row: number
  readonly cells: readonly RecordCell[]
}

/** Opens the bytes of a file from their start; a workbook is read twice. */
export type OpenBytes = () => AsyncIterable<Uint8Array>

/** Maximum number of columns that are read of a row. */
export const maxRecordColumns = 200

/** Maximum number of characters of a cell. */
export const maxCellCharacters = 10_000

/** Returns the name of a column in a spreadsheet, such as AB for 27. */
export function toColumnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${toColumnLetters(Math.floor(column / 26) - 1)}${letter}`
}
