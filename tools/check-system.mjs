import { existsSync } from 'node:fs'
import { findObstacle, findVisualRuntime, usesMusl } from './describe-system.mjs'

/** As in apps/server/src/platform/exit-codes.ts. */
const wrongSettings = 78

const obstacle = findObstacle({
  platform: process.platform,
  arch: process.arch,
  usesMusl: usesMusl(),
  hasVisualRuntime: findVisualRuntime(process, existsSync),
  hasDatabase: Boolean(process.env.DATABASE_URL),
})
if (obstacle !== undefined) {
  process.stderr.write(`${obstacle}\n`)
  process.exitCode = wrongSettings
}
