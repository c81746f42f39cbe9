/** The part of the product's log that the launcher writes to. */
export type Log = {
  info(message: string): void
  warn(message: string): void
}
