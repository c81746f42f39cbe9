/**
 * Work that a service continues by itself, under an id of its own: it reads a document or answers a
 * prompt. With that id, a result that was already paid for can be fetched again.
 */
export type ServiceJob = {
  /** Id of earlier, unfinished work for the same request. */
  readonly earlierId?: string | undefined
  /** Called when the service has started the work; awaited before the result is used. */
  onStarted(id: string): Promise<void>
  /** Called when the service no longer has a result for the work. */
  onLost(): Promise<void>
}
