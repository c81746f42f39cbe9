type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** Leaves out what is `undefined`, so that it does not hide what it is spread over. */
export function onlyGiven<Values extends object>(values: Values): Given<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Given<Values>
}
