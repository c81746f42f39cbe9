/** What was read could not be handed over. Its message is for people. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
}

/** The destination is away for now: the file is to be handed over later. */
export class DestinationAwayError extends Error {
  override readonly name = 'DestinationAwayError'
  readonly againInSeconds: number

  constructor(againInSeconds: number) {
    super('The destination is away.')
    this.againInSeconds = againInSeconds
  }
}
