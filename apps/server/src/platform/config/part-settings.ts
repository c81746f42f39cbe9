import { z } from 'zod'

/** What an installation has, and may go without. */
export type PartsConfig = {
  readonly hasSample: boolean
  /** Whether members begin with a trial: the pages then speak of it. */
  readonly hasSubscriptions: boolean
  /** Whether the pages show apps. */
  readonly hasApps: boolean
}

const onOrOff = (usual: 'on' | 'off') => z.enum(['on', 'off'], 'must be on or off').default(usual)

export const partEnvironment = {
  RECTO_SAMPLE: onOrOff('on'),
  RECTO_SUBSCRIPTIONS: onOrOff('off'),
  RECTO_APPS: onOrOff('on'),
}

export const partsConfigOf = (env: z.output<z.ZodObject<typeof partEnvironment>>): PartsConfig => ({
  hasSample: env.RECTO_SAMPLE === 'on',
  hasSubscriptions: env.RECTO_SUBSCRIPTIONS === 'on',
  hasApps: env.RECTO_APPS === 'on',
})
