/** `npm run check`: types, style and walls. Every one runs, so that one call shows all that is wrong. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import process from 'node:process'

const checks: readonly (readonly [command: string, ...given: string[]])[] = [
  ['tsc', '-p', 'tsconfig.node.json'],
  ['tsc', '-p', 'tsconfig.web.json'],
  ['biome', 'check', '.'],
  ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'apps'],
]

const bin = resolve('node_modules/.bin')
const env = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` }
const failed = checks.filter(([command, ...given]) => {
  console.log(`\n${[command, ...given].join(' ')}`)
  return spawnSync(command, given, { stdio: 'inherit', env }).status !== 0
})
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([command, , what]) => `${command} ${what}`).join(', ')}`)
  process.exitCode = 1
}
