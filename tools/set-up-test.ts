/**
 * `npm run setup:test`: installs what some tests need beyond the packages: a browser, database, file and mail servers,
 * official clients of other parsers, and a library that changes the clock.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const mariadb = '/usr/sbin/mariadbd'
const ssh = '/usr/sbin/sshd'
const dovecot = '/usr/sbin/dovecot'
const movableClock = '/usr/lib/*/faketime/libfaketimeMT.so.1'
/** Holds packages that are too large for every installation; only tests look here. */
const separateFolder = '.test-servers'
const separatePackages = [
  { name: 'azurite', version: '3.37.0' },
  // Reads the Parquet files that are written.
  { name: '@duckdb/node-api', version: '1.5.6-r.1' },
  // These official clients of other parsers must work with the text service.
  { name: 'unstructured-client', version: '0.31.0' },
  { name: 'llama-cloud-services', version: '0.5.4' },
  { name: '@llamaindex/llama-cloud', version: '2.16.0' },
]
/** Browser tests prefer this build, because it needs less of the processor. Some distributions do not have it. */
const headlessBrowser = '/usr/bin/chromium-headless-shell'
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

function install(packages: readonly string[]): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const commandLine = [...asRoot, 'apt-get']
  const [command = 'apt-get', ...rest] = commandLine
  if (!run(command, [...rest, 'update'])) return false
  return run(command, [...rest, 'install', '-y', '--no-install-recommends', ...packages])
}

/** Returns what has to be installed before the browser tests can run. */
function findMissingBrowserPackages(): readonly string[] {
  if (existsSync(headlessBrowser)) return []
  const isInstalled =
    existsSync('/usr/bin/apt-get') && install(['chromium-headless-shell', 'fonts-dejavu-core'])
  return isInstalled || browsers.some((path) => existsSync(path))
    ? []
    : ['chromium', 'fonts-dejavu-core']
}

const missingPackages = [
  ...findMissingBrowserPackages(),
  // Only its programs are needed, because tests start their own server.
  ...(existsSync(mariadb) ? [] : ['mariadb-server']),
  ...(existsSync(ssh) ? [] : ['openssh-server']),
  ...(existsSync(dovecot) ? [] : ['dovecot-imapd']),
  ...(globSync(movableClock).length > 0 ? [] : ['faketime']),
]

if (missingPackages.length === 0) {
  console.log('Everything is installed.')
} else if (existsSync('/usr/bin/apt-get') && install(missingPackages)) {
  console.log(`Installed: ${missingPackages.join(', ')}.`)
} else {
  console.error(
    `Could not be installed here: ${missingPackages.join(', ')}. Install it, and run this again.`,
  )
  process.exitCode = 1
}

const missingSeparatePackages = separatePackages.filter(
  ({ name }) => !existsSync(`${separateFolder}/node_modules/${name}`),
)
if (missingSeparatePackages.length > 0) {
  mkdirSync(separateFolder, { recursive: true })
  // The folder gets its own package.json, so that npm does not use that of the repository.
  if (!existsSync(`${separateFolder}/package.json`)) {
    writeFileSync(`${separateFolder}/package.json`, '{ "private": true }')
  }
  const versions = missingSeparatePackages.map(({ name, version }) => `${name}@${version}`)
  const args = ['install', ...versions, '--ignore-scripts', '--no-audit', '--no-fund']
  const isInstalled = run('npm', [...args, '--prefix', separateFolder])
  const names = versions.join(', ')
  console.log(isInstalled ? `Installed: ${names}.` : `Could not be installed: ${names}.`)
  if (!isInstalled) process.exitCode = 1
}
