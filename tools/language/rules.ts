/** The table of all rules: what each one finds, how many may stay, and what to do about one. */

import { findParametersTypes, findReturnTypes } from './derived-types.ts'
import type { ExportedName } from './exports.ts'
import { findLongFiles, findSmallFiles } from './files.ts'
import { findFragments } from './fragments.ts'
import { findFlatMapFilters, findPackedAssignments, findPropertyCasts } from './idioms.ts'
import { findLateConstants } from './late-constants.ts'
import { findEmptyLocals, findEmptyTypes, findSuperlativeBounds } from './names.ts'
import type { ParsedFile } from './parsed-file.ts'
import { findConditionalSpreads, findLiteralSpreads } from './spreads.ts'
import { findEndpointTwins, findTwins } from './twins.ts'
import type { Violation } from './violation.ts'

export type LanguageRule = {
  readonly name: string
  readonly description: string
  /**
   * Maximum number of violations. It is lowered as violations are removed and never raised; a rule without it is
   * only reported.
   */
  readonly max?: number
  /** Whether the limit holds for tests as well. */
  readonly countsTests?: boolean
  readonly advice?: string
  readonly findInFile?: (file: ParsedFile) => readonly Violation[]
  readonly findInExports?: (names: readonly ExportedName[]) => readonly Violation[]
}

export const rules: readonly LanguageRule[] = [
  {
    name: 'locals',
    description: 'locals named by a bare participle or function word',
    max: 0,
    countsTests: true,
    advice: 'Use a noun that says what the variable holds.',
    findInFile: findEmptyLocals,
  },
  {
    name: 'types',
    description: 'types whose name says nothing',
    max: 0,
    countsTests: true,
    advice: 'Name the type after what it describes, such as RunFileOptions.',
    findInFile: findEmptyTypes,
  },
  {
    name: 'spreads',
    description: 'literals spread into literals',
    max: 0,
    countsTests: true,
    advice: 'Write the properties or elements in place, without the spread.',
    findInFile: findLiteralSpreads,
  },
  {
    name: 'conditional-spreads',
    description: 'properties spread under a condition',
    max: 0,
    countsTests: true,
    advice: 'Use omitUndefined of @recto/omit-undefined.',
    findInFile: findConditionalSpreads,
  },
  {
    name: 'bounds',
    description: 'bounds named by a superlative',
    max: 0,
    countsTests: true,
    advice: 'Begin the name with max or min.',
    findInFile: findSuperlativeBounds,
  },
  {
    name: 'fragments',
    description: 'comments that are parts of a sentence',
    max: 39,
    advice: 'Write a sentence with a subject and a verb, or remove the comment.',
    findInFile: findFragments,
  },
  {
    name: 'small-files',
    description: 'files of ten lines or fewer',
    max: 26,
    advice: 'Move the content to its only user, or to the file about the same noun.',
    findInFile: findSmallFiles,
  },
  {
    name: 'twins',
    description: 'names that several files export',
    max: 0,
    advice: 'Rename one of them, merge them, or give a reason in tools/language/exceptions.json.',
    findInExports: findTwins,
  },
  {
    name: 'flatMap-filter',
    description: 'calls of flatMap as a filter',
    max: 0,
    countsTests: true,
    advice: 'Use filter, with a type predicate where the type becomes narrower.',
    findInFile: findFlatMapFilters,
  },
  {
    name: 'late-constants',
    description: 'constants used above their declaration',
    max: 0,
    countsTests: true,
    advice: 'Move the constant above its first use.',
    findInFile: findLateConstants,
  },
  {
    name: 'parameters-types',
    description: 'uses of Parameters<typeof …> with our own functions',
    max: 0,
    countsTests: true,
    advice: 'Export the type of the parameter and use it.',
    findInFile: findParametersTypes,
  },
  {
    name: 'packed',
    description: 'statements with several assignments',
    max: 0,
    countsTests: true,
    advice: 'Write one statement for each assignment.',
    findInFile: findPackedAssignments,
  },
  {
    name: 'return-types',
    description: 'uses of ReturnType<typeof …> with our own functions',
    findInFile: findReturnTypes,
  },
  {
    name: 'endpoint-twins',
    description: 'use cases that bear the name of their endpoint',
    findInExports: findEndpointTwins,
  },
  {
    name: 'casts',
    description: 'assertions on a property, such as row.tool as Tool',
    findInFile: findPropertyCasts,
  },
  { name: 'long-files', description: 'files of more than 300 lines', findInFile: findLongFiles },
]
