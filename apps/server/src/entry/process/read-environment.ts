import { env } from 'node:process'
import type { EnvironmentVariables } from '../../platform/config/config.ts'

/** The one place that looks at the environment. */
export const readEnvironment = (): EnvironmentVariables => env
