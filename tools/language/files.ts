/** Rules about the size of files. */

import type { ParsedFile } from './parsed-file.ts'
import { type Violation, violationAtPosition } from './violation.ts'

const maxLinesOfSmallFile = 10
const maxLinesOfUsualFile = 300

/** Returns files with little content. Fixtures are exempt, because a test may need a file of its own. */
export function findSmallFiles(file: ParsedFile): readonly Violation[] {
  const lines = countLines(file.text)
  const isFixture = file.path.includes('/__fixtures__/')
  return isFixture || lines > maxLinesOfSmallFile
    ? []
    : [violationAtPosition(file, 0, `${lines} lines`)]
}

export function findLongFiles(file: ParsedFile): readonly Violation[] {
  const lines = countLines(file.text)
  return lines <= maxLinesOfUsualFile ? [] : [violationAtPosition(file, 0, `${lines} lines`)]
}

const countLines = (text: string) => text.trimEnd().split('\n').length
