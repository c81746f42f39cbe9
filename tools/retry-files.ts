/** The result of one test file: the part of Vitest's JSON report that is used. */
export type FileReport = {
  /** Absolute path. */
  readonly name: string
  readonly status: string
  /** Error of the file that belongs to none of its tests. */
  readonly message?: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages?: readonly string[] | undefined
  }[]
}

/** More failed files than this are no effect of a busy machine. */
const maxRetriedFiles = 5

/**
 * Returns the paths of the files to run again. Files are run as a whole, because a test that is repeated within
 * its file would find its own leftovers in the database and lack the data of the tests before it.
 */
export function chooseFilesToRetry(files: readonly FileReport[]): readonly string[] {
  const failedPaths = files.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return failedPaths.length <= maxRetriedFiles ? failedPaths : []
}

/** Replaces the results of the first run by those of the second where a file was run again. */
export function mergeRetry(
  first: readonly FileReport[],
  second: readonly FileReport[],
): readonly FileReport[] {
  const secondReports = new Map(second.map((file) => [file.name, file]))
  return first.map((file) => secondReports.get(file.name) ?? file)
}

/** Counts the tests by outcome. */
export function countOutcomes(files: readonly FileReport[]) {
  const statuses = files.flatMap(({ assertionResults }) =>
    assertionResults.map((result) => result.status),
  )
  const count = (...names: readonly string[]) =>
    statuses.filter((status) => names.includes(status)).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'pending', 'todo'),
  }
}
