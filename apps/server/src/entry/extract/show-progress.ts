import { plain } from './format-table.ts'

type Where = {
  readonly isTerminal: boolean
  readonly write: (text: string) => void
  /** Milliseconds. */
  readonly now: () => number
}

/** Where nobody watches, as in a log, a document that takes long is mentioned this seldom. */
const restMilliseconds = 10_000

/** Says how far the reading of a document is: at a terminal in one line that is overwritten. */
export function showProgress({ isTerminal, write, now }: Where) {
  let last = now()
  const line = (file: string, page: number, pages: number) =>
    `${plain(file)}: page ${page} of ${pages}`
  return {
    show(file: string, page: number, pages: number): void {
      const isDue = now() - last >= restMilliseconds
      if (!isTerminal && !isDue) return
      last = now()
      write(isTerminal ? `\r\x1b[K${line(file, page, pages)}` : `${line(file, page, pages)}\n`)
    },
    clear(): void {
      if (isTerminal) write('\r\x1b[K')
    },
  }
}
