import type { DuplicateMeasure } from './find-duplicates.ts'

/**
 * What is measured. Tests may repeat each other's steps with other names, because a test reads best if it
 * tells its story alone; a migration is never changed, so it may not share code. The columns of usage records
 * and the colors of the theme are tables: without their names, each row equals any other.
 */
export const measures: Readonly<Record<'copied' | 'renamed', DuplicateMeasure>> = {
  copied: { minTokens: 50, ignoresNames: false, excludedFiles: [] },
  renamed: {
    minTokens: 80,
    ignoresNames: true,
    excludedFiles: [
      '**/*.test.{ts,tsx}',
      '**/testing/**',
      '**/migrations/**',
      'apps/e2e/**',
      'packages/testkit/**',
      '**/usage/usage-records.ts',
      '**/theme/theme.ts',
    ],
  },
}
