/** A service of a catalogue that can be configured. */
export type Service = {
  /** Id in the catalogue. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** An address, or an emoji. */
  readonly icon: string
}
