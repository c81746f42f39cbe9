import { omitUndefined } from '@recto/omit-undefined'
import type { Config } from '../../platform/config/config.ts'

type Flags = Readonly<Record<string, boolean>>

/** Parts of the product that an installation may lack. */
type Settings = Pick<Config, 'hasApps' | 'hasSubscriptions' | 'billing'>

export const flagsOf = ({ hasApps, hasSubscriptions, billing }: Settings): Flags => ({
  app_deployment: hasApps,
  subscription: hasSubscriptions,
  ...omitUndefined({ billing: billing && true }),
})

export const evaluateFlag = (flags: Flags, key: string): boolean =>
  Object.hasOwn(flags, key) && flags[key] === true
