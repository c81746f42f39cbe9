/** `npm run setup:test`: installs what some tests need beyond the packages: a browser, a database server, servers of files, clients of others, and a clock to move. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const mariadb = '/usr/sbin/mariadbd'
const ssh = '/usr/sbin/sshd'
const movableClock = '/usr/lib/*/faketime/libfaketimeMT.so.1'
/** Too large for every installation: they lie apart, where only tests look. */
const apartFolder = '.test-servers'
const apart = [
  { name: 'azurite', version: '3.37.0' },
  // Official clients of other parsers, which are to work with the text service.
  { name: 'unstructured-client', version: '0.31.0' },
  { name: 'llama-cloud-services', version: '0.5.4' },
]
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function run(command: string, given: readonly string[]): boolean {
  return spawnSync(command, given, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

function install(packages: readonly string[]): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const commandLine = [...asRoot, 'apt-get']
  const [command = 'apt-get', ...rest] = commandLine
  if (!run(command, [...rest, 'update'])) return false
  return run(command, [...rest, 'install', '-y', '--no-install-recommends', ...packages])
}

const missing = [
  ...(browsers.some((path) => existsSync(path)) ? [] : ['chromium', 'fonts-dejavu-core']),
  // Its programs alone: tests start a server of their own.
  ...(existsSync(mariadb) ? [] : ['mariadb-server']),
  ...(existsSync(ssh) ? [] : ['openssh-server']),
  ...(globSync(movableClock).length > 0 ? [] : ['faketime']),
]

if (missing.length === 0) {
  console.log('All is there; nothing to install.')
} else if (existsSync('/usr/bin/apt-get') && install(missing)) {
  console.log(`Installed: ${missing.join(', ')}.`)
} else {
  console.error(
    `Could not be installed here: ${missing.join(', ')}. Install it, and run this again.`,
  )
  process.exitCode = 1
}

const apartMissing = apart.filter(({ name }) => !existsSync(`${apartFolder}/node_modules/${name}`))
if (apartMissing.length > 0) {
  mkdirSync(apartFolder, { recursive: true })
  // A folder with a package.json of its own, so that npm does not take the repository's.
  if (!existsSync(`${apartFolder}/package.json`)) {
    writeFileSync(`${apartFolder}/package.json`, '{ "private": true }')
  }
  const wanted = apartMissing.map(({ name, version }) => `${name}@${version}`)
  const given = ['install', ...wanted, '--ignore-scripts', '--no-audit', '--no-fund']
  const isThere = run('npm', [...given, '--prefix', apartFolder])
  const names = wanted.join(', ')
  console.log(isThere ? `Installed: ${names}.` : `Could not be installed: ${names}.`)
  if (!isThere) process.exitCode = 1
}
