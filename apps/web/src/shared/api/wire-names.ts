/** The wire name of each field, used for requests and for refusals. */
type WireNames = { readonly [field: string]: string }

type WithWireNames<Fields, Names extends WireNames> = {
  [Field in keyof Fields as Field extends keyof Names ? Names[Field] : never]: Fields[Field]
}

/** Returns the fields under their wire names. */
export function toWireNames<Fields extends object, const Names extends WireNames>(
  fields: Fields & { readonly [Field in Exclude<keyof Fields, keyof Names>]: never },
  names: Names,
): WithWireNames<Fields, Names> {
  const entries = Object.entries(fields).map(([field, value]) => [names[field], value])
  return Object.fromEntries(entries)
}

/** Returns the values of wire fields under our names. */
export function fromWireNames<
  Wire extends object,
  const Names extends { readonly [field: string]: keyof Wire },
>(wire: Wire, names: Names) {
  const entries = Object.entries(names).map(([field, name]) => [field, wire[name]])
  return Object.fromEntries(entries) as { [Field in keyof Names]: Wire[Names[Field]] }
}

/** Returns a function that maps a wire name in a refusal to the name of the field. */
export function fieldIn(names: WireNames): (attr: string) => string {
  const fields = new Map(Object.entries(names).map(([field, attr]) => [attr, field]))
  return (attr) => fields.get(attr) ?? attr
}
