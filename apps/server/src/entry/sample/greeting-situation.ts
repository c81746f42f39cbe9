export type GreetingSituation = {
  /** Where the server listens. */
  readonly address: string
  /** Whether this start made the installation. */
  readonly isFirstStart: boolean
}
