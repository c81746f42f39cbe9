import { expect, test } from 'vitest'
import { findComplaints } from './find-complaints.ts'
import { foreignEntry } from './foreign-entry.ts'
import { findMissing, type LockedPackage, type Lockfile } from './lockfile.ts'

const lint = {
  version: '2.0.0',
  dev: true,
  optionalDependencies: { 'lint-linux-x64': '2.0.0', 'lint-darwin-arm64': '2.0.0' },
}

const lockfileOf = (packages: Record<string, LockedPackage>): Lockfile => ({
  packages: { '': { devDependencies: { lint: '2.0.0' } }, 'node_modules/lint': lint, ...packages },
})

const incomplete = lockfileOf({ 'node_modules/lint-linux-x64': { version: '2.0.0' } })

test('a package of another system without an entry is found, and gets one by its name', () => {
  const [missingPackage, ...otherPackages] = findMissing(incomplete)

  expect(otherPackages).toEqual([])
  expect(missingPackage).toMatchObject({ name: 'lint-darwin-arm64', wantedBy: 'node_modules/lint' })
  expect(foreignEntry(missingPackage!)).toEqual({
    version: '2.0.0',
    cpu: ['arm64'],
    os: ['darwin'],
    dev: true,
    optional: true,
  })
})

test.each([
  ['canvas-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['canvas-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
  ['@canvas/win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
  ['@canvas/binding-wasm32-wasi', { cpu: ['wasm32'] }],
])('the name %s says for which system it is', (name, system) => {
  const missingPackage = {
    name,
    version: '1.1.1',
    wantedBy: 'canvas',
    isOptional: true,
    isDev: false,
  }
  expect(foreignEntry(missingPackage)).toEqual({ version: '1.1.1', optional: true, ...system })
})

test.each([
  ['lint-x64', '^2.0.0', true],
  ['lint-x64', '2.0.0', false],
  ['lint-helpers', '2.0.0', true],
])('%s %s gets no entry that nobody has seen', (name, version, isOptional) => {
  expect(foreignEntry({ name, version, wantedBy: 'lint', isOptional, isDev: false })).toBeNull()
})

test('an entry beside the package or in a folder further up is found', () => {
  const lockfile: Lockfile = {
    packages: {
      'packages/a': { dependencies: { b: '1.0.0' } },
      'packages/a/node_modules/b': { dependencies: { c: '1.0.0', d: '1.0.0' } },
      'packages/a/node_modules/c': {},
      'node_modules/d': { dependencies: { c: '2.0.0' }, devDependencies: { e: '1.0.0' } },
    },
  }
  expect(findMissing(lockfile).map(({ name, wantedBy }) => `${wantedBy} ${name}`)).toEqual([
    'node_modules/d c',
  ])
})

test('addresses, open versions and manifests that say something else are named', () => {
  const lockfile = lockfileOf({
    'node_modules/lint-linux-x64': { resolved: 'https://registry.example/lint.tgz' },
    'node_modules/lint-darwin-arm64': {},
    'node_modules/@recto/a': { resolved: 'packages/a', link: true },
    'packages/a': { dependencies: { lint: '^2.0.0' } },
  })
  const manifests = {
    '': { devDependencies: { lint: '2.0.1' } },
    'packages/a': { dependencies: { lint: '^2.0.0' } },
  }
  expect(findComplaints(lockfile, manifests)).toEqual([
    'node_modules/lint-linux-x64 names the address of a registry.',
    'The devDependencies of package.json are not those of the lockfile.',
    'packages/a/package.json wants lint ^2.0.0: name one version.',
  ])
})
