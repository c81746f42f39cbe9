import { z } from 'zod'

/** Optional parts of an installation. */
export type OptionalPartsConfig = {
  readonly hasSample: boolean
  /** Whether members start with a trial, which the pages then mention. */
  readonly hasSubscriptions: boolean
  /** Whether the pages show apps. */
  readonly hasApps: boolean
}

const onOrOff = (defaultValue: 'on' | 'off') =>
  z.enum(['on', 'off'], 'must be on or off').default(defaultValue)

export const optionalPartEnvironment = {
  RECTO_SAMPLE: onOrOff('on'),
  RECTO_SUBSCRIPTIONS: onOrOff('off'),
  RECTO_APPS: onOrOff('on'),
}

export const readOptionalParts = (
  env: z.output<z.ZodObject<typeof optionalPartEnvironment>>,
): OptionalPartsConfig => ({
  hasSample: env.RECTO_SAMPLE === 'on',
  hasSubscriptions: env.RECTO_SUBSCRIPTIONS === 'on',
  hasApps: env.RECTO_APPS === 'on',
})
