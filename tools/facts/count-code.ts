import type { Repository } from './repository.ts'

const storeFile = /^apps\/server\/src\/features\/(.+)\.(?:store|reads)\.ts$/

/** Returns the stores of the feature modules, and those with a query for the whole installation. */
export function listStores({ files, read }: Repository) {
  const stores = files.filter((file) => storeFile.test(file))
  const toName = (file: string) => file.replace(storeFile, '$1')
  return {
    all: stores.map(toName),
    installationWide: stores.filter((file) => /\bInstallation\b/.test(read(file))).map(toName),
  }
}

/** The only encrypted column whose name does not begin with `sealed`. */
const otherSealedColumns = ['adapter.settings']

/** Returns the columns whose values only the encryption key opens, such as `adapter.settings`. */
export function listSealedColumns({ files, read }: Repository): readonly string[] {
  const tables = files.filter((file) => file.startsWith('apps/server/src/platform/db/tables/'))
  const namedColumns = tables.flatMap((file) => {
    let table = ''
    return read(file)
      .split('\n')
      .flatMap((line) => {
        table = /^ {2}(?:readonly )?([a-z_]+): \{/.exec(line)?.[1] ?? table
        const column = /^ {4}(?:readonly )?(sealed\w*): /.exec(line)?.[1]
        return column ? [`${table}.${column}`] : []
      })
  })
  return [...namedColumns, ...otherSealedColumns]
}

/** Returns the keys of an object that a file declares as a constant, such as the parts of the benchmark. */
export function listKeys(text: string, constant: string): readonly string[] {
  const [, body = ''] =
    new RegExp(`const ${constant}\\b[^\\n]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? []
  return [...body.matchAll(/^ {2}'?([\w-]+)'?: /gm)].map(([, key = '']) => key)
}
