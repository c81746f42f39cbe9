import { env } from 'node:process'
import type { EnvironmentVariables } from '../../platform/config/config.ts'

/** Returns the environment; no other code reads it. */
export const readEnvironment = (): EnvironmentVariables => env
