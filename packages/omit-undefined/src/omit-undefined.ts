type RequiredProperties<Values> = {
  -readonly [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name]
}

type OptionalProperties<Values> = {
  -readonly [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Exclude<
    Values[Name],
    undefined
  >
}

/** The properties of `Values`; those that may be `undefined` are optional instead. */
export type OmitUndefined<Values> = RequiredProperties<Values> & OptionalProperties<Values>

/**
 * Returns a copy of `values` without the properties that are `undefined`.
 * Other falsy values, such as `null` and `''`, stay.
 *
 * @example
 * omitUndefined({ name: 'total', label: undefined }) // { name: 'total' }
 */
export function omitUndefined<const Values extends object>(values: Values): OmitUndefined<Values> {
  const definedValues: Partial<Values> = {}
  for (const name of Object.keys(values) as (keyof Values)[]) {
    if (values[name] !== undefined) definedValues[name] = values[name]
  }
  return definedValues as unknown as OmitUndefined<Values>
}
