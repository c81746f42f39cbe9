/** What was read could not be handed over. Its message is for people. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
}
