import { omitUndefined } from '@recto/omit-undefined'
import type { LockedPackage, MissingPackage } from './lockfile.ts'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']
const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

/**
 * Returns the entry of a package that is made for another system, as npm would have written it if its
 * registry had it: by it npm sees, without asking anybody, that there is nothing to install.
 * Returns nothing when the name does not say for which system it is.
 */
export function foreignEntry(missing: MissingPackage): LockedPackage | null {
  const { name, version, isOptional, isDev } = missing
  const words = name.split(/[-/_.]/)
  const os = words.includes('win32') ? 'win32' : systems.find((system) => words.includes(system))
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
