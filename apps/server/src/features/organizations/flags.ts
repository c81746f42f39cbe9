import type { Config } from '../../platform/config/config.ts'

type Flags = Readonly<Record<string, boolean>>

/** Parts of the product that an installation may lack. */
export const flagsOf = ({ hasSubscriptions }: Pick<Config, 'hasSubscriptions'>): Flags => ({
  app_deployment: false,
  subscription: hasSubscriptions,
})

export const evaluateFlag = (flags: Flags, key: string): boolean =>
  Object.hasOwn(flags, key) && flags[key] === true
