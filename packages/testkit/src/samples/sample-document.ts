/** A document made by code, with what is true of it. */
export type SampleDocument<Truth = Readonly<Record<string, unknown>>> = {
  readonly name: string
  readonly file: Uint8Array
  readonly truth: Truth
}
