/** Parts of the product that an installation may lack. */
export const flags: Readonly<Record<string, boolean>> = { app_deployment: false }

export const evaluateFlag = (key: string): boolean =>
  Object.hasOwn(flags, key) && flags[key] === true
