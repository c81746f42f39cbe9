/**
 * What Recto can and cannot do on a system. Runs on any Node and any shell, before anything is installed.
 *
 * @typedef {object} System
 * @property {string} platform As in `process.platform`.
 * @property {boolean} usesMusl Whether the C library is musl, as on Alpine.
 * @property {boolean} hasDatabase Whether `DATABASE_URL` is set.
 */

/**
 * Node reports the version of glibc, and nothing about other libraries.
 *
 * @param {{ platform: string, report: { excludeNetwork: boolean, getReport(): object } }} [system]
 */
export function usesMusl({ platform, report } = process) {
  if (platform !== 'linux') return false
  // Without this, the report has the names of all connected hosts, which are looked up.
  report.excludeNetwork = true
  const { header = {} } = report.getReport()
  return header.glibcVersionRuntime === undefined
}

/**
 * Returns why Recto cannot start, and what works instead; undefined if it can.
 *
 * @param {System} system
 * @returns {string | undefined}
 */
export function findObstacle({ platform, usesMusl: isMusl, hasDatabase }) {
  if (platform === 'win32') {
    return 'Recto does not start on Windows itself. Install WSL 2 with `wsl --install`, and run the same command there; or build a container from deploy/Dockerfile.'
  }
  if (isMusl && !hasDatabase) {
    return 'The embedded PostgreSQL does not run on Alpine and other systems with musl. Set DATABASE_URL to a PostgreSQL server of version 14 or newer, or use a system with glibc such as Debian.'
  }
  return undefined
}
