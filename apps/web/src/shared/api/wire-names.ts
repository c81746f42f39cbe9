/** The wire's name for each field of ours. One table serves what is sent and what is refused. */
type WireNames = { readonly [field: string]: string }

type Renamed<Fields, Names extends WireNames> = {
  [Field in keyof Fields as Field extends keyof Names ? Names[Field] : never]: Fields[Field]
}

/** Returns fields of ours under the names that they have on the wire. */
export function toWireNames<Fields extends object, const Names extends WireNames>(
  fields: Fields & { readonly [Field in Exclude<keyof Fields, keyof Names>]: never },
  names: Names,
): Renamed<Fields, Names> {
  const entries = Object.entries(fields).map(([field, value]) => [names[field], value])
  return Object.fromEntries(entries)
}

/** Returns what finds our name for a field that the wire names in a refusal. */
export function fieldIn(names: WireNames): (attr: string) => string {
  const fields = new Map(Object.entries(names).map(([field, attr]) => [attr, field]))
  return (attr) => fields.get(attr) ?? attr
}
