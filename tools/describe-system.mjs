import { join, win32 } from 'node:path'

/**
 * What Recto can and cannot do on a system. Runs on any Node and any shell, before anything is installed.
 *
 * @typedef {object} System
 * @property {string} platform As in `process.platform`.
 * @property {string} arch As in `process.arch`.
 * @property {boolean} usesMusl Whether the C library is musl, as on Alpine.
 * @property {boolean} hasVisualRuntime False on a Windows without the C++ library that PostgreSQL and OCR need.
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

const visualLibraries = ['vcruntime140.dll', 'vcruntime140_1.dll', 'msvcp140.dll']

/**
 * @param {{ platform: string, env: Record<string, string | undefined> }} system
 * @param {(path: string) => boolean} exists
 */
export const findVisualRuntime = ({ platform, env }, exists) =>
  platform !== 'win32' ||
  visualLibraries.every((name) =>
    exists(win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', name)),
  )

/**
 * Returns why Recto cannot start, and what works instead; undefined if it can.
 *
 * @param {System} system
 * @returns {string | undefined}
 */
export function findObstacle({ platform, arch, usesMusl: isMusl, hasVisualRuntime, hasDatabase }) {
  if (!hasVisualRuntime) {
    return 'Recto needs the Microsoft Visual C++ Redistributable on Windows. Install it with `winget install Microsoft.VCRedist.2015+.x64`, and start again.'
  }
  if (platform === 'win32' && arch !== 'x64' && !hasDatabase) {
    return `The embedded PostgreSQL runs on Windows for x64 only, and this Node is for ${arch}. Set DATABASE_URL to a PostgreSQL server of version 14 or newer, install the Node for x64, or use WSL 2.`
  }
  if (isMusl && !hasDatabase) {
    return 'The embedded PostgreSQL does not run on Alpine and other systems with musl. Set DATABASE_URL to a PostgreSQL server of version 14 or newer, or use a system with glibc such as Debian.'
  }
  return undefined
}

/**
 * Where the Node is that runs the product: the one that npm has installed. On Windows, where npm brings none and where
 * not everybody may create links, it is the Node that runs now.
 *
 * @param {{ platform: string, execPath: string }} system
 * @param {string} binFolder The folder `node_modules/.bin`.
 */
export const findNode = ({ platform, execPath }, binFolder) =>
  platform === 'win32' ? execPath : join(binFolder, 'node')

/**
 * How npm is called. Windows has it as a script of its shell, which would read the arguments once more: there Node runs
 * the program itself, which comes with Node or which has started this process.
 *
 * @param {{ platform: string, execPath: string, env: Record<string, string | undefined> }} system
 * @returns {string[]}
 */
export function npmCommand({ platform, execPath, env }) {
  if (platform !== 'win32') return ['npm']
  const { npm_execpath: caller = '' } = env
  const ownProgram = win32.join(win32.dirname(execPath), 'node_modules/npm/bin/npm-cli.js')
  return [execPath, win32.basename(caller) === 'npm-cli.js' ? caller : ownProgram]
}

/**
 * Where the starts of a folder wait for each other, and whether it is a file, which a killed process leaves behind.
 *
 * @param {string} platform
 * @param {string} id Differs for each folder.
 * @param {string} temporaryFolder
 */
export function turnSocketOf(platform, id, temporaryFolder) {
  if (platform === 'linux') return { path: `\0recto-bootstrap-${id}`, isFile: false }
  if (platform === 'win32') return { path: `\\\\.\\pipe\\recto-bootstrap-${id}`, isFile: false }
  return { path: join(temporaryFolder, `recto-${id}.sock`), isFile: true }
}
