/** A service that can be configured, as a catalogue lists it. */
export type Service = {
  /** In the catalogue. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** An address, or an emoji. */
  readonly icon: string
}
