/** Result of one test file: the part of Vitest's JSON report that is used. */
export type FileReport = {
  /** The whole path. */
  readonly name: string
  readonly status: string
  /** Error of the whole file, when it does not belong to one of its tests. */
  readonly message?: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages?: readonly string[] | undefined
  }[]
}

/** Where more files fail, it is not because the machine was busy. */
const mostFiles = 5

/**
 * The paths of the files to be run once more, each whole: a test that is repeated within its file finds what its first
 * try has left in the database, and what the tests before it have made does not come again.
 */
export function filesToTryAgain(files: readonly FileReport[]): readonly string[] {
  const failed = files.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return failed.length <= mostFiles ? failed : []
}

/** The files of the first run, but as they are in the second where they were in that too. */
export function withSecondTry(
  first: readonly FileReport[],
  second: readonly FileReport[],
): readonly FileReport[] {
  const again = new Map(second.map((file) => [file.name, file]))
  return first.map((file) => again.get(file.name) ?? file)
}

/** How many tests there are of each outcome. */
export function countsIn(files: readonly FileReport[]) {
  const statuses = files.flatMap(({ assertionResults }) => assertionResults.map((it) => it.status))
  const count = (...wanted: readonly string[]) =>
    statuses.filter((status) => wanted.includes(status)).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'pending', 'todo'),
  }
}
