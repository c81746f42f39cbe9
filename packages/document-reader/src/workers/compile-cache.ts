import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Returns the only variable that child processes and threads inherit: the folder where Node saves compiled modules, if
 * it has one. Compiling takes half of the time of their start.
 */
export function compileCacheVariables(): Readonly<Record<string, string>> {
  const folderOfVersion = getCompileCacheDir()
  return folderOfVersion ? { NODE_COMPILE_CACHE: dirname(folderOfVersion) } : {}
}
