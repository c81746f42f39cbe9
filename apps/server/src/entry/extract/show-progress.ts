import { stripControlCharacters } from './format-table.ts'

type ProgressOutput = {
  readonly isTerminal: boolean
  readonly write: (text: string) => void
  /** The current time in milliseconds. */
  readonly now: () => number
}

/** Interval between progress lines in logs. */
const logIntervalMilliseconds = 10_000

/** Prints the progress of reading: at a terminal in one line that is overwritten. */
export function showProgress({ isTerminal, write, now }: ProgressOutput) {
  let lastPrintedAt = now()
  const formatLine = (file: string, page: number, pages: number) =>
    `${stripControlCharacters(file)}: page ${page} of ${pages}`
  return {
    show(file: string, page: number, pages: number): void {
      const isDue = now() - lastPrintedAt >= logIntervalMilliseconds
      if (!isTerminal && !isDue) return
      lastPrintedAt = now()
      write(
        isTerminal
          ? `\r\x1b[K${formatLine(file, page, pages)}`
          : `${formatLine(file, page, pages)}\n`,
      )
    },
    clear(): void {
      if (isTerminal) write('\r\x1b[K')
    },
  }
}
