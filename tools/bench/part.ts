export type PartOptions = {
  /** Less of everything. */
  readonly isQuick: boolean
  readonly kills: number
  readonly print: (line: string) => void
}

export type PartReport = {
  /** For a program to read. */
  readonly figures: unknown
  /** For a person to read. */
  readonly tables: readonly string[]
  /** What is not as it has to be; one is enough to fail the run. */
  readonly broken: readonly string[]
}

/** A part of the benchmark that can be run without the others. */
export type Part = (options: PartOptions) => Promise<PartReport>
