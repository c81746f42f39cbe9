import { omitUndefined } from '@recto/omit-undefined'
import type { LockedPackage, MissingPackage } from './lockfile.ts'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']
const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

/**
 * Returns the entry that npm would have written for a package of another system. It tells npm, without a
 * request to the registry, that there is nothing to install. Returns null if the name does not state the system.
 */
export function foreignEntry(missingPackage: MissingPackage): LockedPackage | null {
  const { name, version, isOptional, isDev } = missingPackage
  const words = name.split(/[-/_.]/)
  const os = findSystem(words)
  const cpu = processors.find((processor) => words.includes(processor))
  if (!isOptional || !cpu || !exactVersion.test(version)) return null
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return omitUndefined({
    version,
    cpu: [cpu],
    dev: isDev || undefined,
    libc: os === 'linux' && libc ? [libc] : undefined,
    optional: true,
    os: os ? [os] : undefined,
  })
}

function findSystem(words: readonly string[]): string | undefined {
  const isWindows = words.includes('win32') || words.includes('windows')
  return isWindows ? 'win32' : systems.find((system) => words.includes(system))
}
