/** The part of the product's log that the launcher writes to. */
export type ServerLog = {
  info(message: string): void
  warn(message: string): void
}
