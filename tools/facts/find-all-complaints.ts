import { layers } from '../layers.mjs'
import { judgeRequirements } from '../requirements/judge-requirements.ts'
import { readRequirements, requirementsFolder } from '../requirements/read-requirements.ts'
import { renderRequirements } from '../requirements/render-page.ts'
import { listClaims } from './claims.ts'
import { listKeys, listSealedColumns, listStores } from './count-code.ts'
import { findBrokenLinks, findBrokenMentions } from './find-broken-links.ts'
import { findMissingPaths } from './find-missing-paths.ts'
import { findUndocumentedCommands, findUnknownCommands } from './find-unknown-commands.ts'
import { judgeClaims } from './judge-claims.ts'
import { judgeList, readShownLayers, readShownLogLines, readShownStores } from './judge-lists.ts'
import {
  findLongPages,
  findMissingReadmes,
  findUnlinkedPages,
  findUnlistedPages,
  judgeGlossary,
} from './judge-pages.ts'
import { judgeSettings } from './judge-settings.ts'
import { readDeclaredSettings, readShownSettings } from './read-settings.ts'
import { type MarkdownPage, type Repository, readPages } from './repository.ts'

const codeFile = /\.(?:ts|tsx|mjs|yaml)$/
const settingsPage = 'docs/operations/settings.md'
const faultCatalogue = 'apps/server/src/entry/testing/faults/catalogue.ts'
const errorsPage = 'docs/guide/errors.md'
const securityPage = 'docs/security.md'
const clusterExample = 'deploy/kubernetes.yaml'
/** Commands read these, and they belong to no running process. */
const otherSettings = ['NEXT_ENCRYPTION_KEY']

/** Returns everything that a page says and the code contradicts. */
export async function findAllComplaints(repository: Repository): Promise<readonly string[]> {
  const pages = readPages(repository)
  const code = readCode(repository)
  const { scripts } = JSON.parse(repository.read('package.json'))
  return [
    ...findBrokenLinks(pages, repository),
    ...findBrokenMentions(
      code.filter(({ path }) => !path.endsWith('.test.ts')),
      pages,
    ),
    ...findUnknownCommands(pages, scripts),
    ...findUndocumentedCommands(pages, scripts),
    ...findMissingPaths(pages, repository),
    ...findUnknownVariables(pages, code),
    ...judgeSettingsPage(repository),
    ...findUnknownLogLines(repository, code),
    ...judgeClaims(listClaims(repository), [...pages, readPage(repository, clusterExample)]),
    ...(await judgeLists(repository)),
    ...findMissingReadmes(repository),
    ...findLongPages(pages),
    ...findUnlinkedPages(pages),
    ...findUnlistedPages(pages, 'docs/guide/README.md'),
    ...judgeGlossary(repository.read('GLOSSARY.md')),
    ...judgeRequirementsPage(repository),
  ]
}

const readPage = ({ read }: Repository, path: string): MarkdownPage => ({
  path,
  content: read(path),
})

function readCode({ files, read }: Repository): readonly MarkdownPage[] {
  return files
    .filter((path) => codeFile.test(path) && !path.startsWith('tools/facts/'))
    .map((path) => ({ path, content: read(path) }))
}

/** Returns complaints about variables that pages name and no code reads. */
function findUnknownVariables(
  pages: readonly MarkdownPage[],
  code: readonly MarkdownPage[],
): readonly string[] {
  const pattern = /\bRECTO_[A-Z\d_]*[A-Z\d]\b/g
  const knownNames = new Set(code.flatMap(({ content }) => content.match(pattern) ?? []))
  return pages.flatMap(({ path, content }) =>
    [...new Set(content.match(pattern))]
      .filter((name) => !knownNames.has(name))
      .map((name) => `${path} names ${name}, which no code reads.`),
  )
}

/** Returns complaints about lines of the log that a page explains and no code writes. */
function findUnknownLogLines(
  { read }: Repository,
  code: readonly MarkdownPage[],
): readonly string[] {
  const page = 'docs/operations/running.md'
  const server = code.filter(
    ({ path }) => path.startsWith('apps/server/src/') && !path.endsWith('.test.ts'),
  )
  return readShownLogLines(read(page))
    .filter((line) => !server.some(({ content }) => content.includes(line)))
    .map((line) => `${page} explains the log line “${line}”, which no code writes.`)
}

function judgeSettingsPage({ files, read }: Repository): readonly string[] {
  const folder = 'apps/server/src/platform/config/'
  const sources = files.filter((path) => path.startsWith(folder) && !path.endsWith('.test.ts'))
  const declaredSettings = sources.flatMap((path) => readDeclaredSettings(path, read(path)))
  const otherDeclarations = otherSettings.map((name) => ({ name, defaultValue: undefined }))
  return judgeSettings(settingsPage, readShownSettings(read(settingsPage)), [
    ...declaredSettings,
    ...otherDeclarations,
  ])
}

async function judgeLists(repository: Repository): Promise<readonly string[]> {
  const { read, files } = repository
  const { catalog } = await import('@recto/providers/catalog')
  const { connectorCatalog } = await import('@recto/providers/connector-catalog')
  const { accessCodes } = await import('@recto/contract/organizations/access')
  const { errorCodes } = await import('../../apps/server/src/platform/error-codes.ts')
  const architecture = read('ARCHITECTURE.md')
  const partsOfBenchmark = /The parts are ([^.]*)[.]/.exec(read('docs/benchmarks.md'))?.[1]
  const packages = files.filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
  const shownIds = read('docs/providers.md').matchAll(/^\| [a-z-]+ \| [^|]+ \| `([^`]+)` \| /gm)
  return [
    ...judgeList('docs/providers.md', 'provider', {
      shownNames: [...shownIds].map(([, id = '']) => id.replace('\\|', '|')),
      actualNames: [...catalog, ...connectorCatalog].map(({ id }) => id),
    }),
    ...judgeList('ARCHITECTURE.md', 'layer', {
      shownNames: readShownLayers(architecture),
      actualNames: layers.flatMap((names, index) => names.map((name) => `${index + 1} ${name}`)),
    }),
    ...judgeList('ARCHITECTURE.md', 'package', {
      shownNames: [...new Set(architecture.match(/(?<=`)packages\/[a-z-]+(?=`)/g))],
      actualNames: packages.map((path) => path.replace('/package.json', '')),
    }),
    ...judgeList('docs/benchmarks.md', 'part', {
      shownNames: partsOfBenchmark?.match(/(?<=`)[a-z-]+(?=`)/g) ?? [],
      actualNames: listKeys(read('tools/bench.ts'), 'parts'),
    }),
    ...judgeList('docs/operations/durable-work.md', 'fault', {
      shownNames: [],
      actualNames: listKeys(read(faultCatalogue), 'faults').filter(
        (name) => !read('docs/operations/durable-work.md').includes(`\`${name}\``),
      ),
    }),
    ...judgeList(errorsPage, 'error code', {
      shownNames: [...read(errorsPage).matchAll(/^[|] `([A-Za-z_\d]+)` [|]/gm)].map(
        ([, code = '']) => code,
      ),
      actualNames: [...errorCodes, ...accessCodes],
    }),
    ...judgeList(securityPage, 'store', {
      shownNames: readShownStores(read(securityPage)),
      actualNames: listStores(repository).installationWide,
    }),
    ...judgeList(securityPage, 'table with encrypted columns', {
      shownNames: [],
      actualNames: listSealedColumns(repository)
        .map((column) => column.split('.')[0] ?? '')
        .filter((table) => !new RegExp(`\\b${table}\\b`).test(read(securityPage))),
    }),
  ]
}

function judgeRequirementsPage({ read }: Repository): readonly string[] {
  const requirements = readRequirements('.')
  const page = `${requirementsFolder}/README.md`
  const isCurrent = read(page) === renderRequirements(requirements)
  const outdatedComplaint = `${page} is out of date. Run \`npm run requirements\`.`
  return [...judgeRequirements(requirements), ...(isCurrent ? [] : [outdatedComplaint])]
}
