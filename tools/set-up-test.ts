/** `npm run setup:test`: installs what some tests need beyond the packages: a browser. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function run(command: string, given: readonly string[]): boolean {
  return spawnSync(command, given, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

function install(): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get']
  if (!run(command, [...rest, 'update'])) return false
  return run(command, [
    ...rest,
    'install',
    '-y',
    '--no-install-recommends',
    'chromium',
    'fonts-dejavu-core',
  ])
}

if (browsers.some((path) => existsSync(path))) {
  console.log('A browser is there; nothing to install.')
} else if (existsSync('/usr/bin/apt-get') && install()) {
  console.log('Chromium is installed.')
} else {
  console.error('Chromium could not be installed here. Install it, and run this again.')
  process.exitCode = 1
}
